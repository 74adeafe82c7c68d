import BindingTesting
import TestSupport
import Testing

@testable import Binding

@Suite("buffer")
struct BufferTests {
    private let scheduler = TestScheduler()

    private func buffered(
        _ events: [Recorded<Event<Int>>], _ timeSpan: Duration = .milliseconds(30), count: Int = .max,
        until time: Int = 100
    ) -> [Recorded<Event<[Int]>>] {
        let observer = scheduler.createObserver([Int].self)
        let subscription = scheduler.createHotObservable(events)
            .buffer(timeSpan, count: count, scheduler: scheduler).subscribe(observer)
        scheduler.advance(to: time)
        subscription.dispose()
        return observer.events
    }

    @Test("by time: what came within each window, also nothing")
    func byTime() {
        let events = buffered([.next(10, 1), .next(20, 2), .next(35, 3), .completed(95)])
        expectEqual(events, [.next(30, [1, 2]), .next(60, [3]), .next(90, []), .next(95, []), .completed(95)])
    }

    @Test("by count: a full array comes at once")
    func byCount() {
        let events = buffered([.next(1, 1), .next(2, 2), .next(3, 3), .next(4, 4), .next(5, 5)], count: 2, until: 20)
        expectEqual(events, [.next(2, [1, 2]), .next(4, [3, 4])])
    }

    @Test("a full array begins another window, with the whole time")
    func byBoth() {
        let events = buffered([.next(20, 1), .next(25, 2), .next(26, 3), .completed(60)], count: 2)
        expectEqual(events, [.next(25, [1, 2]), .next(55, [3]), .next(60, []), .completed(60)])
    }

    @Test("in a picture")
    func marbles() throws {
        let source = scheduler.createHotObservable(try Recorded.events("-ab---c--(def)g|"))
        let observer = scheduler.createObserver(String.self)
        _ = source.buffer(.milliseconds(4), count: 3, scheduler: scheduler).map { $0.joined() }.subscribe(observer)
        scheduler.start()
        let values: [Character: String] = ["x": "ab", "y": "c", "z": "def", "w": "g"]
        #expect(observer.events == (try Recorded.events("----x---yz-(w|)", values: values)))
    }

    @Test("the values that are left come at the end")
    func completion() {
        expectEqual(buffered([.next(10, 1), .completed(15)]), [.next(15, [1]), .completed(15)])
    }

    @Test("an empty source gives one empty array, and the end")
    func empty() {
        expectEqual(buffered([.completed(10)]), [.next(10, []), .completed(10)])
    }

    @Test("a source that sends and ends during the subscription")
    func atOnce() {
        let observer = scheduler.createObserver([Int].self)
        _ = Observable.of(1, 2, 3).buffer(.seconds(1), count: 2, scheduler: scheduler).subscribe(observer)
        expectEqual(observer.events, [.next(0, [1, 2]), .next(0, [3]), .completed(0)])
        #expect(scheduler.hasNothingLeft())
    }

    @Test("an error comes at once, without the values that are left, and no timer is left")
    func error() {
        let events = buffered([.next(10, 1), .next(35, 2), .error(40, TestError())])
        expectEqual(events, [.next(30, [1]), .error(40, TestError())])
        #expect(scheduler.hasNothingLeft())
    }

