import Binding
import Glibc
import TestSupport
import Testing

/// The sources that the clauses about sources are tested with: each takes numbers and passes them on.
enum TestSource: CaseIterable, Sendable, CustomTestStringConvertible {
    case publishSubject, behaviorSubject, replaySubject, publishRelay, behaviorRelay, shared, merged, observed

    var testDescription: String { "\(self)" }

    /// How to send, how to subscribe, and whether an observer first gets an earlier value.
    func make() -> (send: @Sendable (Int) -> Void, numbers: Observable<Int>) {
        switch self {
        case .publishSubject:
            let subject = PublishSubject<Int>()
            return ({ subject.onNext($0) }, subject.asObservable())
        case .behaviorSubject:
            let subject = BehaviorSubject(value: -1)
            return ({ subject.onNext($0) }, subject.asObservable().filter { $0 >= 0 })
        case .replaySubject:
            let subject = ReplaySubject<Int>.create(bufferSize: 0)
            return ({ subject.onNext($0) }, subject.asObservable())
        case .publishRelay:
            let relay = PublishRelay<Int>()
            return ({ relay.accept($0) }, relay.asObservable())
        case .behaviorRelay:
            let relay = BehaviorRelay(value: -1)
            return ({ relay.accept($0) }, relay.asObservable().filter { $0 >= 0 })
        case .shared:
            let relay = PublishRelay<Int>()
            return ({ relay.accept($0) }, relay.asObservable().share())
        case .merged:
            let relay = PublishRelay<Int>()
            return ({ relay.accept($0) }, .merge(relay, Observable<Int>.never()))
        case .observed:
            let relay = PublishRelay<Int>()
            return ({ relay.accept($0) }, relay.asObservable().observe(on: ImmediateScheduler()))
        }
    }
}

@Suite("C1 Order")
struct C1OrderTests {
    @Test(
        "C1: what an observer sends reaches all observers after the value under way",
        arguments: [
            TestSource.publishSubject, .behaviorSubject, .replaySubject, .publishRelay, .behaviorRelay, .shared,
        ])
    func nestedSendsKeepTheOrder(source: TestSource) {
        let (send, numbers) = source.make()
        let first = Recorder<Int>()
        let second = Recorder<Int>()
        let subscriptions = [
            numbers.subscribe(onNext: { number in
                first(number)
                if number == 1 {
                    send(2)
                    send(3)
                }
            }),
            numbers.subscribe(second),
        ]
        send(0)
        send(1)
        #expect(first.elements == [0, 1, 2, 3])
        #expect(second.elements == [0, 1, 2, 3])
        for subscription in subscriptions { subscription.dispose() }
    }

    @Test("C1: a value sent from inside an observer is accepted at once")
    func nestedValueIsAcceptedAtOnce() {
        let relay = BehaviorRelay(value: 0)
        let seen = Shared<[Int]>([])
        let subscription = relay.subscribe(onNext: { number in
            if number == 1 {
                relay.accept(2)
                seen.value.append(relay.value)
            }
        })
        relay.accept(1)
        #expect(seen.value == [2])
        #expect(relay.value == 2)
        subscription.dispose()
    }

    @Test("C1: sends from several depths are delivered in the order of acceptance")
    func deepSends() {
        let relay = PublishRelay<String>()
        let last = Recorder<String>()
        let subscriptions = [
            relay.subscribe(onNext: { text in
                if text.count < 3 {
                    relay.accept(text + "a")
                    relay.accept(text + "b")
                }
            }),
            relay.subscribe(last),
        ]
        relay.accept("")
        #expect(
            last.elements == [
                "", "a", "b", "aa", "ab", "ba", "bb", "aaa", "aab", "aba", "abb", "baa", "bab", "bba", "bbb",
            ])
        for subscription in subscriptions { subscription.dispose() }
    }

    @Test("C1: observers on the main actor and others see the same order")
    @MainActor
    func bothLanes() {
        let relay = BehaviorRelay(value: 0)
        var driven: [Int] = []
        let observed = Recorder<Int>()
        let subscriptions = [
            relay.asDriver().drive(onNext: { number in
                driven.append(number)
                if number == 1 { relay.accept(2) }
            }),
            relay.subscribe(onNext: { number in
                observed(number)
                if number == 2 { relay.accept(3) }
            }),
        ]
        relay.accept(1)
        #expect(driven == [0, 1, 2, 3])
        #expect(observed.elements == [0, 1, 2, 3])
        for subscription in subscriptions { subscription.dispose() }
    }

    @Test("C1: an end that an observer sends comes after the value under way")
    func nestedEnd() {
        let subject = PublishSubject<Int>()
        let second = Recorder<Int>()
        let subscriptions = [
            subject.subscribe(onNext: { _ in subject.onCompleted() }),
            subject.subscribe(second),
        ]
        subject.onNext(1)
        #expect(second.elements == [1])
        #expect(second.isCompleted)
        for subscription in subscriptions { subscription.dispose() }
    }

    @Test("C1: several threads' values come to all observers in one order")
    func sameOrderForAll() {
        let relay = PublishRelay<Int>()
        let recorders = (0..<4).map { _ in Recorder<Int>() }
        let bag = DisposeBag()
        for recorder in recorders { bag.insert(relay.subscribe(recorder)) }
        onThreads(4) { thread in
            for number in 0..<2_000 { relay.accept(thread * 10_000 + number) }
        }
        for recorder in recorders.dropFirst() { #expect(recorder.elements == recorders[0].elements) }
        #expect(recorders[0].count == 8_000)
    }
}

