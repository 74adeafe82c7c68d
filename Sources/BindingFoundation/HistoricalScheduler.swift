import Binding
import BindingRx
import Foundation

/// A scheduler whose time is a `Date`, and advances as its actions run: replays what happened at known dates, without
/// waiting in between.
///
/// ```swift
/// let scheduler = HistoricalScheduler(initialClock: readings[0].date)
/// let replayed = PublishSubject<Reading>()
/// for reading in readings {
///     _ = scheduler.scheduleAbsoluteVirtual(reading, time: reading.date) { reading in
///         replayed.onNext(reading)
///         return Disposables.create()
///     }
/// }
/// let hourly = replayed.sample(Observable<Int>.interval(.seconds(3_600), scheduler: scheduler))
/// let subscription = hourly.subscribe(onNext: chart.add)
/// scheduler.advanceTo(readings[readings.count - 1].date)
/// ```
///
/// See `VirtualTimeScheduler` of `BindingRx` for how it is advanced. Its `now` is the time since 1970.
public typealias HistoricalScheduler = VirtualTimeScheduler<HistoricalSchedulerTimeConverter>

extension VirtualTimeScheduler where Converter == HistoricalSchedulerTimeConverter {
    /// A scheduler with a given time.
    ///
    /// - Parameter initialClock: The time at the start.
    public convenience init(initialClock: Date = Date(timeIntervalSince1970: 0)) {
        self.init(initialClock: initialClock, converter: HistoricalSchedulerTimeConverter())
    }
}

/// Converts the time of a ``HistoricalScheduler``: dates, and intervals in seconds.
public struct HistoricalSchedulerTimeConverter: VirtualTimeConverterType {
    /// The converter, which has no state.
    public init() {}

    /// Returns the time from 1970 to a date.
    ///
    /// - Parameter virtualTime: The date.
    public func convertFromVirtualTime(_ virtualTime: Date) -> Duration {
        Duration(exactly: virtualTime.timeIntervalSince1970)
    }

    /// Returns the date at some time after 1970, to the precision of `Date`.
    ///
    /// - Parameter time: The time.
    public func convertToVirtualTime(_ time: Duration) -> Date { Date(timeIntervalSince1970: time.inSeconds) }

    /// Returns a number of seconds as a duration.
    ///
    /// - Parameter virtualTimeInterval: The number.
    public func convertFromVirtualTimeInterval(_ virtualTimeInterval: TimeInterval) -> Duration {
        Duration(exactly: virtualTimeInterval)
    }

    /// Returns the number of seconds in a duration.
    ///
    /// - Parameter timeInterval: The duration.
    public func convertToVirtualTimeInterval(_ timeInterval: Duration) -> TimeInterval { timeInterval.inSeconds }

    /// Returns the date some seconds after another one.
    ///
    /// - Parameters:
    ///   - time: The other date.
    ///   - offset: The number of seconds.
    public func offsetVirtualTime(_ time: Date, offset: TimeInterval) -> Date { time.addingTimeInterval(offset) }

    /// Says which of two dates is the earlier one.
    ///
    /// - Parameters:
    ///   - lhs: A date.
    ///   - rhs: Another one.
    public func compareVirtualTime(_ lhs: Date, _ rhs: Date) -> VirtualTimeComparison {
        lhs < rhs ? .lessThan : lhs > rhs ? .greaterThan : .equal
    }
}

extension Duration {
    /// A number of seconds. `Duration.seconds(_:)` multiplies before it rounds: since 1970, that is an error of 100 ns.
    fileprivate init(exactly seconds: TimeInterval) {
        let whole = seconds.rounded(.down)
        self = .seconds(Int64(whole)) + .seconds(seconds - whole)
    }

    /// The nearest number of seconds, also for the time since 1970.
    fileprivate var inSeconds: TimeInterval {
        TimeInterval(components.seconds) + TimeInterval(components.attoseconds) * 1e-18
    }
}
