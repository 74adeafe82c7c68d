/// Runs actions at some time, in some place.
///
/// Actions that are due at the same time run in the order in which they were scheduled, unless a scheduler says
/// otherwise.
public protocol Scheduler: Sendable {
    /// The time since the scheduler's own start.
    var now: Duration { get }

    /// Runs an action as soon as may be.
    ///
    /// - Returns: What calls it off, if it has not begun.
    func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable

    /// Runs an action later, without blocking a thread meanwhile.
    ///
    /// - Parameters:
    ///   - delay: How much later. Zero or less means as soon as may be.
    ///   - action: What to run.
    /// - Returns: What calls it off, if it has not begun.
    func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable
}

extension Scheduler {
    /// As an executor of a broadcaster.
    var executor: DeliveryExecutor {
        .other({ action in _ = schedule(action) }, onMainActor: self is MainScheduler)
    }
}

/// Runs an action where and when it is scheduled.
public struct ImmediateScheduler: Scheduler {
    private let clock = RunningClock()

    /// A scheduler of the current thread.
    public init() {}

    public var now: Duration { clock.now }

    /// Runs the action before it returns.
    public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
        action()
        return Disposables.create()
    }

    /// Runs the action on a global dispatch queue, once it is due: waiting here would block the thread.
    public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
        guard delay > .zero else { return schedule(action) }
        return DispatchTimer.schedule(on: .global(), after: delay, action)
    }
}

extension Duration {
    /// Longer than any program runs: 272 years.
    static let longest = Duration.seconds(1 << 33)

    /// The same time, or the longest one that is reckoned with: sums of those do not overflow.
    var bounded: Duration { min(max(self, .zero - Self.longest), Self.longest) }
}

/// The time since it was made, by a clock that nobody sets.
struct RunningClock: Sendable {
    private let start = ContinuousClock.now

    var now: Duration { start.duration(to: .now) }
}