@Suite("C2 One at a time")
struct C2OneAtATimeTests {
    @Test("C2: no observer is called while a call to it is running", arguments: TestSource.allCases)
    func noOverlap(source: TestSource) {
        let (send, numbers) = source.make()
        let running = Counter()
        let overlaps = Counter()
        let calls = Counter()
        let subscription = numbers.subscribe(onNext: { _ in
            if running.add() != 1 { overlaps.add() }
            calls.add()
            running.add(-1)
        })
        onThreads(8) { thread in
            for number in 0..<1_000 { send(thread * 1_000 + number) }
        }
        #expect(overlaps.value == 0)
        #expect(calls.value == 8_000)
        subscription.dispose()
    }

    @Test("C2: a source that sends from several threads at once is put in line by `create`")
    func create() {
        let running = Counter()
        let overlaps = Counter()
        let calls = Counter()
        let source = Observable<Int>.create { observer in
            onThreads(8) { thread in
                for number in 0..<500 { observer.onNext(thread * 500 + number) }
            }
            return Disposables.create()
        }
        let subscription = source.subscribe(onNext: { _ in
            if running.add() != 1 { overlaps.add() }
            calls.add()
            running.add(-1)
        })
        #expect(overlaps.value == 0)
        #expect(calls.value == 4_000)
        subscription.dispose()
    }

    @Test("C2: a nested send does not call the observer that sends from inside itself")
    func notFromInside() {
        let relay = PublishRelay<Int>()
        let depth = Counter()
        let deepest = Shared(0)
        let subscription = relay.subscribe(onNext: { number in
            deepest.value = max(deepest.value, depth.add())
            if number < 10 { relay.accept(number + 1) }
            depth.add(-1)
        })
        relay.accept(0)
        #expect(deepest.value == 1)
        subscription.dispose()
    }
}

@Suite("C3 Nothing lost, nothing twice")
struct C3NothingLostTests {
    @Test("C3: N threads' M values all come, each thread's in its order", arguments: TestSource.allCases)
    func allOfEachThread(source: TestSource) {
        let (send, numbers) = source.make()
        let recorder = Recorder<Int>()
        let subscription = numbers.subscribe(recorder)
        onThreads(8) { thread in
            for number in 0..<1_000 { send(thread * 1_000 + number) }
        }
        let elements = recorder.elements
        #expect(elements.count == 8_000)
        for thread in 0..<8 {
            #expect(elements.filter { $0 / 1_000 == thread } == Array(thread * 1_000..<(thread + 1) * 1_000))
        }
        subscription.dispose()
    }

    @Test("C3: an observer that comes in the middle misses nothing after and gets nothing before")
    func subscribersInTheMiddle() {
        let relay = BehaviorRelay(value: 0)
        let bag = DisposeBag()
        let recorders = Shared<[Recorder<Int>]>([])
        onThreads(5) { thread in
            if thread == 0 {
                for number in 1...20_000 { relay.accept(number) }
            } else {
                for _ in 0..<100 {
                    let recorder = Recorder<Int>()
                    bag.insert(relay.subscribe(recorder))
                    recorders.value.append(recorder)
                }
            }
        }
        // With one sender, an observer gets consecutive values up to the last one.
        for recorder in recorders.value {
            let elements = recorder.elements
            #expect(elements.last == 20_000)
            #expect(elements == Array(elements[0]...20_000))
        }
    }

