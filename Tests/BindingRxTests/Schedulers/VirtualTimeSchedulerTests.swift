import Binding
import BindingRx
import TestSupport
import Testing

/// Virtual time in units of some seconds, rounded down or up.
private struct Units: VirtualTimeConverterType {
    typealias VirtualTimeUnit = Int
    typealias VirtualTimeIntervalUnit = Int

    var length = Duration.seconds(10)
    var rounding = FloatingPointRoundingRule.down

    func convertFromVirtualTime(_ virtualTime: Int) -> Duration { length * virtualTime }
    func convertToVirtualTime(_ time: Duration) -> Int { Int((time / length).rounded(rounding)) }
    func convertFromVirtualTimeInterval(_ virtualTimeInterval: Int) -> Duration {
        convertFromVirtualTime(virtualTimeInterval)
    }
    func convertToVirtualTimeInterval(_ timeInterval: Duration) -> Int { convertToVirtualTime(timeInterval) }
    func offsetVirtualTime(_ time: Int, offset: Int) -> Int { time + offset }
    func compareVirtualTime(_ lhs: Int, _ rhs: Int) -> VirtualTimeComparison {
        lhs < rhs ? .lessThan : lhs > rhs ? .greaterThan : .equal
    }
}

/// A scheduler of a program's own, as RxTest's is.
private final class OneLater: VirtualTimeScheduler<Units>, @unchecked Sendable {
    init() {
        super.init(initialClock: 0, converter: Units())
    }

    override func adjustScheduledTime(_ time: VirtualTime) -> VirtualTime { max(time, clock + 1) }
}

@Suite("VirtualTimeScheduler")
struct VirtualTimeSchedulerTests {
    private let scheduler = VirtualTimeScheduler(initialClock: 0, converter: Units())
    private let log = Recorder<String>()

    /// Schedules a line of the log, which includes the time when it ran.
    @discardableResult
    private func note(_ line: String, at time: Int, then action: @escaping @Sendable () -> Void = {}) -> any Disposable
    {
        scheduler.scheduleAbsoluteVirtual(line, time: time) { [log, scheduler] line in
            log("\(line) at \(scheduler.clock)")
            action()
            return Disposables.create { log("\(line) disposed of") }
        }
    }

    private func expectLog(_ lines: [String], sourceLocation: SourceLocation = #_sourceLocation) {
        expectEqual(log.elements, lines, sourceLocation: sourceLocation)
    }

    @Test("begins at the time it is given, and converts it")
    func initialClock() {
        let scheduler = VirtualTimeScheduler(initialClock: 10, converter: Units())
        expectEqual(scheduler.clock, 10)
        expectEqual(scheduler.now, .seconds(100))
    }

    @Test("runs by time, and for one time by the order of scheduling")
    func order() {
        for (line, time) in [("a", 3), ("b", 1), ("c", 2), ("d", 1), ("e", 3), ("f", 1)] { note(line, at: time) }
        expectLog([])
        expectEqual(scheduler.debugDescription, "[1, 1, 1, 2, 3, 3]")
        scheduler.start()
        expectLog(["b at 1", "d at 1", "f at 1", "c at 2", "a at 3", "e at 3"])
        expectEqual(scheduler.clock, 3)
        expectEqual(scheduler.debugDescription, "[]")
    }

    @Test("keeps that order with many, every third of them called off")
    func orderOfMany() {
        let times = (0..<3_000).map { $0 * 7_919 % 101 }
        for (number, time) in times.enumerated() {
            let scheduled = note("\(number)", at: time)
            if number % 3 == 0 { scheduled.dispose() }
        }
        scheduler.start()
        let expected = times.indices.filter { $0 % 3 != 0 }.sorted { (times[$0], $0) < (times[$1], $1) }
        expectLog(expected.map { "\($0) at \(times[$0])" })
    }

    @Test("relative times, virtual and real, count from the clock")
    func relative() {
        let (scheduler, log) = (scheduler, log)
        note("first", at: 2) {
            for interval in [3, 0, -1] {
                _ = scheduler.scheduleRelativeVirtual(interval, dueTime: interval) { interval in
                    log("\(interval) units at \(scheduler.clock)")
                    return Disposables.create()
                }
            }
            for seconds in [30, 20, 0, -10] {
                _ = scheduler.scheduleRelative(seconds, dueTime: .seconds(seconds)) { seconds in
                    log("\(seconds) s at \(scheduler.clock), \(scheduler.now)")
                    return Disposables.create()
                }
            }
            _ = scheduler.schedule("now") { line in
                log("\(line) at \(scheduler.clock)")
                return Disposables.create()
            }
        }
        scheduler.start()
        expectLog([
            "first at 2", "-1 units at 2", "0 units at 2", "0 s at 2, 20.0 seconds", "-10 s at 2, 20.0 seconds",
            "now at 2", "20 s at 4, 40.0 seconds", "3 units at 5", "30 s at 5, 50.0 seconds",
        ])
    }

