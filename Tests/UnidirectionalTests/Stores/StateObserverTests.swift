import Binding
import TestSupport
import Testing

@testable import Unidirectional

@Suite("Stores: who observes the state, and when")
@MainActor
struct StateObserverTests {
    /// A store with one row, whose effect calls a closure when it ends.
    private func store(onEnd: @escaping @Sendable () -> Void) -> OneWay<ListFeature> {
        let starting = Answering<RowFeature> { action, _ in
            action == .start ? .run(Observable<RowFeature.Action>.never().do(onDispose: onEnd)) : .none
        }
        let store = OneWay<ListFeature>(
            initialState: .init(rows: [.init(id: 1)]), scopes: [ListFeature.rows.with(middlewares: [starting])])
        store.send(.row(1, .start))
        return store
    }

    @Test("What ends with a row may begin to observe the state, and is shown it once", arguments: [false, true])
    func observedFromAnEnd(hasObserver: Bool) {
        let shown = Recorder<Int>()
        let others = Recorder<Int>()
        let bag = DisposeBag()
        let held = Shared<OneWay<ListFeature>?>(nil)
        let store = store {
            MainActor.assumeIsolated {
                held.value?.stateDriver.drive(onNext: { shown($0.rows.count) }).disposed(by: bag)
            }
        }
        held.value = store
        if hasObserver { store.stateDriver.drive(onNext: { others($0.rows.count) }).disposed(by: bag) }
        store.send(.setRows([]))
        expectEqual(shown.elements, [0])
        #expect(others.elements == (hasObserver ? [1, 0] : []))
        held.value = nil
    }

    @Test("The observers of a state are called before the effects of what has gone end")
    func order() {
        let log = Recorder<String>()
        let store = store { log("end") }
        let bag = DisposeBag()
        store.stateDriver.drive(onNext: { log("\($0.rows.count)") }).disposed(by: bag)
        store.actions.emit(onNext: { _ in log("action") }).disposed(by: bag)
        store.send(.setRows([]))
        expectEqual(log.elements, ["1", "0", "end", "action"])
    }

    @Test("An action sent from an observer's first call is handled at once, and shown when that call is done")
    func firstCall() {
        let store = OneWay<CounterFeature>(initialState: .init())
        let bag = DisposeBag()
        let first = Recorder<Int>()
        let second = Recorder<Int>()
        let atReturn = Recorder<Int>()
        store.stateDriver.drive(onNext: { first($0.count) }).disposed(by: bag)
        store.stateDriver.drive(onNext: { [unowned store] state in
            second(state.count)
            guard state.count == 0 else { return }
            store.send(.add(1))
            atReturn(store.state.count)
            store.send(.add(1))
            atReturn(store.state.count)
            expectEqual(first.elements, [0])
        }).disposed(by: bag)
        expectEqual(atReturn.elements, [1, 2])
        expectEqual(first.elements, [0, 1, 2])
        expectEqual(second.elements, [0, 1, 2])
    }

    // MARK: Removed children

    @Test("The store of a child that has gone shows a new observer its last state")
    func goneRow() throws {
        let store = OneWay<ListFeature>(
            initialState: .init(rows: [.init(id: 1)], named: ["a": .init(id: 1)], sheet: .init(id: 1)))
        let children = [
            try #require(store.scope(ListFeature.rows, id: 1)), try #require(store.scope(ListFeature.named, id: "a")),
            try #require(store.scope(ListFeature.sheet)),
        ]
        for child in children { child.send(.tick) }
        let early = Recorder<Int>()
        let late = Recorder<Int>()
        let bag = DisposeBag()
        for child in children { child.stateDriver.drive(onNext: { early($0.ticks) }).disposed(by: bag) }
        bag.dispose()
        store.send(.setRows([]))
        store.send(.removeName("a"))
        store.send(.setSheet(nil))
        for child in children { child.stateDriver.drive(onNext: { late($0.ticks) }).disposed(by: bag) }
        expectEqual(children.map(\.state.ticks), [1, 1, 1])
        expectEqual(early.elements, [1, 1, 1])
        expectEqual(late.elements, [1, 1, 1])
    }

    @Test(
        "All stores of a row that has gone have the state in which any of them has seen it last",
        arguments: [false, true])
    func goneRowOfSeveralStores(isObserved: Bool) throws {
        let store = OneWay<ListFeature>(initialState: .init(rows: [.init(id: 1)], named: [:], sheet: nil))
        let first = try #require(store.scope(ListFeature.rows, id: 1))
        let second = try #require(store.scope(ListFeature.rows, id: 1))
        let bag = DisposeBag()
        if isObserved { second.stateDriver.drive(onNext: { _ in }).disposed(by: bag) }
        second.send(.tick)
        if !isObserved { expectEqual(second.state.ticks, 1) }
        store.send(.setRows([]))
        let late = Recorder<Int>()
        expectEqual(first.state.ticks, 1)
        first.stateDriver.drive(onNext: { late($0.ticks) }).disposed(by: bag)
        expectEqual(late.elements, [1])
        expectEqual([first, second].map(\.state.ticks), [1, 1])
    }

    @Test("The store of a child that has gone, and was never observed, shows its last state, and the child's return")
    func goneUnobserved() throws {
        let store = OneWay<ListFeature>(initialState: .init(rows: [.init(id: 1)], sheet: .init(id: 1)))
        let children = [
            try #require(store.scope(ListFeature.rows, id: 1)), try #require(store.scope(ListFeature.sheet)),
        ]
        store.send(.setRows([]))
        store.send(.setSheet(nil))
        let states = Recorder<Int>()
        let bag = DisposeBag()
        for child in children { child.stateDriver.drive(onNext: { states($0.ticks) }).disposed(by: bag) }
        expectEqual(states.elements, [0, 0])
        store.send(.setRows([.init(id: 1, ticks: 5)]))
        store.send(.setSheet(.init(id: 1, ticks: 6)))
        expectEqual(states.elements, [0, 0, 5, 6])
        expectEqual(children.map(\.state.ticks), [5, 6])
    }
}
