import BindingTesting
import TestSupport
import Testing

@testable import Binding

@Suite("throttle")
struct ThrottleTests {
    private let scheduler = TestScheduler()

    private func throttled(
        _ events: [Recorded<Event<Int>>], _ dueTime: Duration = .milliseconds(30), latest: Bool = true
    ) -> [Recorded<Event<Int>>] {
        let observer = scheduler.createObserver(Int.self)
        _ = scheduler.createHotObservable(events).throttle(dueTime, latest: latest, scheduler: scheduler)
            .subscribe(observer)
        scheduler.start()
        return observer.events
    }

    @Test("the first value comes at once, and the latest of those in between when the time is over")
    func latest() {
        let events = throttled([.next(10, 1), .next(15, 2), .next(20, 3), .next(45, 4), .next(200, 5), .completed(300)])
        expectEqual(events, [.next(10, 1), .next(40, 3), .next(70, 4), .next(200, 5), .completed(300)])
    }

    @Test("without the latest, values in between are left out")
    func first() {
        let events = throttled(
            [.next(10, 1), .next(15, 2), .next(20, 3), .next(45, 4), .next(50, 5), .completed(60)], latest: false)
        expectEqual(events, [.next(10, 1), .next(45, 4), .completed(60)])
    }

    @Test("in a picture", arguments: [(true, "-a---c---e---f--|"), (false, "-a----d---f-----|")])
    func marbles(_ latest: Bool, _ expected: String) throws {
        let source = scheduler.createColdObservable(try Recorded.events("-abc--d--ef-----|"))
        let observer = scheduler.createObserver(String.self)
        _ = source.throttle(.milliseconds(4), latest: latest, scheduler: scheduler).subscribe(observer)
        scheduler.start()
        #expect(observer.events == (try Recorded.events(expected)))
    }

    @Test("the end waits for the value that waits")
    func completion() {
        expectEqual(
            throttled([.next(10, 1), .next(20, 2), .completed(25)]), [.next(10, 1), .next(40, 2), .completed(40)])
    }

    @Test("the end comes at once where no value waits")
    func completionAtOnce() {
        expectEqual(throttled([.next(10, 1), .completed(25)]), [.next(10, 1), .completed(25)])
        expectEqual(scheduler.clock, 25)
    }

    @Test("without the latest, the end waits for nothing")
    func completionWithoutLatest() {
        let events = throttled([.next(10, 1), .next(20, 2), .completed(25)], latest: false)
        expectEqual(events, [.next(10, 1), .completed(25)])
        expectEqual(scheduler.clock, 25)
    }

    @Test("an error comes at once, without the value that waits")
    func error() {
        let events = throttled([.next(10, 1), .next(20, 2), .error(25, TestError())])
        expectEqual(events, [.next(10, 1), .error(25, TestError())])
        expectEqual(scheduler.clock, 25, "no timer is left")
    }

    @Test("without values there is the end alone")
    func empty() {
        expectEqual(throttled([.completed(10)]), [.completed(10)])
        expectEqual(throttled([.error(20, TestError())]), [.error(20, TestError())])
        expectEqual(throttled([]), [])
    }

    @Test("exactly when the time is over a value comes at once", arguments: [true, false])
    func exactlyDue(_ latest: Bool) {
        expectEqual(throttled([.next(10, 1), .next(40, 2)], latest: latest), [.next(10, 1), .next(40, 2)])
        let before = throttled([.next(110, 1), .next(139, 2)], latest: latest)
        #expect(before == (latest ? [.next(110, 1), .next(140, 2)] : [.next(110, 1)]))
    }

    @Test("a value that comes exactly when another is due takes its place")
    func exactlyDueWhileOneWaits() {
        expectEqual(throttled([.next(10, 1), .next(20, 2), .next(40, 3)]), [.next(10, 1), .next(40, 3)])
    }

    @Test("a time of zero or less lets all through at once", arguments: [Duration.zero, .milliseconds(-5)])
    func zero(_ dueTime: Duration) {
        let events: [Recorded<Event<Int>>] = [.next(10, 1), .next(10, 2), .next(11, 3), .completed(20)]
        expectEqual(throttled(events, dueTime), events)
        let later: [Recorded<Event<Int>>] = [.next(30, 1), .next(30, 2), .completed(30)]
        expectEqual(throttled(later, dueTime, latest: false), later)
    }

    @Test("a source that sends and ends during the subscription: the first at once, the last when it is due")
    func atOnce() {
        let observer = scheduler.createObserver(Int.self)
        _ = Observable.of(1, 2, 3).throttle(.milliseconds(30), scheduler: scheduler).subscribe(observer)
        expectEqual(observer.events, [.next(0, 1)])
        scheduler.start()
        expectEqual(observer.events, [.next(0, 1), .next(30, 3), .completed(30)])
    }

    @Test("each subscription has its own time")
    func twoObservers() {
        let subject = PublishSubject<Int>()
        let throttled = subject.throttle(.milliseconds(30), scheduler: scheduler)
        let early = scheduler.createObserver(Int.self)
        let late = scheduler.createObserver(Int.self)
        _ = throttled.subscribe(early)
        subject.onNext(1)
        scheduler.advance(by: 10)
        _ = throttled.subscribe(late)
        subject.onNext(2)
        scheduler.start()
        expectEqual(early.events, [.next(0, 1), .next(30, 2)])
        expectEqual(late.events, [.next(10, 2)])
    }