    @Test("work scheduled by work runs in the same run, at its own time")
    func nested() {
        let (scheduler, log) = (scheduler, log)
        note("a", at: 1) {
            _ = scheduler.schedule(after: .seconds(10)) { log("c at \(scheduler.clock)") }
            _ = scheduler.schedule { log("b at \(scheduler.clock)") }
        }
        note("d", at: 2)
        scheduler.start()
        expectLog(["a at 1", "b at 1", "d at 2", "c at 2"])
    }

    @Test("advanceTo(_:) runs what is due up to and at its end, and sets the clock to it")
    func advanceTo() {
        for time in [1, 2, 3] { note("", at: time) }
        scheduler.advanceTo(2)
        expectLog([" at 1", " at 2"])
        scheduler.advanceTo(2)
        scheduler.advanceTo(7)
        expectLog([" at 1", " at 2", " at 3"])
        expectEqual(scheduler.clock, 7)
        note("late", at: 5)
        scheduler.advanceTo(4)
        expectEqual(scheduler.clock, 7)
        scheduler.advanceTo(5)
        expectLog([" at 1", " at 2", " at 3", "late at 7"])
    }

    @Test("sleep(_:) runs nothing; what was due meanwhile runs at the time of the next run")
    func sleep() {
        let (scheduler, log) = (scheduler, log)
        for time in [2, 1, 5] { note("", at: time) }
        scheduler.sleep(3)
        expectLog([])
        expectEqual(scheduler.clock, 3)
        _ = scheduler.schedule { log("now at \(scheduler.clock)") }
        scheduler.start()
        expectLog([" at 3", " at 3", "now at 3", " at 5"])
    }

    @Test("sleep(_:) in an action makes later ones late")
    func sleepInside() {
        note("a", at: 1) { [scheduler] in scheduler.sleep(9) }
        note("b", at: 2)
        note("c", at: 20)
        scheduler.start()
        expectLog(["a at 1", "b at 10", "c at 20"])
    }

    @Test("stop() ends a run after the action, and start() takes it up again")
    func stop() {
        scheduler.stop()
        note("a", at: 1) { [scheduler] in scheduler.stop() }
        note("b", at: 2)
        scheduler.start()
        expectLog(["a at 1"])
        expectEqual(scheduler.clock, 1)
        scheduler.start()
        expectLog(["a at 1", "b at 2"])
    }

    @Test("stop() ends advanceTo(_:), too, whose end becomes the time")
    func stopAdvancing() {
        note("a", at: 1) { [scheduler] in scheduler.stop() }
        note("b", at: 2)
        scheduler.advanceTo(5)
        expectLog(["a at 1"])
        expectEqual(scheduler.clock, 5)
        scheduler.start()
        expectLog(["a at 1", "b at 5"])
    }

    @Test("start() in an action does nothing")
    func startInside() {
        note("a", at: 1) { [scheduler, log] in
            scheduler.start()
            log("started")
        }
        note("b", at: 1)
        scheduler.start()
        expectLog(["a at 1", "started", "b at 1"])
    }

    @Test("to advance a running scheduler, or to sleep backwards, stops the program")
    func mistakes() async {
        await #expect(processExitsWith: .failure) {
            let scheduler = VirtualTimeScheduler(initialClock: 0, converter: Units())
            _ = scheduler.schedule { scheduler.advanceTo(1) }
            scheduler.start()
        }
        await #expect(processExitsWith: .failure) {
            VirtualTimeScheduler(initialClock: 0, converter: Units()).sleep(-1)
        }
    }

    @Test("an action that is called off does not run, and releases what it holds")
    func calledOff() {
        let living = Counter()
        let scheduled = [1, 2, 3].map { time in
            let witness = Witness(living)
            return note("", at: time) { withExtendedLifetime(witness) {} }
        }
        scheduled[1].dispose()
        scheduled[1].dispose()
        expectEqual(living.value, 2)
        expectEqual(scheduler.debugDescription, "[1, 3]")
        scheduler.start()
        expectLog([" at 1", " at 3"])
        expectEqual(living.value, 0)
    }

    @Test("what an action returns is disposed of with what scheduling it returned")
    func returned() {
        let first = note("a", at: 1)
        let second = SerialDisposable()
        second.disposable = note("b", at: 2) { second.dispose() }
        scheduler.start()
        expectLog(["a at 1", "b at 2", "b disposed of"])
        first.dispose()
        first.dispose()
        expectLog(["a at 1", "b at 2", "b disposed of", "a disposed of"])
    }

    @Test("a subclass adjusts the times for which real times are scheduled, and no virtual ones")
    func adjusted() {
        let scheduler = OneLater()
        let log = log
        _ = scheduler.schedule {
            log("now at \(scheduler.clock)")
            _ = scheduler.schedule { log("next at \(scheduler.clock)") }
            for seconds in [1, 30] {
                _ = scheduler.schedule(after: .seconds(seconds)) { log("\(seconds) s at \(scheduler.clock)") }
            }
        }
        let interval: OneLater.VirtualTimeInterval = 0
        for line in ["0", "0 again"] {
            let note: @Sendable (String) -> any Disposable = { line in
                log("\(line) at \(scheduler.clock)")
                return Disposables.create()
            }
            _ =
                line == "0"
                ? scheduler.scheduleAbsoluteVirtual(line, time: 0, action: note)
                : scheduler.scheduleRelativeVirtual(line, dueTime: interval, action: note)
        }
        scheduler.start()
        expectLog(["0 at 0", "0 again at 0", "now at 1", "next at 2", "1 s at 2", "30 s at 4"])
    }

    @Test("threads schedule and cancel while another one runs", .timeLimit(.minutes(5)))
    func threads() {
        let (scheduler, runs) = (scheduler, Counter())
        onThreads(4) { thread in
            for number in 0..<500 {
                if thread == 0 {
                    scheduler.start()
                    scheduler.sleep(1)
                } else {
                    let scheduled = scheduler.schedule(after: .seconds(number % 7 * 10)) { runs.add() }
                    let other = scheduler.scheduleRelativeVirtual((), dueTime: 1_000_000) {
                        runs.add(1_000_000)
                        return Disposables.create()
                    }
                    other.dispose()
                    if number % 2 == 0 { withExtendedLifetime(scheduled) {} }
                }
            }
        }
        scheduler.start()
        expectEqual(runs.value % 1_000_000, 1_500)
    }
}

