import Binding
import BindingControls
import Foundation
import TestSupport
import Testing
import Unidirectional

// The examples of Documentation/Stores.md; see DocumentationTests in BindingTests.

// EXAMPLE: store, feature

// EXAMPLE: store, middleware

// EXAMPLE: store, composition

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
        #expect(store.state.names == ["Ada", "Grace"])
        #expect(label.history == ["0 found", "2 found"])
    }

    @Test("Effects")
    func effects() async {
        let service = Service()
        // EXAMPLE: store, effects
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
        #expect(store.state.search.query == "a")
        #expect(store.state.members.map(\.id) == [1])
        #expect(invitation == nil)
    }

    @Test("Tracing")
    func tracing() throws {
        let store = OneWay<SearchFeature>(initialState: .init(query: "a"), context: Label.self)
        // EXAMPLE: store, tracing
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
        #expect(label.text == "ada")
    }
}
