import Binding
import TestSupport
import Testing

@Suite("Random work on 8 threads")
struct StressTests {
    /// Each thread follows its own generator. A failure contains the seed, so that a run can be repeated as far as the
    /// threads' timing allows.
    @Test(
        "sending, changing, subscribing, disposing and dropping at random", arguments: [UInt64.random(in: 0 ... .max)])
    func randomWork(seed: UInt64) async {
        let relay = BehaviorRelay(value: 0)
        let subject = PublishSubject<Int>()
        let shared = Observable.merge(relay, subject).share(replay: 1)
        let combined = Observable.combineLatest(relay, subject) { $0 &+ $1 }.distinctUntilChanged()
        let sent = Counter()
        let counted = Counter()
        let counting = subject.subscribe(onNext: { _ in counted.add() })
        let bag = DisposeBag()
        onThreads(8) { thread in
            var generator = SplitMix(state: seed &+ UInt64(thread))
            var own: [any Disposable] = []
            for step in 0..<1_500 {
                switch generator.next() % 12 {
                case 0, 1, 2: relay.accept(step)
                case 3: relay.modify { $0 &+= 1 }
                case 4, 5:
                    subject.onNext(step)
                    sent.add()
                case 6: own.append(relay.subscribe(onNext: { _ in }))
                case 7: own.append(shared.subscribe(onNext: { _ in }))
                case 8: own.append(combined.subscribe(onNext: { _ in }))
                case 9:
                    own.append(relay.asDriver().map { $0 &+ 1 }.drive(onNext: { _ in MainActor.assertIsolated() }))
                case 10:
                    if !own.isEmpty { own.remove(at: Int(generator.next() % UInt64(own.count))).dispose() }
                default:
                    // Disposed of inside the observer, or dropped without being disposed of.
                    let inside = SerialDisposable()
                    inside.disposable = relay.subscribe(onNext: { number in
                        if number.isMultiple(of: 3) { inside.dispose() }
                    })
                    bag.insert(inside)
                    _ = subject.subscribe(onNext: { _ in })
                }
            }
            for subscription in own { subscription.dispose() }
        }
        expectEqual(counted.value, sent.value, "seed \(seed)")
        counting.dispose()
        bag.dispose()
        await mainActorIsFree()
    }
}
