import Binding
import Synchronization
import TestSupport
import Testing
import ViewModels

@Suite("Step scheduler")
struct StepSchedulerTests {
    private let scheduler = StepScheduler()
    private let log = Log()

    private final class Log: Sendable {
        private let entries = Mutex<[String]>([])

        var all: [String] { entries.withLock { $0 } }

        func add(_ entry: String) { entries.withLock { $0.append(entry) } }
    }

    private func note(_ entry: String) -> @Sendable () -> Void {
        { [log, scheduler] in log.add("\(entry) at \(scheduler.now / .milliseconds(1))") }
    }

    @Test("What is scheduled runs when its time has come, in the order of the times and then of scheduling")
    func order() {
        _ = scheduler.schedule(after: .milliseconds(250), note("c"))
        _ = scheduler.schedule(after: .milliseconds(100), note("a"))
        _ = scheduler.schedule(after: .milliseconds(100), note("b"))
        _ = scheduler.schedule(after: .milliseconds(301), note("d"))
        expectEqual(log.all, [])
        scheduler.advance(bySteps: 1)
        expectEqual(log.all, ["a at 100.0", "b at 100.0"])
        scheduler.advance(bySteps: 2)
        expectEqual(log.all, ["a at 100.0", "b at 100.0", "c at 250.0"])
        expectEqual(scheduler.now, .milliseconds(300))
        scheduler.advance(bySteps: 1)
        expectEqual(log.all.last, "d at 301.0")
        expectEqual(scheduler.now, .milliseconds(400))
    }

    @Test("What is scheduled for now waits for time to pass; what that schedules runs in the same call if due")
    func nested() {
        _ = scheduler.schedule { [scheduler, later = note("later"), evenLater = note("even later")] in
            _ = scheduler.schedule(after: .milliseconds(100), later)
            _ = scheduler.schedule(after: .milliseconds(101), evenLater)
        }
        scheduler.advance(bySteps: 1)
        expectEqual(log.all, ["later at 100.0"])
    }

    @Test("What is called off does not run, and what was before now runs now")
    func callingOff() {
        scheduler.schedule(after: .milliseconds(50), note("a")).dispose()
        _ = scheduler.schedule(after: .milliseconds(-50), note("b"))
        scheduler.advance(bySteps: 1)
        expectEqual(log.all, ["b at 0.0"])
    }
}
