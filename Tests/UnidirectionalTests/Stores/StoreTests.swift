import Binding
import BindingControls
import TestSupport
import Testing
import Unidirectional

@Suite("Stores: sending and state")
@MainActor
struct StoreTests {
    typealias Store = OneWay<CounterFeature>

    @Test("The state of an action is there, and shown, when send returns")
    func atOnce() {
        let store = Store(initialState: .init(count: 1))
        let label = Label()
        let bag = DisposeBag()
        store.stateDriver.map { "\($0.count)" }.drive(label.rx.text).disposed(by: bag)
        store.send(.add(2))
        expectEqual(store.state.count, 3)
        expectEqual(label.history, ["1", "3"])
    }

    @Test("A state equal to the last is not shown again, but its action is sent")
    func equalStates() {
        let store = Store(initialState: .init())
        let states = Recorder<CounterFeature.State>()
        let actions = Recorder<CounterFeature.Action>()
        let bag = DisposeBag()
        store.stateDriver.drive(states).disposed(by: bag)
        store.actions.emit(to: actions).disposed(by: bag)
        store.send(.nothing)
        store.send(.add(0))
        store.send(.add(1))
        expectEqual(states.elements.map(\.count), [0, 1])
        expectEqual(actions.elements, [.nothing, .add(0), .add(1)])
    }

    @Test("A late observer is shown the latest state, and no earlier action")
    func replay() {
        let store = Store(initialState: .init())
        store.send(.add(5))
        let states = Recorder<CounterFeature.State>()
        let actions = Recorder<CounterFeature.Action>()
        let bag = DisposeBag()
        store.stateDriver.drive(states).disposed(by: bag)
        store.actions.emit(to: actions).disposed(by: bag)
        expectEqual(states.elements.map(\.count), [5])
        expectEqual(actions.count, 0)
    }

    enum Sender: CaseIterable {
        case stateObserver, actionObserver, tracer, middleware
    }

    @Test(
        "An action sent while one is handled comes after it, in order, before send returns",
        arguments: Sender.allCases)
    func nested(sender: Sender) {
        let middleware = Answering<CounterFeature> { action, _ in
            sender == .middleware && action == .add(1) ? [.send(.note("a")), .send(.note("b"))] : .none
        }
        let store = Store(initialState: .init(), middlewares: [middleware])
        let bag = DisposeBag()
        let statesAtSend = Recorder<CounterFeature.State>()
        let sendTwo: @MainActor () -> Void = { [unowned store] in
            store.send(.note("a"))
            statesAtSend(store.state)
            store.send(.note("b"))
            statesAtSend(store.state)
        }
        switch sender {
        case .stateObserver:
            store.stateDriver.drive(onNext: { if $0.count == 1, $0.notes.isEmpty { sendTwo() } }).disposed(by: bag)
        case .actionObserver:
            store.actions.emit(onNext: { if $0 == .add(1) { sendTwo() } }).disposed(by: bag)
        case .tracer:
            store.tracer.events.emit(onNext: { if $0.changes.first?.path == "count" { sendTwo() } }).disposed(by: bag)
        case .middleware: break
        }
        let states = Recorder<CounterFeature.State>()
        let actions = Recorder<CounterFeature.Action>()
        store.stateDriver.drive(states).disposed(by: bag)
        store.actions.emit(to: actions).disposed(by: bag)
        store.send(.add(1), shouldTrace: true)
        expectEqual(actions.elements, [.add(1), .note("a"), .note("b")])
        expectEqual(states.elements.map(\.notes), [[], [], ["a"], ["a", "b"]])
        expectEqual(store.state.notes, ["a", "b"])
        // While the outer action is being handled, the state is that of the outer one.
        #expect(statesAtSend.elements.allSatisfy { $0.count == 1 && $0.notes.isEmpty })
    }

    enum Holder: ViewFeature {
        struct State: FeatureState {
            var held: Held?
            var count = 0
        }

        struct Held: Equatable, Sendable {
            let farewell: Farewell
            static func == (left: Held, right: Held) -> Bool { left.farewell === right.farewell }
        }

