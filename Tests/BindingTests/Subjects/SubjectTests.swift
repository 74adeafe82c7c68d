import Binding
import TestSupport
import Testing

@MainActor
@Suite("PublishSubject")
struct PublishSubjectTests {
    @Test("hands on what comes from now on, to everybody in the order of subscription")
    func handsOn() {
        let subject = PublishSubject<Int>()
        let order = Recorder<String>()
        subject.onNext(0)
        _ = subject.subscribe(onNext: { order("a\($0)") })
        subject.onNext(1)
        _ = subject.subscribe(onNext: { order("b\($0)") })
        subject.onNext(2)
        expectEqual(order.elements, ["a1", "a2", "b2"])
    }

    @Test("C4: ends once, and those who come later get the end", arguments: [true, false])
    func ends(_ fails: Bool) {
        let subject = PublishSubject<Int>()
        let early = Recorder<Int>()
        let late = Recorder<Int>()
        let end = fails ? "error(TestError(test))" : "completed"
        _ = subject.subscribe(early)
        subject.onNext(1)
        if fails { subject.onError(TestError()) } else { subject.onCompleted() }
        subject.onNext(2)
        subject.onError(TestError("late"))
        subject.onCompleted()
        _ = subject.subscribe(late)
        expectEqual(early.log, ["next(1)", end])
        expectEqual(late.log, [end])
    }

    @Test("C9: one observer leaves, the others stay, also from inside")
    func disposal() {
        let subject = PublishSubject<Int>()
        let staying = Recorder<Int>()
        let leaving = recording(subject.asObservable(), disposingAfter: 1)
        _ = subject.subscribe(staying)
        subject.onNext(1)
        subject.onNext(2)
        expectEqual(leaving.elements, [1])
        expectEqual(staying.elements, [1, 2])
    }

    @Test("C9: an observer that disposes of one after it keeps the value under way from that one")
    func disposesOfAnother() {
        let subject = PublishSubject<Int>()
        let second = Recorder<Int>()
        let other = SerialDisposable()
        _ = subject.subscribe(onNext: { _ in other.dispose() })
        other.disposable = subject.subscribe(second)
        subject.onNext(1)
        #expect(second.events.isEmpty)
    }

    @Test("is an observer: another source can be bound to it")
    func observer() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        _ = subject.subscribe(recorder)
        _ = Observable.of(1, 2).subscribe(subject)
        expectEqual(recorder.log, ["next(1)", "next(2)", "completed"])
    }

    @Test("C4: an observer is released when the subject ends, or when it leaves")
    func releases() {
        let living = Counter()
        let subject = PublishSubject<Int>()
        func subscribe() -> any Disposable {
            let witness = Witness(living)
            return subject.subscribe(onNext: { _ in withExtendedLifetime(witness) {} })
        }
        let subscriptions = [subscribe(), subscribe()]
        expectEqual(living.value, 2)
        subscriptions[0].dispose()
        expectEqual(living.value, 1)
        subject.onCompleted()
        expectEqual(living.value, 0)
        subscriptions[1].dispose()
    }
}

@MainActor
@Suite("BehaviorSubject")
struct BehaviorSubjectTests {
    @Test("C6: hands a new observer the latest value")
    func handsTheLatest() throws {
        let subject = BehaviorSubject(value: 0)
        let first = Recorder<Int>()
        let second = Recorder<Int>()
        _ = subject.subscribe(first)
        subject.onNext(1)
        subject.onNext(2)
        _ = subject.subscribe(second)
        expectEqual(first.elements, [0, 1, 2])
        expectEqual(second.elements, [2])
        #expect(try subject.value() == 2)
    }

    @Test("value() throws the error that ended the subject")
    func valueThrows() {
        let subject = BehaviorSubject(value: 0)
        let late = Recorder<Int>()
        subject.onNext(1)
        subject.onError(TestError())
        subject.onNext(2)
        #expect(throws: TestError()) { try subject.value() }
        _ = subject.subscribe(late)
        expectEqual(late.log, ["error(TestError(test))"])
    }

    @Test("value() after the completion is the last value; an observer gets only the completion")
    func valueAfterCompletion() throws {
        let subject = BehaviorSubject(value: 0)
        let late = Recorder<Int>()
        subject.onNext(1)
        subject.onCompleted()
        subject.onNext(2)
        #expect(try subject.value() == 1)
        _ = subject.subscribe(late)
        expectEqual(late.log, ["completed"])
    }

