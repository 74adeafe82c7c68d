import Binding
import Glibc
import TestSupport
import Testing

@Suite("C5 No lock is held")
struct C5NoLockTests {
    /// Sends to a relay when it is deinitialized.
    private final class Parting: Sendable {
        private let relay: BehaviorRelay<Int>
        private let value: Int

        init(to relay: BehaviorRelay<Int>, _ value: Int) {
            self.relay = relay
            self.value = value
        }

        deinit { relay.accept(value) }
    }

    // In separate processes, with an alarm: if a lock is held, the program deadlocks.

    @Test("C5: what an observer held may send to the source while it goes, in the midst of delivery")
    func deinitialiserOfAnObserver() async {
        await #expect(processExitsWith: .success) {
            alarm(20)
            let relay = BehaviorRelay(value: 0)
            let second = SerialDisposable()
            let first = relay.subscribe(onNext: { if $0 == 1 { second.dispose() } })
            do {
                let parting = Parting(to: relay, 7)
                second.disposable = relay.subscribe(onNext: { _ in withExtendedLifetime(parting) {} })
            }
            relay.accept(1)
            precondition(relay.value == 7)
            first.dispose()
        }
    }

    @Test("C5: onDisposed may send to the source and subscribe to it, whatever ended the subscription")
    func onDisposed() async {
        await #expect(processExitsWith: .success) {
            alarm(20)
            let subject = BehaviorSubject(value: 0)
            let heard = Recorder<Int>()
            let onDisposed: @Sendable () -> Void = {
                subject.onNext(7)
                subject.subscribe(heard).dispose()
            }
            subject.subscribe(onNext: { _ in }, onDisposed: onDisposed).dispose()
            precondition(heard.elements == [7])
            let kept = subject.subscribe(onNext: { _ in }, onDisposed: onDisposed)
            subject.onCompleted()
            precondition(heard.isCompleted)
            kept.dispose()
        }
    }

    @Test("C5: what an observer held may send to the source while it goes, at the end of the source")
    func deinitialiserAtTheEnd() async {
        await #expect(processExitsWith: .success) {
            alarm(20)
            let relay = BehaviorRelay(value: 0)
            let subject = PublishSubject<Int>()
            do {
                let parting = Parting(to: relay, 7)
                _ = subject.subscribe(onNext: { _ in withExtendedLifetime(parting) { _ = subject } })
            }
            let heard = relay.subscribe(onNext: { if $0 == 7 { subject.onNext(8) } })
            subject.onCompleted()
            precondition(relay.value == 7)
            heard.dispose()
        }
    }

    @Test("C5: a value may send to its source while it goes")
    func deinitialiserOfAValue() async {
        await #expect(processExitsWith: .success) {
            alarm(20)
            let relay = BehaviorRelay(value: 0)
            let values = PublishRelay<Parting?>()
            // The value is released after its delivery; what it sends then goes back to its source.
            let back = relay.subscribe(onNext: { if $0 == 7 { values.accept(nil) } })
            let count = Counter()
            let subscription = values.subscribe(onNext: { value in
                if count.add() == 1 { values.accept(Parting(to: relay, 7)) }
                withExtendedLifetime(value) {}
            })
            values.accept(nil)
            precondition(count.value == 3)
            back.dispose()
            subscription.dispose()
        }
    }

    @Test("C5: an observer may send, subscribe, dispose and read on the source that calls it")
    func everythingFromInside() {
        let relay = BehaviorRelay(value: 0)
        let inner = Recorder<Int>()
        let bag = DisposeBag()
        let own = SerialDisposable()
        own.disposable = relay.subscribe(onNext: { number in
            guard number == 1 else { return }
            relay.accept(relay.value + 1)
            relay.modify { $0 += 1 }
            bag.insert(relay.subscribe(inner))
            own.dispose()
        })
        relay.accept(1)
        expectEqual(inner.elements, [3])
        expectEqual(relay.value, 3)
    }

    @Test("C5: another thread may do all that while an observer runs")
    func fromAnotherThread() {
        let relay = BehaviorRelay(value: 0)
        let other = relay.subscribe(onNext: { _ in })
        let recorder = Recorder<Int>()
        let subscription = relay.subscribe(onNext: { number in
            guard number == 1 else { return }
            // Waits for the other thread: a lock held here would deadlock.
            onAnotherThread {
                relay.accept(2)
                expectEqual(relay.value, 2)
                other.dispose()
                relay.subscribe(recorder).dispose()
                relay.modify { $0 += 1 }
            }
        })
        relay.accept(1)
        expectEqual(recorder.elements, [2])
        expectEqual(relay.value, 3)
        subscription.dispose()
    }

    @Test("C5: the closures of operators may do all that")
    func operators() {
        let relay = BehaviorRelay(value: 0)
        let recorder = Recorder<Int>()
        let read = Recorder<Int>()
        let subscription = Observable.combineLatest(
            relay.map { number in
                if number == 1 { relay.accept(2) }
                return number
            }, relay
        ) { left, right in
            onAnotherThread { read(relay.value) }
            return left * 10 + right
        }.distinctUntilChanged { left, right in
            onAnotherThread { read(relay.value) }
            return left == right
        }.subscribe(recorder)
        relay.accept(1)
        expectEqual(recorder.elements, [0, 10, 11, 21, 22])
        // Once with the first value; then four combinations and as many comparisons, during all of which the relay holds 2.
        expectEqual(read.elements, [0] + Array(repeating: 2, count: 8))
        subscription.dispose()
    }

    @Test("C5: a value may send when it is deinitialised")
    func deinitialiser() {
        final class Bomb: Sendable {
            let number: Int
            let relay: PublishRelay<Int>
            init(_ number: Int, _ relay: PublishRelay<Int>) {
                self.number = number
                self.relay = relay
            }
            deinit { relay.accept(number) }
        }
        let deaths = PublishRelay<Int>()
        let recorder = Recorder<Int>()
        let subscription = deaths.subscribe(recorder)
        let relay = BehaviorRelay<Bomb?>(value: Bomb(1, deaths))
        let observing = deaths.subscribe(onNext: { _ in _ = relay.value?.number })
        relay.accept(Bomb(2, deaths))
        relay.accept(nil)
        expectEqual(recorder.elements, [1, 2])

        let latest = PublishRelay<Bomb>()
        let combined = Observable.combineLatest(latest, relay).subscribe(onNext: { _ in })
        latest.accept(Bomb(3, deaths))
        latest.accept(Bomb(4, deaths))
        expectEqual(recorder.elements, [1, 2, 3])
        combined.dispose()
        expectEqual(recorder.elements, [1, 2, 3, 4])
        subscription.dispose()
        observing.dispose()
    }

    @Test("C5: the source may be dropped by the observer that it calls")
    func droppedFromInside() {
        let holder = Shared<BehaviorRelay<Int>?>(BehaviorRelay(value: 0))
        weak let weakRelay = holder.value
        let recorder = Recorder<Int>()
        var subscriptions: [any Disposable] = []
        subscriptions.append(
            holder.value!.subscribe(onNext: { number in
                if number == 1 { holder.value = nil }
            }))
        subscriptions.append(holder.value!.subscribe(recorder))
        holder.value!.accept(1)
        expectEqual(recorder.elements, [0, 1])
        for subscription in subscriptions { subscription.dispose() }
        subscriptions = []
        #expect(weakRelay == nil)
    }
}
