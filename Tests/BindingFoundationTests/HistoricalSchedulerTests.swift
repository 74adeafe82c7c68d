import Binding
import BindingFoundation
import BindingRx
import Foundation
import TestSupport
import Testing

@Suite("HistoricalScheduler")
struct HistoricalSchedulerTests {
    private let log = Recorder<String>()

    private func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

    @Test("begins in 1970, or at the date it is given")
    func initialClock() {
        let first: HistoricalScheduler = HistoricalScheduler()
        expectEqual(first.clock, date(0))
        expectEqual(first.now, .zero)
        let second = HistoricalScheduler(initialClock: date(1_000_000_000.5))
        expectEqual(second.clock, date(1_000_000_000.5))
        expectEqual(second.now, .milliseconds(1_000_000_000_500))
    }

    @Test("runs by date, and advances to dates")
    func dates() {
        let (scheduler, log) = (HistoricalScheduler(initialClock: date(-10)), log)
        for (line, time) in [("a", 30.0), ("b", -5), ("c", 20), ("d", -5)] {
            _ = scheduler.scheduleAbsoluteVirtual(line, time: date(time)) { line in
                log("\(line) at \(scheduler.clock.timeIntervalSince1970)")
                return Disposables.create()
            }
        }
        _ = scheduler.scheduleRelativeVirtual("e", dueTime: 10.25) { line in
            log("\(line) at \(scheduler.clock.timeIntervalSince1970)")
            return Disposables.create()
        }
        scheduler.advanceTo(date(25))
        expectEqual(log.elements, ["b at -5.0", "d at -5.0", "e at 0.25", "c at 20.0"])
        expectEqual(scheduler.clock, date(25))
        scheduler.sleep(1.5)
        expectEqual(scheduler.clock, date(26.5))
        scheduler.start()
        expectEqual(log.elements.last, "a at 30.0")
    }

    @Test("operators delay by its time")
    func operators() {
        let (scheduler, log) = (HistoricalScheduler(initialClock: date(1_000_000_000)), log)
        let source = PublishSubject<String>()
        for seconds in [1.0, 1.25, 3] {
            _ = scheduler.scheduleRelativeVirtual(seconds, dueTime: seconds) { seconds in
                source.onNext("\(seconds)")
                return Disposables.create()
            }
        }
        let changes = Observable.merge(
            source.debounce(.milliseconds(500), scheduler: scheduler).map { "debounced \($0)" },
            source.delay(.milliseconds(250), scheduler: scheduler).map { "delayed \($0)" },
            Observable<Int>.interval(.seconds(2), scheduler: scheduler).map { "tick \($0)" })
        let subscription = changes.subscribe(onNext: { change in
            log("\(change) at \(scheduler.clock.timeIntervalSince1970 - 1_000_000_000)")
        })
        scheduler.advanceTo(date(1_000_000_005))
        subscription.dispose()
        expectEqual(
            log.elements,
            [
                "delayed 1.0 at 1.25", "delayed 1.25 at 1.5", "debounced 1.25 at 1.75", "tick 0 at 2.0",
                "delayed 3.0 at 3.25", "debounced 3.0 at 3.5", "tick 1 at 4.0",
            ])
        scheduler.start()
        expectEqual(log.count, 7)
    }

    @Test("a period that a date cannot hold exactly ends all the same, and adds up to no more than it should")
    func fractions() {
        let (scheduler, ticks) = (HistoricalScheduler(initialClock: date(1_800_000_000.3)), Counter())
        let subscription = Observable<Int>.interval(.microseconds(333_333), scheduler: scheduler)
            .delay(.nanoseconds(100_000_001), scheduler: scheduler)
            .subscribe(onNext: { _ in ticks.add() })
        scheduler.advanceTo(date(1_800_000_000.3 + 1_000.2))
        expectEqual(ticks.value, 3_000)
        subscription.dispose()
    }

    @Test("the converter's methods are each other's reverse")
    func converter() {
        let converter = HistoricalSchedulerTimeConverter()
        for seconds in [-1.5, 0, 0.125, 1_000_000_000.25, 1_000_000_003.5, 1_764_000_007.0625] {
            let duration = Duration.milliseconds(Int64(seconds * 10_000)) / 10
            expectEqual(converter.convertFromVirtualTime(date(seconds)), duration)
            expectEqual(converter.convertToVirtualTime(duration), date(seconds))
            expectEqual(converter.convertFromVirtualTimeInterval(seconds), duration)
            expectEqual(converter.convertToVirtualTimeInterval(duration), seconds)
            expectEqual(converter.offsetVirtualTime(date(1), offset: seconds), date(1 + seconds))
        }
        expectEqual(converter.compareVirtualTime(date(1), date(2)), .lessThan)
        expectEqual(converter.compareVirtualTime(date(2), date(2)), .equal)
        expectEqual(converter.compareVirtualTime(date(3), date(2)), .greaterThan)
    }
}