    @Test("a value that comes exactly when the window ends belongs to it, if it was scheduled first")
    func exactlyDue() {
        #expect(
            buffered([.next(30, 1), .next(60, 2), .completed(90)])
                == [.next(30, [1]), .next(60, [2]), .next(90, []), .completed(90)])
    }

    @Test("a value that comes after the window has ended at the same time belongs to the next")
    func justAfterDue() {
        let subject = PublishSubject<Int>()
        let observer = scheduler.createObserver([Int].self)
        let subscription = subject.buffer(.milliseconds(30), scheduler: scheduler).subscribe(observer)
        scheduler.schedule(at: 30) { subject.onNext(1) }
        scheduler.advance(to: 60)
        subscription.dispose()
        expectEqual(observer.events, [.next(30, []), .next(60, [1])])
    }

    @Test("an array that is full exactly when its time is over comes once")
    func fullWhenDue() {
        let events = buffered([.next(10, 1), .next(30, 2), .next(40, 3)], count: 2, until: 60)
        expectEqual(events, [.next(30, [1, 2]), .next(60, [3])])
    }

    @Test("a time of zero or less is one tick", arguments: [Duration.zero, .milliseconds(-5)])
    func zero(_ timeSpan: Duration) {
        let events = buffered([.next(1, 1), .next(1, 2), .next(3, 3)], timeSpan, until: 3)
        expectEqual(events, [.next(1, [1, 2]), .next(2, []), .next(3, [3])])
    }

    @Test("a count of one or less makes an array of each value", arguments: [1, 0, -3])
    func smallCount(_ count: Int) {
        let events = buffered([.next(1, 1), .next(2, 2)], count: count, until: 10)
        expectEqual(events, [.next(1, [1]), .next(2, [2])])
    }

    @Test("disposed of midway, the timer is cancelled and everything is released")
    func disposal() {
        let living = Counter()
        let probe = Probe<Witness>()
        let passed = Counter()
        let subscription = probe.asObservable().buffer(.milliseconds(30), scheduler: scheduler)
            .subscribe(onNext: { passed.add($0.count) })
        probe.send(Witness(living), Witness(living))
        scheduler.advance(by: 40)
        expectEqual(passed.value, 2)
        expectEqual(living.value, 0)
        probe.send(Witness(living))
        expectEqual(living.value, 1)
        subscription.dispose()
        expectEqual(living.value, 0)
        expectEqual(probe.observers, 0)
        #expect(scheduler.hasNothingLeft())
        expectEqual(passed.value, 2)
    }

    @Test("disposed of from inside, nothing waits any more", arguments: [1, .max])
    func disposalInside(_ count: Int) {
        let subject = PublishSubject<Int>()
        let recorder = recording(
            subject.buffer(.milliseconds(30), count: count, scheduler: scheduler), disposingAfter: 1)
        subject.onNext(1)
        scheduler.advance(by: 30)
        #expect(scheduler.hasNothingLeft())
        expectEqual(recorder.log, ["next([1])"])
    }

    @Test("what an observer sends again belongs to the next array")
    func reentrant() {
        let subject = PublishSubject<Int>()
        let observer = scheduler.createObserver([Int].self)
        let subscription = subject.buffer(.milliseconds(30), count: 2, scheduler: scheduler)
            .subscribe(onNext: { values in
                observer.onNext(values)
                if let last = values.last, last < 5 { for next in last + 1...last + 3 { subject.onNext(next) } }
            })
        subject.onNext(1)
        subject.onNext(2)
        expectEqual(observer.elements, [[1, 2], [3, 4], [5, 5], [6, 7]])
        scheduler.advance(to: 30)
        subscription.dispose()
        expectEqual(observer.events.last, .next(30, []))
    }

    @Test("loses nothing, keeps the order, and keeps to the count", arguments: [1, 2, 5, .max])
    func property(_ count: Int) {
        for _ in 0..<100 {
            let seed = UInt64.random(in: .min ... .max)
            let sequence = RandomSequence(seed: seed)
            let scheduler = TestScheduler()
            let observer = scheduler.createObserver([Int].self)
            _ = scheduler.createHotObservable(sequence.events.dropLast() + [.completed(sequence.end.time)])
                .buffer(.milliseconds(10), count: count, scheduler: scheduler).subscribe(observer)
            scheduler.start()
            expectEqual(observer.elements.flatMap { $0 }, sequence.values.map(\.value), "seed \(seed)")
            #expect(observer.elements.allSatisfy { $0.count <= count }, "seed \(seed)")
            expectEqual(observer.events.last, .completed(sequence.end.time), "seed \(seed)")
            let times = [0] + observer.events.map(\.time)
            #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 <= 10 }, "seed \(seed)")
        }
    }

    @Test("the state counts windows, and knows one that is over")
    func state() {
        var state = BufferState<String>(count: 2)
        expectEqual(state.window, 0)
        expect(state.next("a"), nil)
        expect(state.next("b"), ["a", "b"])
        expectEqual(state.window, 1)
        expect(state.next("c"), nil)
        expect(state.due(0), nil)
        expect(state.due(1), ["c"])
        expectEqual(state.window, 2)
        expect(state.due(2), [])
        expect(state.next("d"), nil)
        expect(state.rest(), ["d"])
        expect(state.rest(), [])
        expectEqual(state.window, 5)
    }

    @MainActor
    @Test("a driver and a signal")
    func driverAndSignal() {
        let relay = BehaviorRelay(value: 1)
        let published = PublishRelay<Int>()
        let states = scheduler.createObserver([Int].self)
        let news = scheduler.createObserver([Int].self)
        let bag = DisposeBag()
        relay.asDriver().buffer(.milliseconds(30), scheduler: scheduler).drive(states).disposed(by: bag)
        published.asSignal().buffer(.milliseconds(30), count: 2, scheduler: scheduler).emit(to: news).disposed(by: bag)
        scheduler.advance(by: 10)
        relay.accept(2)
        for value in 3...5 { published.accept(value) }
        scheduler.advance(to: 40)
        bag.dispose()
        #expect(scheduler.hasNothingLeft())
        expectEqual(states.events, [.next(30, [1, 2])])
        expectEqual(news.events, [.next(10, [3, 4]), .next(40, [5])])
    }

    /// A scheduler whose actions run on another thread before `schedule` returns, for a number of times.
    private final class HastyScheduler: Scheduler {
        private let remaining: Shared<Int>
        private let isRunning = Shared(false)

        init(_ times: Int) { remaining = Shared(times) }

        var now: Duration { .zero }

        func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
            schedule(after: .zero, action)
        }

        func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
            if !isRunning.value, remaining.value > 0 {
                remaining.value -= 1
                isRunning.value = true
                onAnotherThread(action)
                isRunning.value = false
            }
            return Disposables.create()
        }
    }

    @Test("windows that are over before they are waited for take no stack")
    func shortWindows() {
        let arrays = Counter()
        onThreads(1, stackSize: 1 << 19) { _ in
            let subscription = Observable<Int>.never().buffer(.zero, scheduler: HastyScheduler(5_000))
                .subscribe(onNext: { _ in arrays.add() })
            subscription.dispose()
        }
        expectEqual(arrays.value, 5_000)
    }
}