    @Test("C1: a value that an observer sends is the value at once, and delivered after the one under way")
    func reentrant() {
        let subject = BehaviorSubject(value: 0)
        let seen = Recorder<Int>()
        let second = Recorder<Int>()
        _ = subject.subscribe(onNext: { value in
            if value == 1 {
                subject.onNext(2)
                if let current = try? subject.value() { seen(current) }
            }
        })
        _ = subject.subscribe(second)
        subject.onNext(1)
        expectEqual(seen.elements, [2])
        expectEqual(second.elements, [0, 1, 2])
    }

    @Test("C6: an observer that subscribes from inside an observer is handed the current value first")
    func subscribesInside() {
        let subject = BehaviorSubject(value: 0)
        let inner = Recorder<Int>()
        _ = subject.subscribe(onNext: { value in
            if value == 1 {
                subject.onNext(2)
                _ = subject.subscribe(inner)
                expectEqual(inner.elements, [2])
                subject.onNext(3)
            }
        })
        subject.onNext(1)
        expectEqual(inner.elements, [2, 3])
    }
}

@MainActor
@Suite("ReplaySubject")
struct ReplaySubjectTests {
    @Test("hands a new observer the last values, oldest first", arguments: [-1, 0, 1, 2, 3, 100])
    func handsTheLast(_ bufferSize: Int) {
        let subject = ReplaySubject<Int>.create(bufferSize: bufferSize)
        let late = Recorder<Int>()
        for number in 1...3 { subject.onNext(number) }
        _ = subject.subscribe(late)
        expectEqual(late.elements, Array([1, 2, 3].suffix(max(0, bufferSize))))
        subject.onNext(4)
        expectEqual(late.elements.last, 4)
    }

    @Test("unbounded, it hands out everything")
    func unbounded() {
        let subject = ReplaySubject<Int>.createUnbounded()
        let late = Recorder<Int>()
        for number in 0..<1_000 { subject.onNext(number) }
        _ = subject.subscribe(late)
        expectEqual(late.elements, Array(0..<1_000))
    }

    @Test("hands out the last values also after its end", arguments: [true, false])
    func afterTheEnd(_ fails: Bool) {
        let subject = ReplaySubject<Int>.create(bufferSize: 2)
        for number in 1...3 { subject.onNext(number) }
        if fails { subject.onError(TestError()) } else { subject.onCompleted() }
        subject.onNext(4)
        for _ in 0..<2 {
            let late = Recorder<Int>()
            _ = subject.subscribe(late)
            expectEqual(late.log, ["next(2)", "next(3)", fails ? "error(TestError(test))" : "completed"])
        }
    }

    @Test("releases what no longer fits")
    func releases() {
        let living = Counter()
        let subject = ReplaySubject<Witness>.create(bufferSize: 2)
        for _ in 0..<10 { subject.onNext(Witness(living)) }
        expectEqual(living.value, 2)
    }

    @Test("C9: an observer that leaves while it is handed the last values is handed no more")
    func leavesMidway() {
        let subject = ReplaySubject<Int>.createUnbounded()
        for number in 1...5 { subject.onNext(number) }
        let recorder = Recorder<Int>()
        _ = subject.map { value in
            if value == 3 { throw TestError() }
            return value
        }
        .subscribe(recorder)
        expectEqual(recorder.log, ["next(1)", "next(2)", "error(TestError(test))"])
    }

    @Test("C1: a value that an observer sends while it is handed the last values comes after these")
    func reentrant() {
        let subject = ReplaySubject<Int>.createUnbounded()
        for number in 1...3 { subject.onNext(number) }
        let recorder = Recorder<Int>()
        _ = subject.subscribe(onNext: { value in
            recorder(value)
            if value == 1 { subject.onNext(4) }
        })
        expectEqual(recorder.elements, [1, 2, 3, 4])
    }

    @Test("C6: on 4 threads, an observer is handed everything once and in order, whenever it comes")
    func threads() {
        let subject = ReplaySubject<Int>.createUnbounded()
        let recorders = (0..<3).map { _ in Recorder<Int>() }
        onThreads(4) { thread in
            if thread == 0 {
                for number in 0..<3_000 { subject.onNext(number) }
            } else {
                _ = subject.subscribe(recorders[thread - 1])
            }
        }
        for recorder in recorders { expectEqual(recorder.elements, Array(0..<3_000)) }
    }
}

