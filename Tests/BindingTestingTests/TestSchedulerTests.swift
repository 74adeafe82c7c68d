import Binding
import BindingTesting
import TestSupport
import Testing

@Suite("TestScheduler")
struct TestSchedulerTests {
    private let scheduler = TestScheduler()
    private let log = Log()

    /// Schedules a line of the log, which includes the time when it ran.
    @discardableResult
    private func note(_ line: String, at time: Int) -> any Disposable {
        scheduler.schedule(at: time) { [log, scheduler] in log("\(line) at \(scheduler.clock)") }
    }

    @Test("runs by time, and for one time by the order of scheduling")
    func order() {
        for (line, time) in [("a", 30), ("b", 10), ("c", 20), ("d", 10), ("e", 30), ("f", 10)] { note(line, at: time) }
        #expect(log.lines.isEmpty)
        scheduler.advance(to: 100)
        expectEqual(log.lines, ["b at 10", "d at 10", "f at 10", "c at 20", "a at 30", "e at 30"])
    }

    @Test("keeps that order with many, every third of them called off")
    func orderOfMany() {
        let count = 3_000
        let times = (0..<count).map { $0 * 7_919 % 101 }
        for (number, time) in times.enumerated() {
            let scheduled = note("\(number)", at: time)
            if number % 3 == 0 { scheduled.dispose() }
        }
        scheduler.start()
        let expected = (0..<count).filter { $0 % 3 != 0 }.sorted { (times[$0], $0) < (times[$1], $1) }
        expectEqual(log.lines, expected.map { "\($0) at \(times[$0])" })
    }

    @Test("begins at the time it is given")
    func initialClock() {
        let scheduler = TestScheduler(initialClock: 250)
        expectEqual(scheduler.clock, 250)
        expectEqual(scheduler.now, .milliseconds(250))
        _ = scheduler.schedule(after: .milliseconds(5)) { [log] in log("\(scheduler.clock)") }
        scheduler.start()
        expectEqual(log.lines, ["255"])
    }

    @Test("advance(by:) runs what is due up to and at its end, and no more")
    func advanceBy() {
        for time in [9, 10, 11] { note("", at: time) }
        scheduler.advance(by: 9)
        expectEqual(log.lines, [" at 9"])
        scheduler.advance(by: 1)
        expectEqual(log.lines, [" at 9", " at 10"])
        expectEqual(scheduler.clock, 10)
        scheduler.advance(by: 50)
        expectEqual(log.lines, [" at 9", " at 10", " at 11"])
        expectEqual(scheduler.clock, 60)
    }

    @Test("advance(by:) takes a duration, too, and counts a part of a tick as a whole one")
    func advanceByDuration() {
        scheduler.advance(by: .seconds(2))
        expectEqual(scheduler.clock, 2_000)
        scheduler.advance(by: .microseconds(1))
        expectEqual(scheduler.clock, 2_001)
        scheduler.advance(by: .microseconds(1_500))
        expectEqual(scheduler.clock, 2_003)
        expectEqual(scheduler.now, .milliseconds(2_003))
    }

    @Test("advance(to:) moves on to a moment; one that has passed changes nothing")
    func advanceTo() {
        scheduler.advance(to: 20)
        expectEqual(scheduler.clock, 20)
        note("a", at: 20)
        scheduler.advance(to: 19)
        expectEqual(scheduler.clock, 20)
        #expect(log.lines.isEmpty)
        scheduler.advance(by: -5)
        expectEqual(scheduler.clock, 20)
        #expect(log.lines.isEmpty)
        scheduler.advance(to: 20)
        expectEqual(log.lines, ["a at 20"])
    }

    @Test("start() runs all there is, and stops at the time of the last")
    func start() {
        scheduler.start()
        expectEqual(scheduler.clock, 0)
        note("a", at: 10)
        note("b", at: 70)
        scheduler.schedule(at: 70) { [self] in note("c", at: 90) }
        scheduler.start()
        expectEqual(log.lines, ["a at 10", "b at 70", "c at 90"])
        expectEqual(scheduler.clock, 90)
    }

    @Test("what an action schedules runs in the same move, if it is due in it")
    func schedulesMore() {
        note("before", at: 10)
        scheduler.schedule(at: 10) { [self] in
            note("same time", at: 10)
            note("later", at: 15)
            note("after the move", at: 21)
            log("scheduled")
        }
        note("after", at: 10)
        scheduler.advance(to: 20)
        expectEqual(log.lines, ["before at 10", "scheduled", "after at 10", "same time at 10", "later at 15"])
        scheduler.start()
        expectEqual(log.lines.last, "after the move at 21")
    }

    @Test("an action that goes on scheduling itself runs as often as it is due")
    func repeats() {
        @Sendable func again() {
            log("\(scheduler.clock)")
            _ = scheduler.schedule(after: .milliseconds(10), again)
        }
        again()
        scheduler.advance(to: 35)
        expectEqual(log.lines, ["0", "10", "20", "30"])
    }

