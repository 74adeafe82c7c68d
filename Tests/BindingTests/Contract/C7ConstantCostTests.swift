import Binding
import TestSupport
import Testing

@Suite("C7 Constant cost")
struct C7ConstantCostTests {
    /// Checked by the number of observers rather than by a clock: only a sender may walk through the list.
    @Test("C7: 100,000 observers come and go in any order")
    func manyObservers() {
        let relay = BehaviorRelay(value: 0)
        let count = 100_000
        let calls = Counter()
        var subscriptions = (0..<count).map { _ in relay.subscribe(onNext: { _ in calls.add() }) }
        expectEqual(calls.value, count)
        relay.accept(1)
        expectEqual(calls.value, 2 * count)
        // From the middle, the end and the beginning: a linear search, or moving the others, would take hours here.
        subscriptions.shuffle()
        for subscription in subscriptions { subscription.dispose() }
        relay.accept(2)
        expectEqual(calls.value, 2 * count)
    }

    @Test("C7: 100,000 observers that leave while they are called")
    func leaveWhileCalled() {
        let relay = PublishRelay<Int>()
        let count = 100_000
        let calls = Counter()
        let bag = DisposeBag()
        for _ in 0..<count {
            let own = SerialDisposable()
            own.disposable = relay.subscribe(onNext: { _ in
                calls.add()
                own.dispose()
            })
            bag.insert(own)
        }
        relay.accept(1)
        relay.accept(2)
        expectEqual(calls.value, count)
    }
}
