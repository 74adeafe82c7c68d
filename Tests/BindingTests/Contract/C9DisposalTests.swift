import Binding
import BindingControls
import Dispatch
import TestSupport
import Testing

@Suite("C9 Disposal")
struct C9DisposalTests {
    @Test("C9: disposed on the thread that sends, no further call starts")
    func sameThread() {
        let relay = PublishRelay<Int>()
        let recorder = Recorder<Int>()
        let subscription = relay.subscribe(recorder)
        relay.accept(1)
        subscription.dispose()
        relay.accept(2)
        expectEqual(recorder.elements, [1])
    }

    @Test("C9: an observer that an earlier one disposes of is not called with the value under way")
    func byAnEarlierObserver() {
        let relay = PublishRelay<Int>()
        let recorder = Recorder<Int>()
        let second = SerialDisposable()
        let first = relay.subscribe(onNext: { _ in second.dispose() })
        second.disposable = relay.subscribe(recorder)
        relay.accept(1)
        expectEqual(recorder.elements, [])
        first.dispose()
    }

    @Test("C9: an observer that disposes of itself gets nothing that is already queued")
    func byItself() {
        let relay = PublishRelay<Int>()
        let recorder = Recorder<Int>()
        let own = SerialDisposable()
        own.disposable = relay.subscribe(onNext: { number in
            recorder(number)
            relay.accept(number + 1)
            if number == 3 { own.dispose() }
        })
        relay.accept(1)
        expectEqual(recorder.elements, [1, 2, 3])
    }

    @Test("C9: a value on its way to the main actor does not arrive after disposal there")
    @MainActor
    func onTheMainActor() async {
        let relay = PublishRelay<Int>()
        let label = Label()
        var driven: [Int] = []
        let bag = DisposeBag()
        bag.insert(relay.asSignal().emit(onNext: { driven.append($0) }))
        bag.insert(relay.asSignal().map { $0 * 2 }.emit(onNext: { driven.append($0) }))
        bag.insert(relay.map { "\($0)" }.bind(to: label.rx.text))
        bag.insert(relay.map { "\($0)" }.bind(to: AnyObserver(label.rx.text)))
        bag.insert(relay.observe(on: MainScheduler.instance).subscribe(onNext: { _ in Issue.record("called") }))
        onAnotherThread { relay.accept(1) }
        bag.dispose()
        await mainActorIsFree()
        expectEqual(driven, [])
        expectEqual(label.history, [])
    }

    @Test("C9: disposed from another thread, at most the call under way is left")
    func fromAnotherThread() {
        for _ in 0..<200 {
            let relay = PublishRelay<Int>()
            let isDisposed = Shared(false)
            let late = Counter()
            let running = Counter()
            let subscription = relay.subscribe(onNext: { _ in
                running.add()
                if isDisposed.value { late.add() }
            })
            onThreads(2) { thread in
                if thread == 0 {
                    for number in 0..<200 { relay.accept(number) }
                } else {
                    while running.value < 5 {}
                    subscription.dispose()
                    isDisposed.value = true
                }
            }
            // The one call that may have been running can see the flag, which is set after disposal.
            #expect(late.value <= 1)
        }
    }

    @Test("C9: disposing twice, at once from several threads, and in a deinitialiser")
    func anyHow() {
        let relay = PublishRelay<Int>()
        let recorder = Recorder<Int>()
        let disposals = Counter()
        let subscription = relay.subscribe(onNext: { recorder($0) }, onDisposed: { disposals.add() })
        onThreads(8) { _ in subscription.dispose() }
        subscription.dispose()
        expectEqual(disposals.value, 1)

        final class Owner: Sendable {
            let subscription: any Disposable
            init(_ subscription: any Disposable) { self.subscription = subscription }
            deinit { subscription.dispose() }
        }
        let owner = Shared<Owner?>(Owner(relay.subscribe(recorder)))
        let dropping = relay.subscribe(onNext: { _ in owner.value = nil })
        relay.accept(1)
        relay.accept(2)
        expectEqual(recorder.elements, [1])
        dropping.dispose()
    }

    @Test("C9: disposed of by two threads at once, it has ended when the call on either returns")
    func byTwoAtOnce() {
        let late = Counter()
        for _ in 0..<200 {
            let relay = PublishRelay<Int>()
            let subscriptions = (0..<20).map { number in
                relay.subscribe(onNext: { if $0 == number { late.add() } })
            }
            let isOver = Shared(false)
            onThreads(4) { thread in
                guard thread < 2 else {
                    // Keeps the source's lock busy, so that disposing has to wait for it.
                    while !isOver.value { relay.accept(-1) }
                    return
                }
                for (number, subscription) in subscriptions.enumerated() {
                    subscription.dispose()
                    relay.accept(number)
                }
                isOver.value = true
            }
        }
        expectEqual(late.value, 0)
    }