@Suite("Operators in the time of a VirtualTimeScheduler")
struct OperatorsInVirtualTimeTests {
    private let log = Recorder<String>()

    /// Sends numbers at times in seconds through operators, and returns when which of them arrive.
    private func run(
        _ units: Units = Units(length: .seconds(1), rounding: .up), sending times: [Int], until end: Int = 100,
        _ operate: (Observable<Int>, VirtualTimeScheduler<Units>) -> Observable<Int>
    ) -> [String] {
        let scheduler = VirtualTimeScheduler(initialClock: 0, converter: units)
        let (subject, log) = (PublishSubject<Int>(), log)
        for time in times {
            _ = scheduler.scheduleAbsoluteVirtual(time, time: units.convertToVirtualTime(.seconds(time))) {
                subject.onNext($0)
                return Disposables.create()
            }
        }
        let subscription = operate(subject.asObservable(), scheduler).subscribe { event in
            log("\(event.element.map { "\($0)" } ?? "end") at \(scheduler.clock)")
        }
        scheduler.advanceTo(end)
        subscription.dispose()
        scheduler.start()
        return log.elements
    }

    @Test("delay")
    func delay() {
        let result = run(sending: [1, 2, 10]) { $0.delay(.seconds(5), scheduler: $1) }
        expectEqual(result, ["1 at 6", "2 at 7", "10 at 15"])
    }

    @Test("delay, debounce and throttle with a converter that rounds down", arguments: [Units(), Units(rounding: .up)])
    fileprivate func rounding(_ units: Units) {
        let result = run(units, sending: [0, 20, 50]) { numbers, scheduler in
            .merge(
                numbers.delay(.seconds(15), scheduler: scheduler),
                numbers.debounce(.seconds(25), scheduler: scheduler).map { -$0 },
                numbers.throttle(.seconds(35), scheduler: scheduler).map { $0 + 1_000 })
        }
        expectEqual(
            result.sorted(),
            units.rounding == .up
                ? [
                    "-50 at 8", "0 at 2", "1000 at 0", "1020 at 4", "1050 at 8", "20 at 4", "50 at 7",
                ]
                : [
                    "-20 at 4", "-50 at 7", "0 at 1", "1000 at 0", "1020 at 3", "1050 at 7", "20 at 3", "50 at 6",
                ])
    }

    @Test("debounce")
    func debounce() {
        let result = run(sending: [1, 2, 10]) { $0.debounce(.seconds(5), scheduler: $1) }
        expectEqual(result, ["2 at 7", "10 at 15"])
    }

    @Test("throttle")
    func throttle() {
        let result = run(sending: [1, 2, 3, 10]) { $0.throttle(.seconds(5), scheduler: $1) }
        expectEqual(result, ["1 at 1", "3 at 6", "10 at 11"])
    }

    @Test("timeout")
    func timeout() {
        let result = run(sending: [1, 4]) { $0.timeout(.seconds(5), scheduler: $1) }
        expectEqual(result, ["1 at 1", "4 at 4", "end at 9"])
    }

    @Test("interval, which ends with its subscription")
    func interval() {
        let result = run(sending: [], until: 10) { .merge($0, .interval(.seconds(3), scheduler: $1)) }
        expectEqual(result, ["0 at 3", "1 at 6", "2 at 9"])
    }

    @Test("an interval of less than a unit comes to its end, though the converter rounds down")
    func shortInterval() {
        let result = run(Units(), sending: [], until: 2) { .merge($0, .interval(.seconds(4), scheduler: $1)) }
        expectEqual(
            result, ["0 at 0", "1 at 0", "2 at 1", "3 at 1", "4 at 2", "5 at 2", "6 at 2"])
    }

    @Test("observe(on:) and subscribe(on:)")
    func switching() {
        let result = run(sending: [1, 2]) { $0.startWith(0).subscribe(on: $1).observe(on: $1) }
        expectEqual(result, ["0 at 0", "1 at 1", "2 at 2"])
    }
}
