import Binding
import BindingTesting
import TestSupport
import Testing

@testable import Unidirectional

/// A row of a list: it counts ticks while it is running.
enum RowFeature: ViewFeature {
    struct State: FeatureState, Identifiable {
        let id: Int
        var ticks = 0
        var details: DetailFeature.State?
    }

    enum Action: FeatureAction, Equatable {
        case start, stop, tick
        case details(DetailFeature.Action)
    }

    static let updater: Updater = { state, action in
        var state = state
        if action == .tick { state.ticks += 1 }
        return state
    }

    static let details = ifLet(
        DetailFeature.self, state: \.details, embed: Action.details,
        extract: { if case .details(let action) = $0 { action } else { nil } })
    static let scopes: [any FeatureScope<Self>] = [details]
}

enum DetailFeature: ViewFeature {
    struct State: FeatureState {
        var text = ""
    }

    enum Action: FeatureAction, Equatable {
        case write(String)
        case watch
    }

    static let updater: Updater = { state, action in
        if case .write(let text) = action { State(text: text) } else { state }
    }
}

/// A list of rows, a header that is always there, an optional sheet, and rows by name.
enum ListFeature: ViewFeature {
    struct State: FeatureState {
        var header = CounterFeature.State()
        var rows: [RowFeature.State] = []
        var named: [String: RowFeature.State] = [:]
        var sheet: RowFeature.State?
        var log: [String] = []
    }

    enum Action: FeatureAction {
        case header(CounterFeature.Action)
        case row(Int, RowFeature.Action)
        case named(String, RowFeature.Action)
        case sheet(RowFeature.Action)
        case setRows([RowFeature.State])
        case setSheet(RowFeature.State?)
        case removeName(String)
    }

    static let updater: Updater = { state, action in
        var state = state
        switch action {
        case .header(let action): state.log.append("header \(action) \(state.header.count)")
        case .row(let id, .tick): state.log.append("tick \(id)")
        case .setRows(let rows): state.rows = rows
        case .setSheet(let sheet): state.sheet = sheet
        case .removeName(let name): state.named[name] = nil
        default: break
        }
        return state
    }

    static let header = scope(
        CounterFeature.self, state: \.header, embed: Action.header,
        extract: { if case .header(let action) = $0 { action } else { nil } })
    static let rows = forEach(
        RowFeature.self, state: \.rows, embed: Action.row,
        extract: { if case .row(let id, let action) = $0 { (id, action) } else { nil } })
    static let named = forEach(
        RowFeature.self, state: \.named, embed: Action.named,
        extract: { if case .named(let name, let action) = $0 { (name, action) } else { nil } })
    static let sheet = ifLet(
        RowFeature.self, state: \.sheet, embed: Action.sheet,
        extract: { if case .sheet(let action) = $0 { action } else { nil } })
    static let scopes: [any FeatureScope<Self>] = [header, rows, named, sheet]
}

@Suite("Stores: features within features")
@MainActor
struct ScopeTests {
    private let ticks = PublishRelay<Void>()
    private let started = Counter()
    private let ended = Counter()

    /// A store whose rows, wherever they are, tick while they run, all with the same identifier.
    private func store(_ state: ListFeature.State) -> OneWay<ListFeature> {
        let ticking = Answering<RowFeature> { [ticks, started, ended] action, _ in
            switch action {
            case .start:
                .run(
                    id: "ticks",
                    ticks.asObservable().map { RowFeature.Action.tick }
                        .do(onSubscribe: { started.add() }, onDispose: { ended.add() }))
            case .stop: .cancel(id: "ticks")
            default: .none
            }
        }
        return OneWay<ListFeature>(
            initialState: state,
            scopes: [
                ListFeature.header, ListFeature.rows.with(middlewares: [ticking]),
                ListFeature.named.with(middlewares: [ticking]), ListFeature.sheet.with(middlewares: [ticking]),
            ])
    }

    @Test("A child's updater runs on its part of the state, and then the parent sees the action")
    func childThenParent() {
        let store = store(.init())
        store.send(.header(.add(2)))
        expectEqual(store.state.header.count, 2)
        expectEqual(store.state.log, ["header add(2) 2"])
    }

    @Test("The store of a child shows and changes the parent's state, the one there is")
    func childStore() {
        let store = store(.init())
        let header = store.scope(ListFeature.header)
        let states = Recorder<Int>()
        let actions = Recorder<CounterFeature.Action>()
        let bag = DisposeBag()
        header.stateDriver.map(\.count).drive(onNext: { states($0) }).disposed(by: bag)
        header.actions.emit(to: actions).disposed(by: bag)
        header.send(.add(1))
        store.send(.header(.add(1)))
        store.send(.setRows([.init(id: 1)]))
        expectEqual(header.state.count, 2)
        expectEqual(store.state.header.count, 2)
        expectEqual(states.elements, [0, 1, 2])
        expectEqual(actions.elements, [.add(1), .add(1)])
    }

