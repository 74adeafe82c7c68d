import Binding
import BindingTesting
import TestSupport
import Testing

@Suite("timeout")
struct TimeoutTests {
    private let scheduler = TestScheduler()
    private let late = TimeoutError(duration: .milliseconds(30))

    private func observed(
        _ events: [Recorded<Event<Int>>], _ dueTime: Duration = .milliseconds(30)
    ) -> [Recorded<Event<Int>>] {
        let observer = scheduler.createObserver(Int.self)
        _ = scheduler.createHotObservable(events).timeout(dueTime, scheduler: scheduler).subscribe(observer)
        scheduler.start()
        return observer.events
    }

    @Test("a sequence that sends often enough comes as it is, and no timer is left")
    func inTime() {
        let events: [Recorded<Event<Int>>] = [.next(29, 1), .next(58, 2), .next(58, 3), .completed(80)]
        expectEqual(observed(events), events)
        expectEqual(scheduler.clock, 80)
    }

    @Test("fails where nothing comes for too long after the subscription")
    func first() {
        expectEqual(observed([.next(31, 1), .completed(32)]), [.error(30, late)])
        expectEqual(observed([]), [.error(62, late)])
    }

    @Test("fails where nothing comes for too long after a value")
    func between() {
        expectEqual(
            observed([.next(10, 1), .next(20, 2), .next(60, 3)]), [.next(10, 1), .next(20, 2), .error(50, late)])
    }

    @Test("the error says how long was waited")
    func errorText() {
        expectEqual("\(late)", "nothing came within 0.03 seconds")
        expectEqual(late.duration, .milliseconds(30))
    }

    @Test(
        "in a picture",
        arguments: [("-a---b|", "-a---b|"), ("-a----b|", "-a---#"), ("----a|", "----a|"), ("-----a|", "----#")])
    func marbles(_ diagram: String, _ expected: String) throws {
        let source = scheduler.createHotObservable(try Recorded.events(diagram))
        let observer = scheduler.createObserver(String.self)
        _ = source.timeout(.milliseconds(4), scheduler: scheduler).subscribe(observer)
        scheduler.start()
        let late = TimeoutError(duration: .milliseconds(4))
        #expect(observer.events == (try Recorded.events(expected, error: late)))
    }

    @Test("the end of the source in time is the end, and no timer is left")
    func ends() {
        expectEqual(observed([.completed(10)]), [.completed(10)])
        expectEqual(observed([.error(20, TestError())]), [.error(20, TestError())])
        expectEqual(scheduler.clock, 20)
    }

    @Test("exactly at the due time, what was scheduled first counts")
    func exactlyDue() {
        expectEqual(observed([.next(30, 1), .completed(60)]), [.next(30, 1), .completed(60)])
        let cold = scheduler.createColdObservable([.next(30, 1), .completed(60)])
        let observer = scheduler.createObserver(Int.self)
        _ = cold.timeout(.milliseconds(30), scheduler: scheduler).subscribe(observer)
        scheduler.start()
        expectEqual(observer.events, [.error(90, late)])
        expectEqual(cold.subscriptions, [SubscriptionPeriod(60, 90)])
    }

    @Test("a time of zero or less is over at the next move", arguments: [Duration.zero, .milliseconds(-5)])
    func zero(_ dueTime: Duration) {
        expectEqual(observed([.next(1, 1), .completed(2)], dueTime), [.error(0, TimeoutError(duration: dueTime))])
    }

    @Test("with a time of zero, what comes during the subscription comes in time")
    func zeroAtOnce() {
        let observer = scheduler.createObserver(Int.self)
        _ = Observable.of(1, 2).timeout(.zero, scheduler: scheduler).subscribe(observer)
        _ = BehaviorRelay(value: 3).timeout(.zero, scheduler: scheduler).subscribe(observer)
        expectEqual(observer.events, [.next(0, 1), .next(0, 2), .completed(0), .next(0, 3)])
        scheduler.advance(by: 0)
        expectEqual(observer.events.last, .error(0, TimeoutError(duration: .zero)))
        expectEqual(observer.events.count, 5)
    }

    @MainActor
    @Test("with the main scheduler, a time of zero is over before the source is subscribed to")
    func zeroOnMain() {
        let probe = Probe<Int>()
        let recorder = Recorder<Int>()
        _ = probe.asObservable().timeout(.zero, other: Observable.just(7)).subscribe(recorder)
        expectEqual(recorder.log, ["next(7)", "completed"])
        expectEqual(probe.subscribed, 0)
    }

    @Test("another sequence follows in its place, and is given all the time it wants")
    func other() {
        let source = scheduler.createHotObservable([.next(10, 1), .next(45, 2), .completed(50)])
        let other = scheduler.createColdObservable([.next(5, 11), .next(100, 12), .completed(200)])
        let observer = scheduler.createObserver(Int.self)
        _ = source.timeout(.milliseconds(30), other: other, scheduler: scheduler).subscribe(observer)
        scheduler.start()
        expectEqual(observer.events, [.next(10, 1), .next(45, 11), .next(140, 12), .completed(240)])
        expectEqual(source.subscriptions, [SubscriptionPeriod(0, 40)])
        expectEqual(other.subscriptions, [SubscriptionPeriod(40, 240)])
    }