    @Test("C9: disposed of on threads while the source ends and is dropped, each subscription ends once")
    func endingTogether() {
        let disposals = Counter()
        let living = Counter()
        var rounds = 0
        while rounds < 300 {
            rounds += 1
            let subject = Shared<PublishSubject<Int>?>(PublishSubject())
            let subscriptions = (0..<20).map { _ in
                let witness = Witness(living)
                return subject.value?.subscribe(
                    onNext: { _ in withExtendedLifetime(witness) {} }, onDisposed: { disposals.add() })
            }
            onThreads(3) { thread in
                if thread == 2 {
                    subject.value?.onCompleted()
                    subject.value = nil
                } else {
                    for subscription in subscriptions { subscription?.dispose() }
                }
            }
            expectEqual(living.value, 0, "what an observer held is released, though the subscriptions are kept")
        }
        expectEqual(disposals.value, rounds * 20)
    }

    @Test("C9: a subscription that ends by itself may be dropped by what it disposes of on the way")
    func droppedWhileItEnds() {
        for _ in 0..<100 {
            let bag = Guarded<DisposeBag?>(DisposeBag())
            let released = Counter()
            let source = Observable<Int>.create { observer in
                observer.onNext(1)
                return Disposables.create {
                    // The last reference to the subscription.
                    let last = bag.withLock { $0.take() }
                    last?.dispose()
                    released.add()
                }
            }
            let trigger = PublishRelay<Void>()
            bag.withLock { $0 }?.insert(
                Observable.merge([source, .never()]).take(until: trigger).subscribe(onNext: { _ in }))
            trigger.accept(())
            expectEqual(released.value, 1)
        }
    }

    @Test("C9: ended on one thread and dropped on another, a subscription ends once and is released")
    func endedAndDropped() {
        let queue = SerialDispatchQueueScheduler()
        let living = Counter()
        let disposals = Counter()
        for _ in 0..<2_000 {
            let relay = BehaviorRelay(value: 0)
            let bag = DisposeBag()
            let ended = DispatchSemaphore(value: 0)
            let witness = Witness(living)
            relay.observe(on: queue).take(5)
                .subscribe(
                    onNext: { _ in withExtendedLifetime(witness) {} }, onCompleted: { ended.signal() },
                    onDisposed: { disposals.add() }
                ).disposed(by: bag)
            for number in 1...5 { relay.accept(number) }
            // The relay and the bag are dropped while the queue is still ending the subscription.
            ended.wait()
        }
        // The queue has nothing left to do, and holds nothing.
        let isIdle = DispatchSemaphore(value: 0)
        _ = queue.schedule { isIdle.signal() }
        isIdle.wait()
        expectEqual(disposals.value, 2_000)
        expectEqual(living.value, 0)
    }

    @Test("C9: an operator whose closure disposes passes nothing on")
    func insideOperators() {
        let relay = PublishRelay<Int>()
        let recorder = Recorder<Int>()
        let own = SerialDisposable()
        let dispose: @Sendable (Int) -> Void = { if $0 == 2 { own.dispose() } }
        let chains: [(Observable<Int>) -> Observable<Int>] = [
            {
                $0.map {
                    dispose($0)
                    return $0
                }
            },
            {
                $0.filter {
                    dispose($0)
                    return true
                }
            },
            {
                $0.compactMap {
                    dispose($0)
                    return $0
                }
            },
            {
                $0.distinctUntilChanged {
                    dispose($1)
                    return false
                }
            },
            {
                $0.distinctUntilChanged { (number: Int) -> Int in
                    dispose(number)
                    return number
                }
            },
        ]
        for chain in chains {
            own.disposable = chain(relay.asObservable()).subscribe(recorder)
        }
        expectEqual(recorder.elements, [])
        for chain in chains {
            let single = SerialDisposable()
            let recorder = Recorder<Int>()
            let numbers = PublishRelay<Int>()
            let source = chain(numbers.asObservable()).map { $0 }
            let check: @Sendable (Int) -> Void = { if $0 == 2 { single.dispose() } }
            single.disposable = source.map {
                check($0)
                return $0
            }.subscribe(recorder)
            numbers.accept(1)
            numbers.accept(2)
            numbers.accept(3)
            expectEqual(recorder.elements, [1])
        }
    }

    @Test("C9: a sequence that sends during `subscribe` stops when it is disposed of")
    func coldSources() {
        let recorder = Recorder<Int>()
        let own = SerialDisposable()
        let start = PublishRelay<Void>()
        let bag = DisposeBag()
        // Disposed of by the value that it sends, before `subscribe` has returned.
        bag.insert(
            start.subscribe(onNext: {
                own.disposable = Observable.merge(start.map { 0 }, .range(start: 1, count: 10))
                    .subscribe(onNext: { number in
                        recorder(number)
                        if number == 3 { own.dispose() }
                    })
            }))
        start.accept(())
        expectEqual(recorder.elements.prefix(3), [1, 2, 3])
        start.accept(())
        #expect(!recorder.elements.contains(0))
    }
}