    @Test("C3: an observer that subscribes inside another gets the current value once and then each one that follows")
    func nestedSubscription() {
        let relay = BehaviorRelay(value: 0)
        let inner = Recorder<Int>()
        let bag = DisposeBag()
        bag.insert(
            relay.subscribe(onNext: { number in
                guard number == 1 else { return }
                relay.accept(2)
                bag.insert(relay.subscribe(inner))
                relay.accept(3)
            }))
        relay.accept(1)
        #expect(inner.elements == [2, 3])
        relay.accept(4)
        #expect(inner.elements == [2, 3, 4])
    }
}

@Suite("C4 Grammar")
struct C4GrammarTests {
    static let ends: [Event<Int>] = [.completed, .error(TestError())]

    @Test("C4: nothing comes after the end", arguments: ends)
    func nothingAfterTheEnd(end: Event<Int>) {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let subscription = subject.map { $0 + 1 }.subscribe(recorder)
        subject.onNext(1)
        subject.on(end)
        subject.onNext(2)
        subject.on(.completed)
        subject.on(.error(TestError("late")))
        #expect(recorder.elements == [2])
        #expect(recorder.count == 2)
        #expect(recorder.events.last?.isStopEvent == true)
        #expect(recorder.error as? TestError == end.error as? TestError)
        subscription.dispose()
    }

    @Test("C4: the end releases the observer and what its subscription held", arguments: ends)
    func endReleases(end: Event<Int>) {
        let subject = PublishSubject<Int>()
        weak var weakToken: Counter?
        let subscription: any Disposable
        do {
            let token = Counter()
            weakToken = token
            subscription = subject.map { $0 + token.value }.subscribe(
                onNext: { _ in token.add() }, onError: { _ in token.add() }, onCompleted: { token.add() })
        }
        subject.onNext(1)
        #expect(weakToken?.value == 1)
        subject.on(end)
        #expect(weakToken == nil)
        withExtendedLifetime(subscription) {}
    }

    @Test("C4: disposing releases the observer and what its subscription held")
    func disposalReleases() {
        let relay = BehaviorRelay(value: 0)
        weak var weakToken: Counter?
        let subscription: any Disposable
        do {
            let token = Counter()
            weakToken = token
            subscription = relay.map { $0 + token.value }.subscribe(onNext: { _ in token.add() })
        }
        #expect(weakToken != nil)
        subscription.dispose()
        #expect(weakToken == nil)
    }

    @Test("C4: who comes after the end is told of it, and of nothing else", arguments: ends)
    func afterTheEnd(end: Event<Int>) {
        let subject = PublishSubject<Int>()
        let behavior = BehaviorSubject(value: 1)
        subject.on(end)
        behavior.on(end)
        subject.onNext(2)
        behavior.onNext(2)
        for source in [subject.asObservable(), behavior.asObservable()] {
            let recorder = Recorder<Int>()
            source.subscribe(recorder).dispose()
            #expect(recorder.count == 1)
            #expect(recorder.events.last?.isStopEvent == true)
        }
    }

    @Test("C4: a source that goes on after its end is not believed")
    func createKeepsTheGrammar() {
        let recorder = Recorder<Int>()
        let subscription = Observable<Int>.create { observer in
            observer.onNext(1)
            observer.onCompleted()
            observer.onNext(2)
            observer.onError(TestError())
            return Disposables.create()
        }.subscribe(recorder)
        #expect(recorder.elements == [1])
        #expect(recorder.count == 2)
        subscription.dispose()
    }