    @Test("another sequence is not subscribed to where it is not wanted")
    func otherUnused() {
        let source = scheduler.createHotObservable([.next(10, 1), .completed(20)])
        let other = scheduler.createColdObservable([.next(5, 11)])
        let observer = scheduler.createObserver(Int.self)
        _ = source.timeout(.milliseconds(30), other: other, scheduler: scheduler).subscribe(observer)
        scheduler.start()
        expectEqual(observer.events, [.next(10, 1), .completed(20)])
        #expect(other.subscriptions.isEmpty)
    }

    @Test("the other sequence's error is the result's, as is the source's")
    func otherFails() {
        let source = scheduler.createHotObservable([Recorded<Event<Int>>]())
        let other = scheduler.createColdObservable([.next(5, 11), .error(6, TestError("other"))])
        let observer = scheduler.createObserver(Int.self)
        _ = source.timeout(.milliseconds(30), other: other, scheduler: scheduler).subscribe(observer)
        scheduler.start()
        expectEqual(observer.events, [.next(35, 11), .error(36, TestError("other"))])
    }

    @Test("disposed of midway, the timer is cancelled and everything is released")
    func disposal() {
        let probe = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = probe.asObservable().timeout(.milliseconds(30), scheduler: scheduler).subscribe(recorder)
        scheduler.advance(by: 20)
        probe.send(1)
        scheduler.advance(by: 29)
        subscription.dispose()
        expectEqual(probe.observers, 0)
        #expect(scheduler.hasNothingLeft())
        expectEqual(recorder.log, ["next(1)"])
    }

    @Test("disposed of while the other sequence is under way, that one is left")
    func disposalOfOther() {
        let source = Probe<Int>()
        let other = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = source.asObservable().timeout(.milliseconds(30), other: other, scheduler: scheduler)
            .subscribe(recorder)
        scheduler.advance(by: 30)
        expectEqual(source.observers, 0)
        expectEqual(other.observers, 1)
        other.send(1)
        subscription.dispose()
        expectEqual(other.observers, 0)
        other.send(2)
        expectEqual(recorder.log, ["next(1)"])
        #expect(scheduler.hasNothingLeft())
    }

    @Test("disposed of from inside, nothing waits any more")
    func disposalInside() {
        let subject = PublishSubject<Int>()
        let recorder = recording(subject.timeout(.milliseconds(30), scheduler: scheduler), disposingAfter: 1)
        subject.onNext(1)
        #expect(scheduler.hasNothingLeft())
        expectEqual(recorder.log, ["next(1)"])
    }

    @Test("an observer that sends again puts the time off")
    func reentrant() {
        let subject = PublishSubject<Int>()
        let observer = scheduler.createObserver(Int.self)
        _ = subject.timeout(.milliseconds(30), scheduler: scheduler)
            .subscribe { (event: Event<Int>) in
                observer.on(event)
                if let value = event.element, value < 3 { subject.onNext(value + 1) }
            }
        scheduler.advance(by: 20)
        subject.onNext(1)
        scheduler.start()
        expectEqual(observer.events, [.next(20, 1), .next(20, 2), .next(20, 3), .error(50, late)])
    }

    @Test("an observer that moves the time on while it is called is not late itself")
    func reentrantAdvance() {
        let subject = PublishSubject<Int>()
        let observer = scheduler.createObserver(Int.self)
        _ = subject.timeout(.milliseconds(30), scheduler: scheduler)
            .subscribe { [scheduler] (event: Event<Int>) in
                observer.on(event)
                if event.element == 1 { scheduler.advance(by: 100) }
            }
        subject.onNext(1)
        scheduler.advance(by: 29)
        subject.onNext(2)
        scheduler.start()
        expectEqual(observer.events, [.next(0, 1), .next(129, 2), .error(159, late)])
    }

    @Test("equals a plain model", arguments: [0, 1, 5, 10, 40])
    func model(_ dueTime: Int) {
        for _ in 0..<100 {
            let seed = UInt64.random(in: .min ... .max)
            let sequence = RandomSequence(seed: seed)
            let events = sequence.run { $0.timeout(.milliseconds(dueTime), scheduler: $1) }
            var expected: [Recorded<Event<Int>>] = []
            var due = dueTime
            for event in sequence.events {
                if event.time > due {
                    expected.append(.error(due, TimeoutError(duration: .milliseconds(dueTime))))
                    break
                }
                expected.append(event)
                due = event.time + dueTime
            }
            expectEqual(events, expected, "seed \(seed), \(sequence.events)")
        }
    }

    @MainActor
    @Test("a driver and a signal, with another one to follow")
    func driverAndSignal() {
        let relay = BehaviorRelay(value: 1)
        let published = PublishRelay<Int>()
        let states = scheduler.createObserver(Int.self)
        let news = scheduler.createObserver(Int.self)
        let bag = DisposeBag()
        relay.asDriver().timeout(.milliseconds(30), other: .just(9), scheduler: scheduler).drive(states)
            .disposed(by: bag)
        published.asSignal().timeout(.milliseconds(20), other: .of(7, 8), scheduler: scheduler).emit(to: news)
            .disposed(by: bag)
        scheduler.advance(by: 20)
        relay.accept(2)
        scheduler.start()
        relay.accept(3)
        published.accept(4)
        expectEqual(states.events, [.next(0, 1), .next(20, 2), .next(50, 9), .completed(50)])
        expectEqual(news.events, [.next(20, 7), .next(20, 8), .completed(20)])
    }
}
