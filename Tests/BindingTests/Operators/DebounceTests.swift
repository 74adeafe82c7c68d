import BindingTesting
import TestSupport
import Testing

@testable import Binding

@Suite("debounce")
struct DebounceTests {
    private let scheduler = TestScheduler()

    private func debounced(
        _ events: [Recorded<Event<Int>>], _ dueTime: Duration = .milliseconds(30)
    ) -> [Recorded<Event<Int>>] {
        let observer = scheduler.createObserver(Int.self)
        _ = scheduler.createHotObservable(events).debounce(dueTime, scheduler: scheduler).subscribe(observer)
        scheduler.start()
        return observer.events
    }

    @Test("a value comes when no other has for some time")
    func ordinary() {
        let events = debounced([.next(10, 1), .next(20, 2), .next(49, 3), .next(100, 4), .completed(200)])
        expectEqual(events, [.next(79, 3), .next(130, 4), .completed(200)])
    }

    @Test("in a picture")
    func marbles() throws {
        let source = scheduler.createColdObservable(try Recorded.events("-a-bc------d---e|"))
        let observer = scheduler.createObserver(String.self)
        _ = source.debounce(.milliseconds(3), scheduler: scheduler).subscribe(observer)
        scheduler.start()
        #expect(observer.events == (try Recorded.events("-------c------d-(e|)")))
    }

    @Test("the value that waits is sent at the end")
    func completion() {
        expectEqual(debounced([.next(10, 1), .next(20, 2), .completed(25)]), [.next(25, 2), .completed(25)])
        expectEqual(scheduler.clock, 25)
    }

    @Test("an error comes at once, without the value that waits")
    func error() {
        let events = debounced([.next(10, 1), .next(50, 2), .error(60, TestError())])
        expectEqual(events, [.next(40, 1), .error(60, TestError())])
        expectEqual(scheduler.clock, 60, "no timer is left")
    }

    @Test("without values there is the end alone")
    func empty() {
        expectEqual(debounced([.completed(10)]), [.completed(10)])
        expectEqual(debounced([.error(20, TestError())]), [.error(20, TestError())])
        expectEqual(debounced([]), [])
    }

    @Test("a value that comes exactly when the one before is due displaces it, if it was scheduled first")
    func exactlyDue() {
        expectEqual(debounced([.next(10, 1), .next(40, 2)]), [.next(70, 2)])
    }

    @Test("a value that comes after the one before was handed on at the same time displaces nothing")
    func justAfterDue() {
        let subject = PublishSubject<Int>()
        let observer = scheduler.createObserver(Int.self)
        _ = subject.debounce(.milliseconds(30), scheduler: scheduler).subscribe(observer)
        scheduler.schedule(at: 10) { [scheduler] in
            subject.onNext(1)
            scheduler.schedule(at: 40) { subject.onNext(2) }
        }
        scheduler.start()
        expectEqual(observer.events, [.next(40, 1), .next(70, 2)])
    }

    @Test("a time of zero or less waits for the next move only", arguments: [Duration.zero, .milliseconds(-5)])
    func zero(_ dueTime: Duration) {
        let events = debounced([.next(10, 1), .next(10, 2), .next(11, 3), .completed(20)], dueTime)
        expectEqual(events, [.next(10, 2), .next(11, 3), .completed(20)])
    }

