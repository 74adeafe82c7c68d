import Binding
import BindingControls
import BindingTesting
import TestSupport
import Testing

@MainActor
@Suite("window")
struct WindowTests {
    private func run(
        _ events: [Recorded<Event<Int>>], _ span: Duration, _ count: Int, until end: Int = 100
    ) -> [String] {
        let scheduler = TestScheduler()
        let log = Recorder<String>()
        let windows = Counter()
        let source = scheduler.createHotObservable(events)
        let subscription = source.window(span, count: count, scheduler: scheduler).subscribe { event in
            guard let window = event.element else { return log("\(scheduler.clock) \(event)") }
            let number = windows.add()
            log("\(scheduler.clock) window \(number)")
            _ = window.subscribe { (event: Event<Int>) in log("\(scheduler.clock) \(number): \(event)") }
        }
        scheduler.advance(to: end)
        subscription.dispose()
        return log.elements
    }

    @Test("window by time, by number, and by both")
    func window() {
        #expect(
            run([.next(10, 1), .next(25, 2), .completed(50)], .milliseconds(20), .max) == [
                "0 window 1", "10 1: next(1)", "20 1: completed", "20 window 2", "25 2: next(2)", "40 2: completed",
                "40 window 3", "50 3: completed", "50 completed",
            ])
        #expect(
            run([.next(10, 1), .next(12, 2), .next(14, 3), .error(16, TestError())], .seconds(1), 2) == [
                "0 window 1", "10 1: next(1)", "12 1: next(2)", "12 1: completed", "12 window 2", "14 2: next(3)",
                "16 2: error(TestError(test))", "16 error(TestError(test))",
            ])
        // The time counts from the beginning of a window.
        #expect(
            run([.next(10, 1), .next(15, 2)], .milliseconds(20), 2, until: 36) == [
                "0 window 1", "10 1: next(1)", "15 1: next(2)", "15 1: completed", "15 window 2", "35 2: completed",
                "35 window 3",
            ])
    }

    @Test("C9: the window that is observed goes on where the result is disposed of, to its own end")
    func windowGoesOn() {
        let scheduler = TestScheduler()
        let probe = Probe<Int>()
        let recorder = Recorder<Int>()
        let windows = Counter()
        let subscription = probe.asObservable().window(.milliseconds(20), scheduler: scheduler).subscribe(onNext: {
            windows.add()
            _ = $0.subscribe(recorder)
        })
        probe.send(1)
        subscription.dispose()
        expectEqual(probe.observers, 1)
        probe.send(2)
        scheduler.advance(to: 20)
        probe.send(3)
        expectEqual(recorder.log, ["next(1)", "next(2)", "completed"])
        expectEqual(probe.observers, 0)
        expectEqual(windows.value, 1)
        #expect(scheduler.hasNothingLeft())
    }

    @Test("a window that nobody observes does not keep the source")
    func windowUnobserved() {
        let scheduler = TestScheduler()
        let probe = Probe<Int>()
        let subscription = probe.asObservable().window(.milliseconds(20), scheduler: scheduler)
            .subscribe(Recorder<Observable<Int>>())
        scheduler.advance(to: 50)
        subscription.dispose()
        expectEqual(probe.observers, 0)
        #expect(scheduler.hasNothingLeft())
        // This observer disposes at the first window, which comes before the source is subscribed to.
        let windows = Counter()
        _ = probe.asObservable().window(.milliseconds(20), scheduler: scheduler).take(1)
            .subscribe(onNext: { _ in windows.add() })
        expectEqual(windows.value, 1)
        expectEqual(probe.subscribed, 1)
        #expect(scheduler.hasNothingLeft())
    }

    /// A scheduler with which disposal is always too late, as it may be with threads.
    private struct StubbornScheduler: Scheduler {
        let base = ManualScheduler()

        var now: Duration { base.now }

        func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
            schedule(after: .zero, action)
        }

        func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
            _ = base.schedule(after: delay, action)
            return Disposables.create()
        }
    }

    @Test("a timer that could not be called off does not end the window after its own")
    func lateTimer() {
        let scheduler = StubbornScheduler()
        let subject = PublishSubject<Int>()
        let recorder = Recorder<[Int]>()
        let subscription = subject.window(.seconds(2), count: 2, scheduler: scheduler).flatMap { $0.toArray() }
            .subscribe(recorder)
        scheduler.base.advance(by: .seconds(1))
        subject.onNext(1)
        subject.onNext(2)
        scheduler.base.advance(by: .milliseconds(1_500))
        subject.onNext(3)
        expectEqual(recorder.elements, [[1, 2]])
        scheduler.base.advance(by: .milliseconds(600))
        expectEqual(recorder.elements, [[1, 2], [3]])
        subscription.dispose()
    }

    @Test("C13: bound elsewhere, the windows come on the main actor")
    func onTheMainActor() async {
        let label = Label()
        let relay = PublishRelay<Int>()
        let scheduler = TestScheduler()
        let bag = DisposeBag()
        onAnotherThread {
            relay.window(.seconds(1), scheduler: scheduler).asSignal(onErrorJustReturn: .empty()).emit(onNext: { _ in
                MainActor.assertIsolated()
                label.text += "w"
            }).disposed(by: bag)
            relay.accept(1)
        }
        await eventually { label.text == "w" }
        scheduler.advance(by: .seconds(1))
        relay.accept(2)
        await eventually { label.text == "ww" }
        bag.dispose()
    }

    @Test("C3: 4 threads send while windows end by number and by time: every value is in one of them, in order")
    func windowThreads() {
        let count = 1_000
        let subject = PublishSubject<(thread: Int, number: Int)>()
        let recorder = Recorder<[(thread: Int, number: Int)]>()
        let scheduler = ManualScheduler()
        _ = subject.window(.milliseconds(1), count: 7, scheduler: scheduler).flatMap { $0.toArray() }.subscribe(
            recorder)
        onThreads(5) { thread in
            for number in 0..<count {
                if thread == 4 {
                    scheduler.advance(by: .milliseconds(1))
                } else {
                    subject.onNext((thread, number))
                }
            }
        }
        subject.onCompleted()
        #expect(recorder.elements.allSatisfy { $0.count <= 7 })
        for thread in 0..<4 {
            expectEqual(recorder.elements.joined().filter { $0.thread == thread }.map(\.number), Array(0..<count))
        }
        #expect(recorder.isCompleted)
    }
}
