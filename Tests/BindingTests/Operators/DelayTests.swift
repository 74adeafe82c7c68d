import BindingTesting
import TestSupport
import Testing

@testable import Binding

@Suite("delay")
struct DelayTests {
    private let scheduler = TestScheduler()

    private func delayed(
        _ events: [Recorded<Event<Int>>], _ dueTime: Duration = .milliseconds(30)
    ) -> [Recorded<Event<Int>>] {
        let observer = scheduler.createObserver(Int.self)
        _ = scheduler.createHotObservable(events).delay(dueTime, scheduler: scheduler).subscribe(observer)
        scheduler.start()
        return observer.events
    }

    @Test("the values and the end come later, at the distances they had")
    func ordinary() {
        let events = delayed([.next(10, 1), .next(20, 2), .next(20, 3), .next(100, 4), .completed(110)])
        expectEqual(events, [.next(40, 1), .next(50, 2), .next(50, 3), .next(130, 4), .completed(140)])
    }

    @Test(
        "in a picture", arguments: [("-a-(bc)-|", "----a-(bc)-|"), ("-ab--c#", "----ab#"), ("|", "---|"), ("#", "#")])
    func marbles(_ diagram: String, _ expected: String) throws {
        let source = scheduler.createColdObservable(try Recorded.events(diagram))
        let observer = scheduler.createObserver(String.self)
        _ = source.delay(.milliseconds(3), scheduler: scheduler).subscribe(observer)
        scheduler.start()
        #expect(observer.events == (try Recorded.events(expected)))
    }

    @Test("an error comes at once, and what is under way does not")
    func error() {
        let events = delayed([.next(10, 1), .next(20, 2), .error(45, TestError())])
        expectEqual(events, [.next(40, 1), .error(45, TestError())])
        expectEqual(scheduler.clock, 45, "no timer is left")
    }

    @Test("an error at the very time when a value is due comes before it, if it was scheduled first")
    func errorWhenDue() {
        expectEqual(delayed([.next(10, 1), .error(40, TestError())]), [.error(40, TestError())])
    }

    @Test("without values there is the end alone, later")
    func empty() {
        expectEqual(delayed([.completed(10)]), [.completed(40)])
        expectEqual(delayed([]), [])
    }

    @Test("a source that sends and ends during the subscription comes later")
    func atOnce() {
        let observer = scheduler.createObserver(Int.self)
        _ = Observable.of(1, 2, 3).delay(.milliseconds(30), scheduler: scheduler).subscribe(observer)
        #expect(observer.events.isEmpty)
        scheduler.start()
        expectEqual(observer.events, [.next(30, 1), .next(30, 2), .next(30, 3), .completed(30)])
    }

    @Test("a time of zero or less keeps the times, in order", arguments: [Duration.zero, .milliseconds(-5)])
    func zero(_ dueTime: Duration) {
        let events: [Recorded<Event<Int>>] = [.next(10, 1), .next(10, 2), .next(11, 3), .completed(11)]
        expectEqual(delayed(events, dueTime), events)
    }