    @MainActor
    @Test("with the main scheduler, a time of zero is no time at all")
    func zeroOnMain() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        _ = subject.debounce(.zero).subscribe(recorder)
        subject.onNext(1)
        subject.onNext(2)
        subject.onCompleted()
        expectEqual(recorder.log, ["next(1)", "next(2)", "completed"])
    }

    @Test("a source that sends and ends during the subscription gives its last value")
    func atOnce() {
        let observer = scheduler.createObserver(Int.self)
        _ = Observable.of(1, 2, 3).debounce(.seconds(1), scheduler: scheduler).subscribe(observer)
        _ = Observable<Int>.error(TestError()).debounce(.seconds(1), scheduler: scheduler).subscribe(observer)
        expectEqual(observer.events, [.next(0, 3), .completed(0), .error(0, TestError())])
        #expect(scheduler.hasNothingLeft())
    }

    @Test("disposed of midway, the timer is cancelled and everything is released")
    func disposal() {
        let living = Counter()
        let probe = Probe<Witness>()
        let recorder = Recorder<Witness>()
        let subscription = probe.asObservable().debounce(.milliseconds(30), scheduler: scheduler).subscribe(recorder)
        probe.send(Witness(living))
        expectEqual(living.value, 1)
        scheduler.advance(by: 29)
        subscription.dispose()
        expectEqual(living.value, 0)
        expectEqual(probe.observers, 0)
        #expect(scheduler.hasNothingLeft())
        probe.send(Witness(living))
        #expect(scheduler.hasNothingLeft())
        expectEqual(recorder.count, 0)
    }

    @Test("an observer that sends again is called again, a due time later")
    func reentrant() {
        let subject = PublishSubject<Int>()
        let observer = scheduler.createObserver(Int.self)
        _ = subject.debounce(.milliseconds(30), scheduler: scheduler)
            .subscribe(onNext: { value in
                observer.onNext(value)
                if value < 3 { subject.onNext(value + 1) }
            })
        subject.onNext(1)
        scheduler.start()
        expectEqual(observer.events, [.next(30, 1), .next(60, 2), .next(90, 3)])
    }

    @Test("an observer that ends the source from inside")
    func reentrantEnd() {
        let subject = PublishSubject<Int>()
        let observer = scheduler.createObserver(Int.self)
        _ = subject.debounce(.milliseconds(30), scheduler: scheduler)
            .subscribe { (event: Event<Int>) in
                observer.on(event)
                if event.element != nil {
                    subject.onNext(9)
                    subject.onCompleted()
                }
            }
        subject.onNext(1)
        scheduler.start()
        expectEqual(observer.events, [.next(30, 1), .next(30, 9), .completed(30)])
    }

    @Test("equals a plain model", arguments: [0, 1, 5, 10, 40])
    func model(_ dueTime: Int) {
        for _ in 0..<100 {
            let seed = UInt64.random(in: .min ... .max)
            let sequence = RandomSequence(seed: seed)
            let events = sequence.run { $0.debounce(.milliseconds(dueTime), scheduler: $1) }
            expectEqual(events, Self.model(sequence, dueTime), "seed \(seed), \(sequence.events)")
        }
    }

    private static func model(_ sequence: RandomSequence, _ dueTime: Int) -> [Recorded<Event<Int>>] {
        var result: [Recorded<Event<Int>>] = []
        for (index, (time, value)) in sequence.values.enumerated() {
            let isLast = index + 1 == sequence.values.count
            let following = isLast ? sequence.end.time : sequence.values[index + 1].time
            if time + dueTime < following {
                result.append(.next(time + dueTime, value))
            } else if isLast, sequence.end.value.isCompleted {
                result.append(.next(following, value))
            }
        }
        return result + [sequence.end]
    }

    @Test("the state gives a value out once, and only if none came after it")
    func state() {
        var state = DebounceState<String>()
        expect(state.rest(), nil)
        let first = state.next("a")
        #expect(first.displaced == nil)
        let second = state.next("b")
        expectEqual(second.displaced, "a")
        expect(state.due(first.number), nil)
        expect(state.due(second.number), "b")
        expect(state.due(second.number), nil)
        expect(state.rest(), nil)
        let third = state.next("c")
        #expect(third.displaced == nil)
        expect(state.rest(), "c")
        expect(state.due(third.number), nil)
    }

    @MainActor
    @Test("a driver and a signal")
    func driverAndSignal() {
        let relay = BehaviorRelay(value: 1)
        let published = PublishRelay<Int>()
        let states = scheduler.createObserver(Int.self)
        let news = scheduler.createObserver(Int.self)
        let bag = DisposeBag()
        relay.asDriver().debounce(.milliseconds(30), scheduler: scheduler).drive(states).disposed(by: bag)
        published.asSignal().debounce(.milliseconds(10), scheduler: scheduler).emit(to: news).disposed(by: bag)
        scheduler.advance(by: 20)
        relay.accept(2)
        published.accept(3)
        published.accept(4)
        scheduler.advance(by: 100)
        relay.accept(5)
        bag.dispose()
        #expect(scheduler.hasNothingLeft())
        expectEqual(states.events, [.next(50, 2)])
        expectEqual(news.events, [.next(30, 4)])
    }
}