    @Test("disposed of midway, the timer is cancelled and everything is released", arguments: [true, false])
    func disposal(_ latest: Bool) {
        let living = Counter()
        let probe = Probe<Witness>()
        let passed = Counter()
        let subscription = probe.asObservable().throttle(.milliseconds(30), latest: latest, scheduler: scheduler)
            .subscribe(onNext: { _ in passed.add() })
        probe.send(Witness(living))
        probe.send(Witness(living))
        expectEqual(passed.value, 1)
        #expect(living.value == (latest ? 1 : 0))
        scheduler.advance(by: 29)
        subscription.dispose()
        expectEqual(living.value, 0)
        expectEqual(probe.observers, 0)
        #expect(scheduler.hasNothingLeft())
        expectEqual(passed.value, 1)
    }

    @Test("disposed of while the end waits for a value, neither comes")
    func disposalAfterCompletion() {
        let probe = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = probe.asObservable().throttle(.milliseconds(30), scheduler: scheduler).subscribe(recorder)
        probe.send(1, 2)
        probe.subject.onCompleted()
        expectEqual(probe.observers, 0)
        subscription.dispose()
        #expect(scheduler.hasNothingLeft())
        expectEqual(recorder.log, ["next(1)"])
    }

    @Test("an observer that sends again is called again when the time is over")
    func reentrant() {
        let subject = PublishSubject<Int>()
        let observer = scheduler.createObserver(Int.self)
        _ = subject.throttle(.milliseconds(30), scheduler: scheduler)
            .subscribe(onNext: { value in
                observer.onNext(value)
                if value < 4 { subject.onNext(value + 1) }
            })
        subject.onNext(1)
        scheduler.start()
        expectEqual(observer.events, [.next(0, 1), .next(30, 2), .next(60, 3), .next(90, 4)])
    }

    @Test("equals a plain model", arguments: [0, 1, 5, 10, 40], [true, false])
    func model(_ dueTime: Int, _ latest: Bool) {
        for _ in 0..<100 {
            let seed = UInt64.random(in: .min ... .max)
            let sequence = RandomSequence(seed: seed)
            let events = sequence.run { $0.throttle(.milliseconds(dueTime), latest: latest, scheduler: $1) }
            let expected = Self.model(sequence, dueTime, latest: latest)
            expectEqual(events, expected, "seed \(seed), \(sequence.events)")
        }
    }

    /// After each value that is sent, those within the interval are considered together: the last one is sent at its
    /// end.
    private static func model(
        _ sequence: RandomSequence, _ dueTime: Int, latest: Bool
    ) -> [Recorded<Event<Int>>] {
        var rest = sequence.values[...]
        var result: [Recorded<Event<Int>>] = []
        var sent: Int?
        while let (time, value) = rest.first {
            if let last = sent, time < last + dueTime {
                guard latest else {
                    rest.removeFirst()
                    continue
                }
                let end = last + dueTime
                let waiting = rest.prefix { $0.time <= end }
                if sequence.end.time <= end, sequence.end.value.error != nil { break }
                result.append(.next(end, waiting.last!.value))
                rest = rest.dropFirst(waiting.count)
                sent = end
            } else {
                result.append(.next(time, value))
                rest.removeFirst()
                sent = time
            }
        }
        guard sequence.end.value.isCompleted else { return result + [sequence.end] }
        return result + [.completed(max(sequence.end.time, result.last?.time ?? 0))]
    }

    @Test("the state sends, waits, keeps and drops")
    func state() {
        var state = ThrottleState<String>(dueTime: .seconds(10), latest: true)
        expect(state.completed(), true)
        state = ThrottleState<String>(dueTime: .seconds(10), latest: true)
        expect("\(state.next("a", at: .seconds(5)).fate)", "send")
        let waiting = state.next("b", at: .seconds(9))
        guard case .wait(.seconds(6)) = waiting.fate else {
            Issue.record("\(waiting.fate)")
            return
        }
        #expect(waiting.displaced == nil)
        let kept = state.next("c", at: .seconds(14))
        expectEqual("\(kept.fate)", "keep")
        expectEqual(kept.displaced, "b")
        let due = state.due(at: .seconds(15))
        expectEqual(due.element, "c")
        #expect(!due.isOver)
        expect("\(state.next("d", at: .seconds(25)).fate)", "send")
        _ = state.next("e", at: .seconds(26))
        expect(state.completed(), false)
        let last = state.due(at: .seconds(35))
        expectEqual(last.element, "e")
        #expect(last.isOver)
    }

    @Test("the state without the latest drops, and has nothing that waits")
    func stateWithoutLatest() {
        var state = ThrottleState<String>(dueTime: .seconds(10), latest: false)
        expect("\(state.next("a", at: .zero).fate)", "send")
        expect("\(state.next("b", at: .milliseconds(9_999)).fate)", "drop")
        expect("\(state.next("c", at: .seconds(10)).fate)", "send")
        expect(state.completed(), true)
    }

    @MainActor
    @Test("a driver and a signal")
    func driverAndSignal() {
        let relay = BehaviorRelay(value: 1)
        let published = PublishRelay<Int>()
        let states = scheduler.createObserver(Int.self)
        let news = scheduler.createObserver(Int.self)
        let bag = DisposeBag()
        relay.asDriver().throttle(.milliseconds(30), scheduler: scheduler).drive(states).disposed(by: bag)
        published.asSignal().throttle(.milliseconds(30), latest: false, scheduler: scheduler).emit(to: news)
            .disposed(by: bag)
        scheduler.advance(by: 10)
        for value in 2...4 {
            relay.accept(value)
            published.accept(value)
        }
        scheduler.advance(by: 50)
        relay.accept(5)
        relay.accept(6)
        bag.dispose()
        #expect(scheduler.hasNothingLeft())
        expectEqual(states.events, [.next(0, 1), .next(30, 4), .next(60, 5)])
        expectEqual(news.events, [.next(10, 2)])
    }
}