    @MainActor
    @Test("with the main scheduler, a time of zero is no time at all")
    func zeroOnMain() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        _ = subject.delay(.zero).subscribe(recorder)
        subject.onNext(1)
        subject.onNext(2)
        expectEqual(recorder.elements, [1, 2])
        subject.onCompleted()
        #expect(recorder.isCompleted)
    }

    @Test("a time between two ticks counts up, for each value alone")
    func betweenTicks() {
        let events = delayed([.next(10, 1), .next(11, 2), .next(14, 3)], .microseconds(1_500))
        expectEqual(events, [.next(12, 1), .next(13, 2), .next(16, 3)])
    }

    @Test("many values keep their order, behind one timer")
    func order() {
        let manual = ManualScheduler()
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        _ = subject.delay(.milliseconds(10), scheduler: manual).subscribe(recorder)
        for number in 0..<1_000 {
            subject.onNext(number)
            if number % 100 == 99 { manual.advance(by: .milliseconds(1)) }
        }
        subject.onCompleted()
        expectEqual(recorder.elements, Array(0..<100))
        expectEqual(manual.pending, 1)
        manual.advance(by: .milliseconds(10))
        expectEqual(recorder.elements, Array(0..<1_000))
        #expect(recorder.isCompleted)
        expectEqual(manual.pending, 0)
    }

    @Test("disposed of midway, the timer is cancelled and everything is released")
    func disposal() {
        let living = Counter()
        let probe = Probe<Witness>()
        let passed = Counter()
        let subscription = probe.asObservable().delay(.milliseconds(30), scheduler: scheduler)
            .subscribe(onNext: { _ in passed.add() })
        probe.send(Witness(living), Witness(living))
        scheduler.advance(by: 10)
        probe.send(Witness(living))
        scheduler.advance(by: 29)
        expectEqual(passed.value, 2)
        expectEqual(living.value, 1)
        subscription.dispose()
        expectEqual(living.value, 0)
        expectEqual(probe.observers, 0)
        #expect(scheduler.hasNothingLeft())
        expectEqual(passed.value, 2)
    }

    @Test("disposed of from inside, nothing else comes of what is due at the same time")
    func disposalInside() {
        let subject = PublishSubject<Int>()
        let recorder = recording(subject.delay(.milliseconds(30), scheduler: scheduler), disposingAfter: 2)
        for number in 1...5 { subject.onNext(number) }
        subject.onCompleted()
        #expect(!scheduler.hasNothingLeft())
        expectEqual(recorder.log, ["next(1)", "next(2)"])
    }

    @Test("the source is released when it has ended, before the end comes")
    func releases() {
        let probe = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = probe.asObservable().delay(.milliseconds(30), scheduler: scheduler).subscribe(recorder)
        probe.send(1)
        probe.subject.onCompleted()
        expectEqual(probe.observers, 0)
        expectEqual(recorder.count, 0)
        scheduler.advance(by: 30)
        expectEqual(recorder.log, ["next(1)", "completed"])
        subscription.dispose()
    }

    @Test("an observer that sends again is called again later", arguments: [0, 30])
    func reentrant(_ dueTime: Int) {
        let subject = PublishSubject<Int>()
        let observer = scheduler.createObserver(Int.self)
        _ = subject.delay(.milliseconds(dueTime), scheduler: scheduler)
            .subscribe(onNext: { value in
                observer.onNext(value)
                if value < 3 { subject.onNext(value + 1) }
            })
        subject.onNext(1)
        scheduler.start()
        expectEqual(observer.events, [.next(dueTime, 1), .next(2 * dueTime, 2), .next(3 * dueTime, 3)])
    }

    @Test("every sequence comes as it is, later", arguments: [0, 1, 7, 30])
    func model(_ dueTime: Int) {
        for _ in 0..<100 {
            let seed = UInt64.random(in: .min ... .max)
            let sequence = RandomSequence(seed: seed)
            let events = sequence.run { $0.delay(.milliseconds(dueTime), scheduler: $1) }
            let fails = sequence.end.value.error != nil
            let values = sequence.values.filter { !fails || $0.time + dueTime < sequence.end.time }
            let end = fails ? sequence.end : .completed(sequence.end.time + dueTime)
            expectEqual(events, values.map { .next($0.time + dueTime, $0.value) } + [end], "seed \(seed)")
        }
    }

    @Test("the state says when somebody has to wait, and gives out what is due")
    func state() {
        var state = DelayState<String>()
        expect(state.next(), nil)
        expect(state.due(at: .seconds(100)), nil)
        expect(state.add(.next("a"), at: .seconds(10)), true)
        expect(state.add(.next("b"), at: .seconds(10)), false)
        expect(state.add(.completed, at: .seconds(12)), false)
        expect(state.due(at: .milliseconds(9_999)), nil)
        expect(state.due(at: .seconds(10)), .next("a"))
        expect(state.due(at: .seconds(10)), .next("b"))
        expect(state.due(at: .seconds(10)), nil)
        expect(state.next(), .seconds(12))
        expect(state.add(.next("c"), at: .seconds(13)), false)
        expect(state.due(at: .seconds(13)), .completed)
        expect(state.due(at: .seconds(13)), .next("c"))
        expect(state.next(), nil)
        expect(state.add(.next("d"), at: .seconds(20)), true)
    }

    @MainActor
    @Test("a driver and a signal")
    func driverAndSignal() {
        let relay = BehaviorRelay(value: 1)
        let published = PublishRelay<Int>()
        let states = scheduler.createObserver(Int.self)
        let news = scheduler.createObserver(Int.self)
        let bag = DisposeBag()
        relay.asDriver().delay(.milliseconds(30), scheduler: scheduler).drive(states).disposed(by: bag)
        published.asSignal().delay(.milliseconds(10), scheduler: scheduler).emit(to: news).disposed(by: bag)
        scheduler.advance(by: 20)
        relay.accept(2)
        published.accept(3)
        scheduler.advance(by: 100)
        relay.accept(4)
        bag.dispose()
        #expect(scheduler.hasNothingLeft())
        expectEqual(states.events, [.next(30, 1), .next(50, 2)])
        expectEqual(news.events, [.next(30, 3)])
    }
}