@MainActor
@Suite("PublishRelay and BehaviorRelay")
struct RelayTests {
    @Test("a publish relay remembers nothing")
    func publish() {
        let relay = PublishRelay<Int>()
        let recorder = Recorder<Int>()
        relay.accept(1)
        _ = relay.subscribe(recorder)
        relay.accept(2)
        relay.accept(2)
        expectEqual(recorder.log, ["next(2)", "next(2)"])
    }

    @Test("C6: a behaviour relay holds its value and hands it to a new observer")
    func behavior() {
        let relay = BehaviorRelay(value: 1)
        expectEqual(relay.value, 1)
        relay.accept(2)
        expectEqual(relay.value, 2)
        let recorder = Recorder<Int>()
        _ = relay.subscribe(recorder)
        relay.accept(2)
        expectEqual(recorder.elements, [2, 2])
    }

    @Test("C8: modify changes in place, sends once, and returns what its closure returns")
    func modify() {
        let relay = BehaviorRelay(value: [1])
        let recorder = Recorder<[Int]>()
        _ = relay.subscribe(recorder)
        let count = relay.modify { numbers in
            numbers.append(2)
            numbers.append(3)
            return numbers.count
        }
        expectEqual(count, 3)
        expectEqual(recorder.elements, [[1], [1, 2, 3]])
    }

    @Test("what the closure of modify has made of the value is stored also where it throws")
    func modifyThrows() {
        let relay = BehaviorRelay(value: 1)
        let recorder = Recorder<Int>()
        _ = relay.subscribe(recorder)
        #expect(throws: TestError()) {
            try relay.modify { value in
                value = 2
                throw TestError()
            }
        }
        expectEqual(relay.value, 2)
        expectEqual(recorder.elements, [1, 2])
    }

    @Test("bind(to:) takes both kinds of relays, of the values and of optional ones; a completion does not reach them")
    func bindToRelays() {
        let subject = PublishSubject<Int>()
        let behavior = BehaviorRelay(value: 0)
        let optionalBehavior = BehaviorRelay<Int?>(value: nil)
        let publish = PublishRelay<Int>()
        let optionalPublish = PublishRelay<Int?>()
        let published = Recorder<Int>()
        let optionallyPublished = Recorder<Int?>()
        let bag = DisposeBag()
        bag.insert(
            publish.subscribe(published), optionalPublish.subscribe(optionallyPublished),
            subject.bind(to: behavior), subject.bind(to: optionalBehavior),
            subject.bind(to: publish), subject.bind(to: optionalPublish))
        subject.onNext(1)
        subject.onCompleted()
        expectEqual(behavior.value, 1)
        expectEqual(optionalBehavior.value, 1)
        expectEqual(published.log, ["next(1)"])
        expectEqual(optionallyPublished.elements, [1])
        expectEqual(optionallyPublished.count, 1)
    }

    @Test("C10: a source that nobody else holds, and that ends while it is subscribed to, is there until that is done")
    func endsWhileItIsSubscribedTo() {
        weak var weakSubject: ReplaySubject<Int>?
        func source() -> Observable<Int> {
            let subject = ReplaySubject<Int>.create(bufferSize: 2)
            subject.onNext(1)
            subject.onCompleted()
            weakSubject = subject
            return subject.asObservable()
        }
        let recorder = Recorder<Int>()
        let subscription = source().subscribe(recorder)
        expectEqual(recorder.elements, [1])
        #expect(recorder.isCompleted)
        #expect(weakSubject == nil)
        subscription.dispose()
    }

    @Test("C10: a subscription keeps the relay alive")
    func keptAlive() {
        let living = Counter()
        let recorder = Recorder<Int>()
        func subscribe() -> any Disposable {
            BehaviorRelay(value: Witness(living)).map { _ in 1 }.subscribe(recorder)
        }
        let subscription = subscribe()
        expectEqual(living.value, 1)
        subscription.dispose()
        expectEqual(living.value, 0)
        expectEqual(recorder.elements, [1])
    }

    @Test("a relay that is dropped releases its observers, which nobody disposed of")
    func dropped() {
        let living = Counter()
        func useRelay() {
            let relay = PublishRelay<Int>()
            let witness = Witness(living)
            _ = relay.subscribe(onNext: { _ in withExtendedLifetime(witness) {} })
            relay.accept(1)
            expectEqual(living.value, 1)
        }
        useRelay()
        expectEqual(living.value, 0)
    }
}
