/// What the time of a ``VirtualTimeScheduler`` consists of, and how long it is.
///
/// ```swift
/// struct Days: VirtualTimeConverterType {
///     func convertFromVirtualTime(_ virtualTime: Int) -> Duration { .seconds(86_400 * virtualTime) }
///     func convertToVirtualTime(_ time: Duration) -> Int { Int((time / .seconds(86_400)).rounded(.up)) }
///     func convertFromVirtualTimeInterval(_ virtualTimeInterval: Int) -> Duration {
///         convertFromVirtualTime(virtualTimeInterval)
///     }
///     func convertToVirtualTimeInterval(_ timeInterval: Duration) -> Int { convertToVirtualTime(timeInterval) }
///     func offsetVirtualTime(_ time: Int, offset: Int) -> Int { time + offset }
///     func compareVirtualTime(_ lhs: Int, _ rhs: Int) -> VirtualTimeComparison {
///         lhs < rhs ? .lessThan : lhs > rhs ? .greaterThan : .equal
///     }
/// }
/// ```
///
/// Real time is a `Duration` here, where RxSwift has a `Date` and a `TimeInterval`. Whatever thread uses the scheduler
/// calls these methods; they do not use the scheduler themselves.
public protocol VirtualTimeConverterType: Sendable {
    /// A moment of virtual time.
    associatedtype VirtualTimeUnit: Sendable

    /// The difference of two moments of virtual time.
    associatedtype VirtualTimeIntervalUnit: Sendable

    /// Returns the scheduler's `now` at a moment of virtual time.
    ///
    /// - Parameter virtualTime: The moment.
    func convertFromVirtualTime(_ virtualTime: VirtualTimeUnit) -> Duration

    /// Returns the moment of virtual time for a time of the scheduler's.
    ///
    /// - Parameter time: The time, which can be between two moments. If it is rounded down, actions run early by the
    ///   scheduler's clock.
    func convertToVirtualTime(_ time: Duration) -> VirtualTimeUnit

    /// Returns the length of an interval.
    ///
    /// - Parameter virtualTimeInterval: The interval.
    func convertFromVirtualTimeInterval(_ virtualTimeInterval: VirtualTimeIntervalUnit) -> Duration

    /// Returns the interval of a length.
    ///
    /// - Parameter timeInterval: The length.
    func convertToVirtualTimeInterval(_ timeInterval: Duration) -> VirtualTimeIntervalUnit

    /// Returns the moment that is some interval after another one.
    ///
    /// - Parameters:
    ///   - time: The other moment.
    ///   - offset: The interval.
    func offsetVirtualTime(_ time: VirtualTimeUnit, offset: VirtualTimeIntervalUnit) -> VirtualTimeUnit

    /// Says which of two moments is the earlier one. It is called while the scheduler is locked.
    ///
    /// - Parameters:
    ///   - lhs: A moment.
    ///   - rhs: Another one.
    func compareVirtualTime(_ lhs: VirtualTimeUnit, _ rhs: VirtualTimeUnit) -> VirtualTimeComparison
}

/// How two moments of virtual time compare.
public enum VirtualTimeComparison: Sendable {
    /// The first one is earlier.
    case lessThan

    /// They are the same.
    case equal

    /// The first one is later.
    case greaterThan
}
