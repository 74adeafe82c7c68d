import Binding
import Foundation
import TestSupport
import Testing
import Unidirectional

// The examples of Documentation/Stores.md; see DocumentationTests in BindingTests.

// EXAMPLE: store, feature
enum SearchFeature: ViewFeature {
    struct State: FeatureState {
        var query = ""
        var names: [String] = []
        var isBusy = false
    }

    enum Action: FeatureAction {
        case edit(String)
        case found([String])
        case leave
    }

    static let updater: Updater = { state, action in
        var state = state
        switch action {
        case .edit(let query):
            state.query = query
            state.isBusy = true
        case .found(let names):
            state.names = names
            state.isBusy = false
        case .leave:
            state = State()
        }
        return state
    }
}
// END

// EXAMPLE: store, middleware
struct Directory: Middleware {
    typealias Feature = SearchFeature

    let find: @Sendable (String) async throws -> [String]

    func send(_ action: Feature.Action, currentState: Feature.State) -> Effect<Feature.Action> {
        switch action {
        case .edit(let query): .run(id: "find") { [find] in .found(try await find(query)) }
        case .leave: .cancel(id: "find")
        case .found: .none
        }
    }
}
// END

// EXAMPLE: store, composition
enum MembersFeature: ViewFeature {
    struct State: FeatureState {
        var search = SearchFeature.State()
        var members: [MemberFeature.State] = []
        var invitation: InvitationFeature.State?
    }

    enum Action: FeatureAction {
        case search(SearchFeature.Action)
        case member(Int, MemberFeature.Action)
        case invitation(InvitationFeature.Action)
    }

    static let updater: Updater = { state, action in
        var state = state
        switch action {
        case .member(let id, .leave): state.members.removeAll { $0.id == id }
        case .invitation(.send): state.invitation = nil
        default: break  // the children have handled it
        }
        return state
    }

    static let search = scope(
        SearchFeature.self, state: \.search, embed: Action.search,
        extract: { if case .search(let action) = $0 { action } else { nil } })
    static let members = forEach(
        MemberFeature.self, state: \.members, embed: Action.member,
        extract: { if case .member(let id, let action) = $0 { (id, action) } else { nil } })
    static let invitation = ifLet(
        InvitationFeature.self, state: \.invitation, embed: Action.invitation,
        extract: { if case .invitation(let action) = $0 { action } else { nil } })
    static let scopes: [any FeatureScope<Self>] = [search, members, invitation]
}
// END

enum MemberFeature: ViewFeature {
    struct State: FeatureState, Identifiable {
        let id: Int
        var name = ""
    }

    enum Action: FeatureAction {
        case rename(String)
        case leave
    }

    static let updater: Updater = { state, action in
        var state = state
        if case .rename(let name) = action { state.name = name }
        return state
    }
}

enum InvitationFeature: ViewFeature {
    struct State: FeatureState { var address = "" }
    enum Action: FeatureAction {
        case send
    }

    static let updater: Updater = { state, _ in state }
}

@Suite("The examples of Documentation/Stores.md")
@MainActor
struct StoresDocumentTests {
    private let label = Label()
    private let bag = DisposeBag()
    /// A replacement for the real service.
    private let print: @MainActor (Any) -> Void = { _ in }

    private struct Service: Sendable {
        @Sendable func find(_ query: String) async throws -> [String] { [query + "!"] }
    }

    @Test("A store")
    func store() {
        // EXAMPLE: store, use
        let store = OneWay<SearchFeature>(initialState: .init())
        store.stateDriver
            .map { "\($0.names.count) found" }
            .distinctUntilChanged()
            .drive(label.rx.text)
            .disposed(by: bag)

        store.send(.found(["Ada", "Grace"]))  // store.state.names and label.text are the new ones
        // END
        #expect(store.state.names == ["Ada", "Grace"])
        #expect(label.history == ["0 found", "2 found"])
    }

    @Test("Effects")
    func effects() async {
        let service = Service()
        // EXAMPLE: store, effects
        let store = OneWay<SearchFeature>(
            initialState: .init(), middlewares: [Directory(find: service.find)])
        store.tracer.failures.emit(onNext: { failure in print(failure) }).disposed(by: bag)
        store.send(.edit("ad"))
        store.send(.edit("ada"))  // the first search is cancelled
        // END
        await eventually { !store.state.isBusy }
        #expect(store.state.names == ["ada!"])
    }

    @Test("A text in place of the feature's name, and middlewares of its own")
    func context() async {
        let store = OneWay<SearchFeature>(
            initialState: .init(), context: "search", middlewares: [Directory(find: Service().find)])
        var text = ""
        store.tracer.events.emit(onNext: { text = $0.description }).disposed(by: bag)
        store.send(.edit("ada"), shouldTrace: true)
        await eventually { store.state.names == ["ada!"] }
        #expect(text.contains("search"))
    }

    @Test("Children")
    func children() {
        // EXAMPLE: store, scopes
        let store = OneWay<MembersFeature>(
            initialState: .init(members: [.init(id: 1, name: "Ada"), .init(id: 2, name: "Grace")]))
        let search: OneWay<SearchFeature> = store.scope(MembersFeature.search)
        let grace: OneWay<MemberFeature>? = store.scope(MembersFeature.members, id: 2)
        let invitation: OneWay<InvitationFeature>? = store.scope(MembersFeature.invitation)

        search.send(.edit("a"))
        grace?.send(.rename("Grace Hopper"))  // store.state.members[1].name is the new one
        grace?.send(.leave)  // the parent's updater has removed her
        // END
        #expect(store.state.search.query == "a")
        #expect(store.state.members.map(\.id) == [1])
        #expect(invitation == nil)
    }

    @Test("Tracing")
    func tracing() throws {
        let store = OneWay<SearchFeature>(initialState: .init(query: "a"), context: Label.self)
        // EXAMPLE: store, tracing
        store.tracer.events.emit(onNext: { event in print(event) }).disposed(by: bag)
        store.send(.edit("ad"), shouldTrace: true)
        // END
        var text = ""
        store.tracer.events.emit(onNext: { text = $0.description }).disposed(by: bag)
        store.send(.leave)
        store.send(.edit("a"))
        store.send(.found([]))
        store.send(.edit("ad"), shouldTrace: true)
        let printed = try Example.blocks(of: "Documentation/Stores.md", language: "text").first
        #expect(text.components(separatedBy: "\n") == printed)
    }

    @Test("Global stores")
    func global() throws {
        defer { GlobalOneWay.unregister(SearchFeature.self) }
        // EXAMPLE: store, global
        try GlobalOneWay.register(SearchFeature.self, initialState: .init())

        try GlobalOneWay.state(of: SearchFeature.self)
            .map(\.query)
            .drive(label.rx.text)
            .disposed(by: bag)
        try GlobalOneWay.send(.edit("ada"), to: SearchFeature.self)
        // END
        #expect(label.text == "ada")
    }
}
