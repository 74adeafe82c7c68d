/// Runs actions at a given time, on a given thread, queue or actor.
///
/// Actions that are due at the same time run in the order in which they were scheduled, unless a scheduler says
/// otherwise.
public protocol Scheduler: Sendable {
    /// The time since the scheduler's own start.
    var now: Duration { get }

    /// Runs an action as soon as possible.
    ///
    /// - Returns: A disposable that cancels the action, if it has not begun.
    func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable

    /// Runs an action later, without blocking a thread meanwhile.
    ///
    /// - Parameters:
    ///   - delay: The delay. Zero or less means as soon as possible.
    ///   - action: The action.
    /// - Returns: A disposable that cancels the action, if it has not begun.
    func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable
}

extension Scheduler {
    /// The scheduler as an executor of a broadcaster.
    var executor: DeliveryExecutor {
        .other({ action in _ = schedule(action) }, onMainActor: self is MainScheduler)
    }
}

/// A scheduler that runs an action where and when it is scheduled.
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
    /// A duration longer than any program runs: 272 years.
    static let longest = Duration.seconds(1 << 33)

    /// The same duration, limited to ``longest``: sums of such durations do not overflow.
    var bounded: Duration { min(max(self, .zero - Self.longest), Self.longest) }
}

/// The time since it was made, by a monotonic clock.
struct RunningClock: Sendable {
    private let start = ContinuousClock.now

    var now: Duration { start.duration(to: .now) }
}
