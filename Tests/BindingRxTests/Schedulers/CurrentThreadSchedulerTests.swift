import Binding
import BindingRx
import BindingTesting
import TestSupport
import Testing

@Suite("CurrentThreadScheduler")
struct CurrentThreadSchedulerTests {
    private let scheduler = CurrentThreadScheduler.instance
    private let recorder = Recorder<Int>()

    @Test("runs the first action at once, and what that schedules after it, in order")
    func trampoline() {
        let (scheduler, recorder) = (scheduler, recorder)
        _ = scheduler.schedule {
            _ = scheduler.schedule {
                recorder(3)
                _ = scheduler.schedule { recorder(6) }
                recorder(4)
            }
            recorder(1)
            _ = scheduler.schedule { recorder(5) }
            recorder(2)
        }
        recorder(7)
        expectEqual(recorder.elements, [1, 2, 3, 4, 5, 6, 7])
    }

    @Test("says whether something is running")
    func isScheduleRequired() {
        let answers = Recorder<Bool>()
        answers(CurrentThreadScheduler.isScheduleRequired)
        _ = scheduler.schedule { [scheduler] in
            answers(CurrentThreadScheduler.isScheduleRequired)
            onAnotherThread { answers(CurrentThreadScheduler.isScheduleRequired) }
            _ = scheduler.schedule { answers(CurrentThreadScheduler.isScheduleRequired) }
        }
        answers(CurrentThreadScheduler.isScheduleRequired)
        expectEqual(answers.elements, [true, false, true, false, true])
    }

    @Test("an action that is cancelled before its turn does not run, and releases what it holds")
    func calledOff() {
        let (scheduler, recorder) = (scheduler, recorder)
        let living = Counter()
        _ = scheduler.schedule {
            let witness = Witness(living)
            let second = scheduler.schedule { withExtendedLifetime(witness) { recorder(2) } }
            _ = scheduler.schedule { recorder(3) }
            second.dispose()
            recorder(1)
        }
        expectEqual(recorder.elements, [1, 3])
        expectEqual(living.value, 0)
    }

    @Test("actions that each schedule the next need no stack")
    func depth() {
        let runs = Counter()
        @Sendable func run(_ left: Int) {
            runs.add()
            if left > 0 { _ = CurrentThreadScheduler.instance.schedule { run(left - 1) } }
        }
        onThreads(1, stackSize: 1 << 16) { _ in run(100_000) }
        expectEqual(runs.value, 100_001)
    }

    @Test("each thread has its own")
    func threads() {
        let (scheduler, recorder) = (scheduler, recorder)
        _ = scheduler.schedule {
            onAnotherThread {
                _ = scheduler.schedule {
                    _ = scheduler.schedule { recorder(2) }
                    recorder(1)
                }
            }
            recorder(3)
        }
        expectEqual(recorder.elements, [1, 2, 3])
    }

    @Test("a delayed action runs elsewhere when it is due, and what it schedules after it")
    @MainActor
    func delayed() async {
        let (scheduler, recorder) = (scheduler, recorder)
        let times = Recorder<Duration>()
        _ = scheduler.schedule(after: .zero) { recorder(0) }
        // Before the other one, which runs as soon as it is due, however long this thread is kept from going on.
        expectEqual(recorder.elements, [0])
        let start = scheduler.now
        _ = scheduler.schedule(after: .milliseconds(5)) {
            times(scheduler.now)
            _ = scheduler.schedule { recorder(2) }
            recorder(1)
        }
        await eventually { recorder.count == 3 }
        expectEqual(recorder.elements, [0, 1, 2])
        #expect(times.elements[0] - start >= .milliseconds(5))
    }

    @Test("observe(on:) it keeps the values in order")
    func observing() {
        let subject = PublishSubject<Int>()
        _ = subject.observe(on: scheduler).subscribe(onNext: { [recorder] in
            if $0 == 1 { subject.onNext(2) }
            recorder($0)
        })
        subject.onNext(1)
        subject.onNext(3)
        expectEqual(recorder.elements, [1, 2, 3])
    }
}