        enum Action: FeatureAction {
            case hold(Farewell?)
            case count(Farewell?)
        }

        static let updater: Updater = { state, action in
            var state = state
            switch action {
            case .hold(let farewell): state.held = farewell.map(Held.init)
            case .count: state.count += 1
            }
            return state
        }
    }

    @Test("A deinitialiser of what a state or an action held may read the state and send")
    func deinitialisers() {
        let store = OneWay<Holder>(initialState: .init())
        let counts = Recorder<Int>()
        let sends: @Sendable () -> Void = { [weak store] in
            MainActor.assumeIsolated {
                counts(store?.state.count ?? -1)
                store?.send(.count(nil))
            }
        }
        let bag = DisposeBag()
        store.stateDriver.map(\.count).drive(onNext: { [weak store] count in
            guard count == 1 else { return }
            // Waiting actions, which hold the last references to their values.
            for _ in 0..<3 { store?.send(.count(Farewell(sends))) }
        }).disposed(by: bag)
        store.send(.count(nil))
        expectEqual(store.state.count, 7)
        store.send(.hold(Farewell(sends)))
        store.send(.hold(nil))
        expectEqual(store.state.count, 8)
        expectEqual(counts.count, 4)
    }

    @Test("A hundred thousand actions, each sent by the handling of the one before, need no stack")
    func noRecursion() {
        let store = Store(initialState: .init())
        let bag = DisposeBag()
        store.stateDriver.drive(onNext: { [unowned store] state in
            if (1..<100_000).contains(state.count) { store.send(.add(1)) }
        }).disposed(by: bag)
        let warnings = collectingWarnings { store.send(.add(1)) }
        expectEqual(store.state.count, 100_000)
        expectEqual(warnings.count, 1)
    }

    @Test(
        "A store that feeds itself is reported once in a run, by its type, after 10,000 actions",
        arguments: [9_999, 10_000])
    func feedback(nested: Int) {
        let middleware = Answering<CounterFeature> { _, state in state.count <= nested ? .send(.add(1)) : .none }
        let store = Store(initialState: .init(), middlewares: [middleware])
        let warnings = collectingWarnings { store.send(.add(1)) }
        expectEqual(store.state.count, nested + 1)
        #expect(warnings.count == (nested < 10_000 ? 0 : 1))
        if let warning = warnings.first { #expect("\(warning)".contains("OneWay<CounterFeature>")) }
        let outside = collectingWarnings { for _ in 0..<20_000 { store.send(.nothing) } }
        #expect(outside.isEmpty)
    }

    @Test("Observers keep the state, not the store")
    func released() {
        var store: Store? = Store(initialState: .init())
        weak let gone = store
        let bag = DisposeBag()
        store?.stateDriver.drive(onNext: { _ in }).disposed(by: bag)
        store?.actions.emit(onNext: { _ in }).disposed(by: bag)
        store?.tracer.events.emit(onNext: { _ in }).disposed(by: bag)
        store?.send(.add(1))
        store = nil
        #expect(gone == nil)
    }

    @Test("The middlewares given take the place of the feature's own")
    func givenMiddlewares() {
        enum Answered: ViewFeature {
            typealias State = CounterFeature.State
            typealias Action = CounterFeature.Action
            static let updater: Updater = CounterFeature.updater
            static let middlewares: [any Middleware<Answered>] = [
                Answering { action, _ in action == .nothing ? .send(.note("own")) : .none }
            ]
        }
        let given = Answering<Answered> { action, _ in action == .nothing ? .send(.note("given")) : .none }
        let own = OneWay<Answered>(initialState: .init())
        let replaced = OneWay<Answered>(initialState: .init(), middlewares: [given])
        let both = OneWay<Answered>(initialState: .init(), middlewares: Answered.middlewares + [given])
        for store in [own, replaced, both] { store.send(.nothing) }
        expectEqual(own.state.notes, ["own"])
        expectEqual(replaced.state.notes, ["given"])
        expectEqual(both.state.notes, ["own", "given"])
    }
}