    @Test("Rows are found by their identifiers, wherever they move")
    func rows() throws {
        let store = store(.init(rows: [.init(id: 1), .init(id: 2), .init(id: 3)]))
        let row = try #require(store.scope(ListFeature.rows, id: 2))
        #expect(store.scope(ListFeature.rows, id: 9) == nil)
        let states = Recorder<RowFeature.State>()
        let actions = Recorder<RowFeature.Action>()
        let bag = DisposeBag()
        row.stateDriver.drive(states).disposed(by: bag)
        row.actions.emit(to: actions).disposed(by: bag)
        row.send(.tick)
        store.send(.row(1, .tick))
        store.send(.setRows(store.state.rows.reversed() + [.init(id: 4)]))
        row.send(.tick)
        store.send(.setRows(Array(store.state.rows.suffix(3))))
        row.send(.tick)
        expectEqual(row.state.ticks, 3)
        expectEqual(states.elements.map(\.ticks), [0, 1, 2, 3])
        expectEqual(actions.elements, [.tick, .tick, .tick])
        expectEqual(store.state.log, ["tick 2", "tick 1", "tick 2", "tick 2"])
    }

    @Test("Effects of rows with one identifier do not meet")
    func identifiers() {
        let store = store(.init(rows: [.init(id: 1), .init(id: 2)], named: ["a": .init(id: 1)], sheet: .init(id: 1)))
        store.send(.row(1, .start))
        store.send(.row(2, .start))
        store.send(.named("a", .start))
        store.send(.sheet(.start))
        ticks.accept(())
        store.send(.row(1, .stop))
        ticks.accept(())
        expectEqual(store.state.rows.map(\.ticks), [1, 2])
        expectEqual(store.state.named["a"]?.ticks, 2)
        expectEqual(store.state.sheet?.ticks, 2)
        expectEqual(store.runningEffectCount, 3)
    }

    @Test("The effects of a row that is removed end, and those of the others go on")
    func removedRow() {
        let store = store(.init(rows: [.init(id: 1), .init(id: 2)], named: ["a": .init(id: 1), "b": .init(id: 2)]))
        for action in [ListFeature.Action.row(1, .start), .row(2, .start), .named("a", .start), .named("b", .start)] {
            store.send(action)
        }
        store.send(.setRows([.init(id: 2)]))
        store.send(.removeName("b"))
        expectEqual(started.value, 4)
        expectEqual(ended.value, 2)
        let warnings = collectingWarnings { ticks.accept(()) }
        #expect(warnings.isEmpty)
        expectEqual(store.state.rows.map(\.ticks), [1])
        expectEqual(store.state.named["a"]?.ticks, 1)
        store.send(.setRows([]))
        store.send(.removeName("a"))
        expectEqual(ended.value, 4)
        #expect(store.hasNoRunningEffects)
    }

    @Test("A row that comes back begins without effects")
    func removedAndBack() {
        let store = store(.init(rows: [.init(id: 1)]))
        store.send(.row(1, .start))
        store.send(.setRows([]))
        store.send(.setRows([.init(id: 1)]))
        ticks.accept(())
        expectEqual(store.state.rows.map(\.ticks), [0])
    }

    @Test("The effects of a sheet end when it closes, or gives way to another one")
    func sheet() {
        let store = store(.init(sheet: .init(id: 1)))
        store.send(.sheet(.start))
        store.send(.setSheet(.init(id: 1, ticks: 5)))
        expectEqual(ended.value, 0)
        ticks.accept(())
        expectEqual(store.state.sheet?.ticks, 6)
        store.send(.setSheet(.init(id: 2)))
        expectEqual(ended.value, 1)
        store.send(.sheet(.start))
        store.send(.setSheet(nil))
        expectEqual(ended.value, 2)
        #expect(store.hasNoRunningEffects)
    }

    @Test("The store of a child that has gone keeps its last state; its actions reach the parent, and are reported")
    func gone() throws {
        let store = store(.init(rows: [.init(id: 1)]))
        let row = try #require(store.scope(ListFeature.rows, id: 1))
        row.send(.tick)
        let states = Recorder<RowFeature.State>()
        let bag = DisposeBag()
        row.stateDriver.drive(states).disposed(by: bag)
        store.send(.setRows([]))
        expectEqual(row.state.ticks, 1)
        let failures = Recorder<StoreFailure>()
        let listening = row.tracer.failures.emit(to: failures)
        row.send(.tick)
        expectEqual(store.state.log, ["tick 1", "tick 1"])
        expectEqual(states.elements.map(\.ticks), [1])
        let texts = failures.elements.map { "\($0)" }
        expectEqual(texts, ["the action tick was sent to a RowFeature that does not exist, in ListFeature"])
        listening.dispose()
        let warnings = collectingWarnings { store.send(.sheet(.tick)) }
        expectEqual(warnings.count, 1)
    }