@Suite("Scheduling with a state")
struct SchedulingStatesTests {
    private let scheduler = TestScheduler()
    private let recorder = Recorder<String>()

    private func note(_ text: String) -> any Disposable { Disposables.create { [recorder] in recorder(text) } }

    @Test("schedule(_:action:) hands over the state, and holds what the action returns")
    func state() {
        let subscription = scheduler.schedule("state") { [recorder] state in
            recorder(state)
            return Disposables.create { recorder("disposed") }
        }
        #expect(recorder.events.isEmpty)
        scheduler.advance(by: 0)
        expectEqual(recorder.elements, ["state"])
        subscription.dispose()
        subscription.dispose()
        expectEqual(recorder.elements, ["state", "disposed"])
    }

    @Test("scheduleRelative(_:dueTime:action:) waits, and can be called off before and after")
    func relative() {
        let (scheduler, recorder) = (scheduler, recorder)
        func schedule(_ text: String) -> any Disposable {
            scheduler.scheduleRelative(text, dueTime: .milliseconds(10)) { state in
                recorder("\(state) at \(scheduler.clock)")
                return Disposables.create { recorder("\(state) disposed") }
            }
        }
        let first = schedule("first")
        schedule("second").dispose()
        scheduler.start()
        expectEqual(recorder.elements, ["first at 10"])
        first.dispose()
        expectEqual(recorder.elements, ["first at 10", "first disposed"])
    }

    @Test("what an action returns that was called off while it ran is disposed of at once")
    func calledOffInside() {
        let recorder = recorder
        let subscription = SerialDisposable()
        subscription.disposable = scheduler.schedule(1) { _ in
            subscription.dispose()
            recorder("running")
            return Disposables.create { recorder("disposed") }
        }
        scheduler.start()
        expectEqual(recorder.elements, ["running", "disposed"])
    }

    @Test("schedulePeriodic runs with what the run before has made of the state, until it is disposed of")
    func periodic() {
        let (scheduler, recorder) = (scheduler, recorder)
        let subscription = scheduler.schedulePeriodic(1, startAfter: .milliseconds(5), period: .milliseconds(10)) {
            recorder("\($0) at \(scheduler.clock)")
            return $0 * 2
        }
        scheduler.advance(to: 30)
        subscription.dispose()
        scheduler.advance(to: 100)
        expectEqual(recorder.elements, ["1 at 5", "2 at 15", "4 at 25"])
        #expect(scheduler.hasNothingLeft())
    }

    @Test("schedulePeriodic keeps to its times though a run takes long")
    func slow() {
        let scheduler = ManualScheduler()
        let times = Recorder<Duration>()
        let subscription = scheduler.schedulePeriodic(0, startAfter: .zero, period: .seconds(10)) { number in
            times(scheduler.now)
            if number == 1 { scheduler.stall(for: .seconds(14)) }
            return number + 1
        }
        scheduler.advance(by: .seconds(40))
        expectEqual(times.elements.count, 5)
        expectEqual(times.elements[0...1], [.zero, .seconds(10)])
        #expect(times.elements[2] >= .seconds(24) && times.elements[2] < .seconds(25))
        expectEqual(times.elements[3...], [.seconds(30), .seconds(40)])
        subscription.dispose()
        expectEqual(scheduler.pending, 0)
    }

    @Test("schedulePeriodic that is disposed of in a run is over, and releases its state")
    func disposedInside() {
        let living = Counter()
        let subscription = SerialDisposable()
        let runs = Counter()
        subscription.disposable = scheduler.schedulePeriodic(
            Witness(living), startAfter: .zero, period: .milliseconds(1)
        ) { state in
            if runs.add() == 3 { subscription.dispose() }
            return state
        }
        scheduler.start()
        expectEqual(runs.value, 3)
        expectEqual(living.value, 0)
    }
}