    @Test("C4: an observer type of another module keeps the grammar, too")
    func customSource() {
        struct Careless: ObservableType {
            typealias Element = Int

            func subscribe(_ observer: some ObserverType<Int>) -> any Disposable {
                observer.onNext(1)
                observer.onError(TestError())
                observer.onNext(2)
                return Disposables.create()
            }
        }
        let recorder = Recorder<Int>()
        let subscription = Careless().map { $0 * 2 }.subscribe(recorder)
        #expect(recorder.elements == [2])
        #expect(recorder.error as? TestError == TestError())
        subscription.dispose()
    }
}

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
        #expect(inner.elements == [3])
        #expect(relay.value == 3)
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
                #expect(relay.value == 2)
                other.dispose()
                relay.subscribe(recorder).dispose()
                relay.modify { $0 += 1 }
            }
        })
        relay.accept(1)
        #expect(recorder.elements == [2])
        #expect(relay.value == 3)
        subscription.dispose()
    }

    @Test("C5: the closures of operators may do all that")
    func operators() {
        let relay = BehaviorRelay(value: 0)
        let recorder = Recorder<Int>()
        let subscription = Observable.combineLatest(
            relay.map { number in
                if number == 1 { relay.accept(2) }
                return number
            }, relay
        ) { left, right in
            onAnotherThread { #expect(relay.value >= 0) }
            return left * 10 + right
        }.distinctUntilChanged { left, right in
            onAnotherThread { #expect(relay.value >= 0) }
            return left == right
        }.subscribe(recorder)
        relay.accept(1)
        #expect(recorder.elements == [0, 10, 11, 21, 22])
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
        #expect(recorder.elements == [1, 2])

        let latest = PublishRelay<Bomb>()
        let combined = Observable.combineLatest(latest, relay).subscribe(onNext: { _ in })
        latest.accept(Bomb(3, deaths))
        latest.accept(Bomb(4, deaths))
        #expect(recorder.elements == [1, 2, 3])
        combined.dispose()
        #expect(recorder.elements == [1, 2, 3, 4])
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
        #expect(recorder.elements == [0, 1])
        for subscription in subscriptions { subscription.dispose() }
        subscriptions = []
        #expect(weakRelay == nil)
    }
}

@Suite("C6 Replay")
struct C6ReplayTests {
    @Test("C6: a new observer has the current value when `subscribe` returns")
    @MainActor
    func duringSubscribe() throws {
        let relay = BehaviorRelay(value: 1)
        let subject = BehaviorSubject(value: 2)
        let field = TextField("three")
        let recorder = Recorder<String>()
        let bag = DisposeBag()
        bag.insert(relay.map { "\($0)" }.subscribe(recorder))
        #expect(recorder.elements == ["1"])
        bag.insert(subject.map { "\($0)" }.subscribe(recorder))
        #expect(recorder.elements == ["1", "2"])
        bag.insert(relay.asDriver().map { "driver \($0)" }.drive(recorder))
        #expect(recorder.elements == ["1", "2", "driver 1"])
        bag.insert(field.rx.text.subscribe(recorder))
        #expect(recorder.elements == ["1", "2", "driver 1", "three"])
    }

    @Test("C6: the current value comes first and nothing old after it, also while another thread sends")
    func raceWithASender() {
        for _ in 0..<50 {
            let relay = BehaviorRelay(value: 0)
            let recorders = (0..<50).map { _ in Recorder<Int>() }
            let sawValueDuringSubscribe = Counter()
            let bag = DisposeBag()
            onThreads(2) { thread in
                if thread == 0 {
                    for number in 1...500 { relay.accept(number) }
                } else {
                    for recorder in recorders {
                        bag.insert(relay.subscribe(recorder))
                        if recorder.count > 0 { sawValueDuringSubscribe.add() }
                    }
                }
            }
            #expect(sawValueDuringSubscribe.value == recorders.count)
            for recorder in recorders {
                let elements = recorder.elements
                #expect(elements == Array((elements.first ?? 501)...500))
            }
        }
    }

    @Test("C6: a new observer inside an observer gets what was accepted last, and no value twice")
    func nested() {
        let relay = BehaviorRelay(value: 0)
        let inner = Recorder<Int>()
        let immediate = Shared<[Int]>([])
        let bag = DisposeBag()
        bag.insert(
            relay.subscribe(onNext: { number in
                guard number == 1 else { return }
                relay.accept(2)
                bag.insert(relay.subscribe(inner))
                immediate.value = inner.elements
            }))
        relay.accept(1)
        #expect(immediate.value == [2])
        #expect(inner.elements == [2])
    }

    @Test("C6: a driver's new observer inside a driver's observer gets the value at once")
    @MainActor
    func nestedDriver() {
        let relay = BehaviorRelay(value: 0)
        var inner: [Int] = []
        var immediate: [Int] = []
        let bag = DisposeBag()
        bag.insert(
            relay.asDriver().drive(onNext: { number in
                guard number == 1 else { return }
                bag.insert(relay.asDriver().drive(onNext: { inner.append($0) }))
                immediate = inner
            }))
        relay.accept(1)
        #expect(immediate == [1])
        #expect(inner == [1])
    }
}

@Suite("C7 Constant cost")
struct C7ConstantCostTests {
    /// Checked by the number of observers rather than by a clock: only a sender may walk through the list.
    @Test("C7: 100,000 observers come and go in any order")
    func manyObservers() {
        let relay = BehaviorRelay(value: 0)
        let count = 100_000
        let calls = Counter()
        var subscriptions = (0..<count).map { _ in relay.subscribe(onNext: { _ in calls.add() }) }
        #expect(calls.value == count)
        relay.accept(1)
        #expect(calls.value == 2 * count)
        // From the middle, the end and the beginning: a linear search, or moving the others, would take hours here.
        subscriptions.shuffle()
        for subscription in subscriptions { subscription.dispose() }
        relay.accept(2)
        #expect(calls.value == 2 * count)
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
        #expect(calls.value == count)
    }
}

@Suite("C8 Atomic change")
struct C8AtomicChangeTests {
    @Test("C8: 8 threads that add 1 a million times end at 8 million")
    func addition() {
        let relay = BehaviorRelay(value: 0)
        #if DEBUG
            let times = 50_000
        #else
            let times = 1_000_000
        #endif
        onThreads(8) { _ in
            for _ in 0..<times { relay.modify { $0 += 1 } }
        }
        #expect(relay.value == 8 * times)
    }

    @Test("C8: through a wrapper, too")
    func wrapper() {
        struct Model {
            @Bindable var count = 0
        }
        let model = Model()
        onThreads(8) { _ in
            for _ in 0..<20_000 { model.count += 1 }
        }
        #expect(model.count == 160_000)
    }

    @Test("C8: `modify` returns what its closure returns, and its observers see the change once")
    func result() {
        let relay = BehaviorRelay(value: [1])
        let recorder = Recorder<[Int]>()
        let subscription = relay.subscribe(recorder)
        let removed = relay.modify { $0.removeLast() }
        #expect(removed == 1)
        #expect(recorder.elements == [[1], []])
        subscription.dispose()
    }

    @Test("C8: what the closure has changed before it throws is kept and told")
    func throwing() {
        let relay = BehaviorRelay(value: 1)
        let recorder = Recorder<Int>()
        let subscription = relay.subscribe(recorder)
        #expect(throws: TestError()) {
            try relay.modify { number in
                number = 2
                throw TestError()
            }
        }
        #expect(relay.value == 2)
        #expect(recorder.elements == [1, 2])
        subscription.dispose()
    }

    @Test("C8: the closure may send to other relays and use other threads")
    func otherThings() {
        let relay = BehaviorRelay(value: 0)
        let other = BehaviorRelay(value: 0)
        relay.modify { number in
            other.accept(1)
            onAnotherThread { other.modify { $0 += 1 } }
            number = other.value
        }
        #expect(relay.value == 2)
    }

    @Test("C8: readers wait for a change under way, and observers may be disposed of meanwhile")
    func readersWait() {
        let relay = BehaviorRelay(value: 0)
        let subscription = relay.subscribe(onNext: { _ in })
        let seen = Shared<[Int]>([])
        let changing = Shared(false)
        onThreads(2) { thread in
            if thread == 0 {
                relay.modify { number in
                    changing.value = true
                    subscription.dispose()
                    for _ in 0..<1_000 { number += 1 }
                }
            } else {
                while !changing.value {}
                seen.value.append(relay.value)
            }
        }
        #expect(seen.value == [1_000])
    }

    @Test("C8: reading the relay inside its own change stops the program with a clear message")
    func overlappingAccess() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let relay = BehaviorRelay(value: 0)
            relay.modify { $0 = relay.value + 1 }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("overlapping accesses to a BehaviorRelay<Int>"))
    }

    @Test("C8: an asynchronous change in place that is suspended when the property is read stops it with that cause")
    func suspendedChange() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            struct Steps: Sendable {
                var count = 0
                @MainActor mutating func changeSlowly() async {
                    for _ in 0..<1_000 {
                        count += 1
                        await Task.yield()
                    }
                }
            }
            struct Model: Sendable { @Bindable var steps = Steps() }
            let model = Model()
            // Both are on the main actor: one runs while the other is suspended.
            let change = Task { @MainActor in await model.steps.changeSlowly() }
            let reading = Task { @MainActor in
                for _ in 0..<100 {
                    _ = model.steps.count
                    await Task.yield()
                }
            }
            await change.value
            await reading.value
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("an asynchronous method changes the property in place"))
    }
}
