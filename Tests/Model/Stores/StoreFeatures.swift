import Binding
import Unidirectional

/// An action of a store and of its model, identified by its number, for any feature.
package struct StoreCommand: FeatureAction, Equatable {
    package let number: Int
    package let kind: Kind

    package enum Kind: Equatable, Sendable {
        /// Leaves the state unchanged.
        case nothing
        case count
        /// The parent removes the child.
        case leave
        /// For a row: adds its detail, or removes it.
        case toggle
        /// For the root.
        case rows([Int])
        case sheet(Int?)
    }
}

/// The feature that an action is for.
package enum StoreAddress: Hashable, Sendable {
    case root, header, sheet
    case row(Int)
    case detail(row: Int)
}

/// A child without children: the header, the sheet, the detail of a row.
enum LeafFeature: ViewFeature {
    struct State: FeatureState, Identifiable {
        let id: Int
        var count = 0
    }

    struct Action: FeatureAction { let command: StoreCommand }

    static let updater: Updater = { state, action in
        var state = state
        if action.command.kind == .count { state.count += 1 }
        return state
    }
}

/// A row of a list, with an optional detail.
enum BranchFeature: ViewFeature {
    struct State: FeatureState, Identifiable {
        let id: Int
        var count = 0
        var detail: LeafFeature.State?
    }

    enum Action: FeatureAction {
        case own(StoreCommand)
        case detail(LeafFeature.Action)
    }

    static let updater: Updater = { state, action in
        var state = state
        switch action {
        case .own(let command):
            if command.kind == .count { state.count += 1 }
            if command.kind == .toggle { state.detail = state.detail == nil ? .init(id: state.id) : nil }
        case .detail(let action):
            if action.command.kind == .leave { state.detail = nil }
        }
        return state
    }

    static let detail = ifLet(
        LeafFeature.self, state: \.detail, embed: Action.detail,
        extract: { if case .detail(let action) = $0 { action } else { nil } })
}

enum RootFeature: ViewFeature {
    struct State: FeatureState {
        var header = LeafFeature.State(id: 0)
        var rows: [BranchFeature.State] = []
        var sheet: LeafFeature.State?
        /// The last action that changed something.
        var last = 0
    }

    enum Action: FeatureAction {
        case own(StoreCommand)
        case header(LeafFeature.Action)
        case row(Int, BranchFeature.Action)
        case sheet(LeafFeature.Action)
    }

    static let updater: Updater = { state, action in
        var state = state
        let (_, command) = action.content
        if command.kind != .nothing { state.last = command.number }
        switch (action, command.kind) {
        case (.own, .rows(let ids)):
            state.rows = ids.map { id in state.rows.first { $0.id == id } ?? .init(id: id) }
        case (.own, .sheet(let id)):
            state.sheet = id.map { .init(id: $0) }
        case (.row(let id, .own), .leave):
            if let index = state.rows.firstIndex(where: { $0.id == id }) { state.rows.remove(at: index) }
        case (.sheet, .leave):
            state.sheet = nil
        default: break
        }
        return state
    }

    static let header = scope(
        LeafFeature.self, state: \.header, embed: Action.header,
        extract: { if case .header(let action) = $0 { action } else { nil } })
    static let rows = forEach(
        BranchFeature.self, state: \.rows, embed: Action.row,
        extract: { if case .row(let id, let action) = $0 { (id, action) } else { nil } })
    static let sheet = ifLet(
        LeafFeature.self, state: \.sheet, embed: Action.sheet,
        extract: { if case .sheet(let action) = $0 { action } else { nil } })
}

extension RootFeature.Action {
    init(_ address: StoreAddress, _ command: StoreCommand) {
        self =
            switch address {
            case .root: .own(command)
            case .header: .header(.init(command: command))
            case .sheet: .sheet(.init(command: command))
            case .row(let id): .row(id, .own(command))
            case .detail(let id): .row(id, .detail(.init(command: command)))
            }
    }

    var content: (address: StoreAddress, command: StoreCommand) {
        switch self {
        case .own(let command): (.root, command)
        case .header(let action): (.header, action.command)
        case .sheet(let action): (.sheet, action.command)
        case .row(let id, .own(let command)): (.row(id), command)
        case .row(let id, .detail(let action)): (.detail(row: id), action.command)
        }
    }
}

/// A middleware made from a closure.
struct ModelMiddleware<Feature: ViewFeature>: Middleware {
    let answer: @MainActor @Sendable (Feature.Action, Feature.State) -> Effect<Feature.Action>

    func send(_ action: Feature.Action, currentState: Feature.State) -> Effect<Feature.Action> {
        answer(action, currentState)
    }
}