    @Test("schedule(_:) does not run in place, but at the next move of the time, even by nothing")
    func scheduleNow() {
        scheduler.advance(to: 7)
        _ = scheduler.schedule { [log, scheduler] in log("at \(scheduler.clock)") }
        #expect(log.lines.isEmpty)
        scheduler.advance(by: 0)
        expectEqual(log.lines, ["at 7"])
    }

    @Test("a time that has passed means now, after what is already due now")
    func pastTime() {
        scheduler.advance(to: 50)
        note("a", at: 50)
        note("b", at: 10)
        note("c", at: -1)
        scheduler.advance(by: 0)
        expectEqual(log.lines, ["a at 50", "b at 50", "c at 50"])
    }

    @Test(
        "a delay counts from now, rounded up; zero and less mean now",
        arguments: [
            (Duration.milliseconds(3), 103), (.seconds(1), 1_100), (.microseconds(2_001), 103), (.nanoseconds(1), 101),
            (.zero, 100), (.nanoseconds(-1), 100), (.milliseconds(-7), 100), (.seconds(-7), 100),
        ])
    func delays(_ delay: Duration, _ time: Int) {
        scheduler.advance(to: 100)
        _ = scheduler.schedule(after: delay) { [log, scheduler] in log("\(scheduler.clock)") }
        #expect(log.lines.isEmpty)
        scheduler.advance(to: time - 1)
        #expect(log.lines.isEmpty)
        scheduler.advance(to: time)
        expectEqual(log.lines, ["\(time)"])
    }

    @Test("a delay that is too long to be counted is never over")
    func endlessDelay() {
        scheduler.advance(to: 5)
        let scheduled = scheduler.schedule(after: .seconds(Int64.max)) { [log] in log("over") }
        scheduler.advance(by: 1_000_000_000_000)
        #expect(log.lines.isEmpty)
        scheduled.dispose()
        scheduler.start()
        #expect(log.lines.isEmpty)
    }

    @Test("what is called off does not run, and does not move the time")
    func cancelled() {
        let scheduled = note("a", at: 10)
        note("b", at: 5)
        scheduled.dispose()
        scheduled.dispose()
        scheduler.start()
        expectEqual(log.lines, ["b at 5"])
        expectEqual(scheduler.clock, 5)
    }

    @Test("an action can call off one that is due at the same time; calling off itself changes nothing")
    func cancelledInside() {
        let own = SerialDisposable()
        let other = SerialDisposable()
        own.disposable = scheduler.schedule(at: 10) { [log] in
            own.dispose()
            other.dispose()
            log("first")
        }
        other.disposable = note("second", at: 10)
        note("third", at: 10)
        scheduler.start()
        expectEqual(log.lines, ["first", "third at 10"])
    }

    @Test("what an action holds is released when it has run, and when it is cancelled")
    func releases() {
        final class Held: Sendable {}
        weak var ran: Held?
        weak var cancelled: Held?
        func schedule() -> any Disposable {
            let first = Held()
            let second = Held()
            (ran, cancelled) = (first, second)
            scheduler.schedule(at: 1) { withExtendedLifetime(first) {} }
            return scheduler.schedule(at: 1) { withExtendedLifetime(second) {} }
        }
        let scheduled = schedule()
        #expect(ran != nil)
        #expect(cancelled != nil)
        scheduled.dispose()
        #expect(cancelled == nil)
        scheduler.start()
        #expect(ran == nil)
    }

    @Test("an action may move the time on itself; the time never goes back")
    func reentrantAdvance() {
        note("a", at: 5)
        scheduler.schedule(at: 10) { [self] in
            log("in")
            scheduler.advance(by: 20)
            log("out at \(scheduler.clock)")
        }
        note("b", at: 10)
        note("c", at: 30)
        note("d", at: 31)
        scheduler.advance(to: 12)
        expectEqual(log.lines, ["a at 5", "in", "b at 10", "c at 30", "out at 30"])
        expectEqual(scheduler.clock, 30)
        scheduler.advance(by: 1)
        expectEqual(log.lines.last, "d at 31")
    }

    @Test("a tick is as long as one says; parts of it count as a whole one")
    func resolution() {
        let scheduler = TestScheduler(initialClock: 3, resolution: .seconds(2))
        let log = Log()
        expectEqual(scheduler.now, .seconds(6))
        _ = scheduler.schedule(after: .seconds(4)) { log("two at \(scheduler.clock)") }
        _ = scheduler.schedule(after: .milliseconds(4_001)) { log("three at \(scheduler.clock)") }
        _ = scheduler.schedule(after: .seconds(-3)) { log("at once at \(scheduler.clock)") }
        _ = scheduler.schedule(after: .seconds(Int64.max)) { log("some time") }
        scheduler.advance(by: .seconds(7))
        expectEqual(scheduler.clock, 7)
        expectEqual(scheduler.now, .seconds(14))
        expectEqual(log.lines, ["at once at 3", "two at 5", "three at 6"])
    }
}