    @Test("A child of a child")
    func grandchild() throws {
        let relay = PublishRelay<DetailFeature.Action>()
        let watching = Answering<DetailFeature> { action, _ in action == .watch ? .run(id: 1, relay) : .none }
        enum Rows: ViewFeature {
            struct State: FeatureState { var rows: [RowFeature.State] }
            enum Action: FeatureAction {
                case row(Int, RowFeature.Action)
                case clear
            }
            static let updater: Updater = { state, action in
                if case .clear = action { State(rows: [.init(id: 7)]) } else { state }
            }
            static let rows = forEach(
                RowFeature.self, state: \.rows, embed: Action.row,
                extract: { if case .row(let id, let action) = $0 { (id, action) } else { nil } })
            static let scopes: [any FeatureScope<Self>] = [rows]
        }
        let store = OneWay<Rows>(
            initialState: .init(rows: [.init(id: 7, details: .init())]),
            scopes: [
                Rows.rows.with(scopes: [RowFeature.details.with(middlewares: [watching])])
            ])
        let row = try #require(store.scope(Rows.rows, id: 7))
        let details = try #require(row.scope(RowFeature.details))
        details.send(.watch)
        relay.accept(.write("hello"))
        expectEqual(details.state.text, "hello")
        expectEqual(store.state.rows[0].details?.text, "hello")
        expectEqual(store.runningEffectCount, 1)
        store.send(.clear)
        #expect(store.hasNoRunningEffects)
        #expect(row.scope(RowFeature.details) == nil)
    }

    /// A folder is a row of folders.
    enum Folder: ViewFeature {
        struct State: FeatureState, Identifiable {
            let id: Int
            var isOpen = false
            var folders: [State] = []
        }

        indirect enum Action: FeatureAction {
            case toggle
            case folder(Int, Action)
        }

        static let updater: Updater = { state, action in
            var state = state
            if case .toggle = action { state.isOpen.toggle() }
            return state
        }

        static let folders = forEach(
            Folder.self, state: \.folders, embed: { .folder($0, $1) },
            extract: { if case .folder(let id, let action) = $0 { (id, action) } else { nil } })
        static let scopes: [any FeatureScope<Self>] = [folders]
    }

    @Test("A feature may be a part of itself")
    func recursive() throws {
        let state = Folder.State(id: 0, folders: [.init(id: 1, folders: [.init(id: 2)])])
        let store = OneWay<Folder>(initialState: state)
        let inner = try #require(store.scope(Folder.folders, id: 1)?.scope(Folder.folders, id: 2))
        inner.send(.toggle)
        #expect(store.state.folders[0].folders[0].isOpen)
        #expect(!store.state.folders[0].isOpen)
    }

    @Test("Tracing an action of a child shows where in the whole state it changed something")
    func tracing() throws {
        let store = store(.init(rows: [.init(id: 1), .init(id: 2)]))
        let row = try #require(store.scope(ListFeature.rows, id: 2))
        let changes = Recorder<TraceChange>()
        let subscription = row.tracer.events.emit(onNext: { for change in $0.changes { changes(change) } })
        row.send(.tick, shouldTrace: true)
        subscription.dispose()
        expectEqual(changes.elements.map(\.description), ["rows[1].ticks: 0 -> 1", #"log[0]: nothing -> "tick 2""#])
    }

    @Test("Tracing an action of a child traces what its effects send")
    func tracingEffects() throws {
        let store = store(.init(rows: [.init(id: 1)]))
        let row = try #require(store.scope(ListFeature.rows, id: 1))
        let changes = Recorder<TraceChange>()
        let subscription = store.tracer.events.emit(onNext: { for change in $0.changes { changes(change) } })
        row.send(.start, shouldTrace: true)
        ticks.accept(())
        subscription.dispose()
        expectEqual(changes.elements.map(\.description), ["rows[0].ticks: 0 -> 1", #"log[0]: nothing -> "tick 1""#])
    }

    @Test("The store of a child keeps its parent, and not the other way round")
    func lifetimes() {
        var store: OneWay<ListFeature>? = store(.init())
        weak let parent = store
        var header = store?.scope(ListFeature.header)
        weak let child = header
        let bag = DisposeBag()
        header?.stateDriver.drive(onNext: { _ in }).disposed(by: bag)
        store = nil
        #expect(parent != nil)
        header?.send(.add(1))
        expectEqual(parent?.state.header.count, 1)
        header = nil
        bag.dispose()
        #expect(child == nil)
        #expect(parent == nil)
    }
}
