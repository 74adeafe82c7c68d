import Binding
import BindingTesting
import Dispatch
import TestSupport
import Testing

/// Subscriptions that are neither held nor disposed of.
@Suite("C4, C10 Disposables that are dropped")
@MainActor
struct DroppedSubscriptionTests {
    /// A way from a relay to an observer through a stage that observers share.
    enum Stage: CaseIterable, Sendable {
        case share, shareReplay, driver, driverChain, flatMapLatest, combineLatest

        func observable(_ relay: BehaviorRelay<Int>) -> Observable<Int> {
            switch self {
            case .share: relay.asObservable().map { $0 }.share()
            case .shareReplay: relay.share(replay: 1)
            case .driver: relay.asDriver().map { $0 }.asObservable()
            case .driverChain:
                { (first: Driver<Int>) in
                    { (second: Driver<Int>) in second.map { $0 }.asObservable() }(first.map { $0 })
                }(
                    relay.asDriver().map { $0 })
            case .flatMapLatest:
                Observable.just(0).concat(Observable.never()).flatMapLatest { _ in relay }.share(replay: 1)
            case .combineLatest: Observable.combineLatest(relay, relay) { $0 + $1 - $0 }.share(replay: 1)
            }
        }
    }

    @Test(
        "C10: who subscribes second keeps a shared source alive, though the first has dropped what it was given",
        arguments: Stage.allCases)
    func secondKeeps(_ stage: Stage) {
        var relay: BehaviorRelay<Int>? = BehaviorRelay(value: 1)
        weak let weakRelay = relay
        let shared = stage.observable(relay!)
        let first = Recorder<Int>()
        let second = Recorder<Int>()
        _ = shared.subscribe(first)
        let subscription = shared.subscribe(second)
        let third = shared.subscribe(Recorder<Int>())
        third.dispose()
        relay?.accept(2)
        if stage != .flatMapLatest { relay = nil } else { relay = nil }
        #expect(weakRelay != nil)
        weakRelay?.accept(3)
        expectEqual(second.elements.suffix(2), [2, 3])
        expectEqual(first.elements.suffix(2), [2, 3])
        subscription.dispose()
    }

    @Test("C10: the one that came first may drop its own after the second has come, and from another thread")
    func droppedLater() {
        for _ in 0..<200 {
            let relay = BehaviorRelay(value: 1)
            let shared = relay.map { $0 }.share(replay: 1)
            let first = Shared<(any Disposable)?>(shared.subscribe(Recorder<Int>()))
            let recorder = Recorder<Int>()
            let second = Shared<(any Disposable)?>(nil)
            onThreads(2) { thread in
                if thread == 0 { first.value = nil } else { second.value = shared.subscribe(recorder) }
            }
            relay.accept(2)
            expectEqual(recorder.elements, [1, 2])
            second.value?.dispose()
            relay.accept(3)
            expectEqual(recorder.elements, [1, 2])
        }
    }

    @Test("C10: the one that came first, and the one that goes on for it, may be dropped at once")
    func droppedAtOnce() {
        for _ in 0..<2_000 {
            let relay = BehaviorRelay(value: 1)
            let shared = relay.map { $0 }.share(replay: 1)
            let first = Shared<(any Disposable)?>(shared.subscribe(Recorder<Int>()))
            onThreads(2) { thread in
                if thread == 0 { first.value = nil } else { _ = shared.subscribe(Recorder<Int>()) }
            }
            let recorder = Recorder<Int>()
            let last = shared.subscribe(recorder)
            relay.accept(2)
            expectEqual(recorder.elements, [1, 2])
            last.dispose()
        }
    }

    @Test(
        "C4: a subscription that nobody holds and that ends by itself leaves its source, which need not send for that")
    func endsByItself() {
        let values = BehaviorRelay(value: 0)
        var object: Shared<Int>? = Shared(0)
        weak let weakObject = object
        _ = values.take(1).subscribe(onNext: { [object] in object?.value = $0 })
        object = nil
        #expect(weakObject == nil)
    }

    @Test("C4: also where it ends later, by another source")
    func endsByAnother() {
        let values = BehaviorRelay(value: 0)
        let end = PublishSubject<Void>()
        var object: Shared<Int>? = Shared(0)
        weak let weakObject = object
        _ = values.take(until: end).subscribe(onNext: { [object] in object?.value = $0 })
        object = nil
        #expect(weakObject != nil)
        end.onNext(())
        #expect(weakObject == nil)
    }

    /// How a stage over a shared stage ends by itself.
    enum Ending: CaseIterable, Sendable { case take, driverTake, withLatestFrom, merge, signal }

    @Test(
        "C4: a stage that ends by itself releases the shared stage above it immediately",
        arguments: Ending.allCases)
    func stageEnds(_ ending: Ending) {
        let disposals = Counter()
        let subject = PublishSubject<Int>()
        let source = Observable<Int>.create { observer in
            let subscription = subject.subscribe(observer)
            return Disposables.create {
                disposals.add()
                subscription.dispose()
            }
        }
        let recorder = Recorder<Int>()
        let subscription: any Disposable
        switch ending {
        case .take: subscription = source.share().take(1).share().subscribe(recorder)
        case .driverTake:
            let driver = source.asDriver(onErrorJustReturn: 0).map { $0 }
            subscription = driver.take(1).drive(recorder)
        case .signal:
            let signal = source.asSignal(onErrorJustReturn: 0)
            subscription = signal.map { $0 }.take(1).map { $0 }.emit(to: recorder)
        case .withLatestFrom:
            let shared = source.share()
            subscription = shared.withLatestFrom(Observable.just(1)).take(1).share().subscribe(recorder)
        case .merge:
            subscription = Observable.merge(source.share(), Observable<Int>.never()).take(1).share().subscribe(recorder)
        }
        expectEqual(disposals.value, 0)
        subject.onNext(1)
        #expect(recorder.isCompleted)
        expectEqual(disposals.value, 1)
        subscription.dispose()
    }

    @Test("C9: a driver that is subscribed to elsewhere and disposed of at once subscribes to nothing")
    func disposedBeforeTheHop() async {
        let subscriptions = Counter()
        let driver = Observable<Int>.create { _ in
            subscriptions.add()
            return Disposables.create()
        }
        .asDriver(onErrorJustReturn: 0)
        onAnotherThread { driver.drive(onNext: { _ in }).dispose() }
        await mainActorIsFree()
        expectEqual(subscriptions.value, 0)
    }
}
