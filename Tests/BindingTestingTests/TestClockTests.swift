import Binding
import BindingTesting
import TestSupport
import Testing

@Suite("TestClock")
@MainActor
struct TestClockTests {
    let scheduler = TestScheduler()

    @Test("a task sleeps until the scheduler's time has come, in step with what the scheduler runs")
    func sleeping() async throws {
        let clock = TestClock(scheduler)
        let ticks = Recorder<Int>()
        let timer = Observable<Int>.interval(.seconds(1), scheduler: scheduler).subscribe(ticks)
        let task = Task {
            try await clock.sleep(for: .seconds(2))
            return clock.now.offset
        }
        await clock.sleeping()
        scheduler.advance(by: .milliseconds(1_999))
        expectEqual(ticks.count, 1)
        scheduler.advance(by: .milliseconds(1))
        #expect(try await task.value == .seconds(2))
        expectEqual(ticks.count, 2)
        timer.dispose()
    }

    @Test("a cancelled task wakes at once, also where it was cancelled before")
    func cancellation() async throws {
        let clock = TestClock(scheduler)
        let task = Task { try await clock.sleep(for: .seconds(2)) }
        await clock.sleeping()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .seconds(2))
        }
        await #expect(throws: CancellationError.self) { try await late.value }
        scheduler.start()
        expectEqual(scheduler.clock, 0, "what had slept has left nothing behind")
    }

    @Test("a moment that has passed is none to sleep for; moments are counted from the scheduler's beginning")
    func past() async throws {
        let clock = TestClock(scheduler)
        let start = clock.now
        scheduler.advance(by: .seconds(3))
        try await clock.sleep(until: start.advanced(by: .seconds(1)), tolerance: nil)
        expectEqual(start.duration(to: clock.now), .seconds(3))
        #expect(start < clock.now)
        expectEqual(clock.minimumResolution, .milliseconds(1))
    }

    @Test("sleeping(_:) waits for as many as are wanted")
    func several() async throws {
        let clock = TestClock(scheduler)
        let woken = Recorder<Int>()
        let tasks = [3, 1, 2].map { seconds in
            Task {
                try await clock.sleep(for: .seconds(seconds))
                woken(seconds)
            }
        }
        await clock.sleeping(3)
        for (index, seconds) in [1, 2, 3].enumerated() {
            scheduler.advance(by: .seconds(1))
            try await tasks[[1, 2, 0][index]].value
            expectEqual(woken.elements, Array(1...seconds))
        }
    }

    @Test("a command runs in virtual time")
    func command() async throws {
        let clock = TestClock(scheduler)
        let save = Command { (seconds: Int) in
            try await clock.sleep(for: .seconds(seconds))
            return clock.now.offset
        }
        let run = save.start(5)
        await clock.sleeping()
        scheduler.advance(by: .seconds(5))
        await save.finished()
        #expect(try await run.value == .seconds(5))
    }
}
