import Dispatch

/// A scheduler that runs actions on a dispatch queue, one after the other.
public final class SerialDispatchQueueScheduler: Scheduler {
    private let queue: DispatchQueue
    private let clock = RunningClock()

    /// A scheduler with a queue of its own.
    ///
    /// - Parameters:
    ///   - qos: The quality of service of the queue.
    ///   - label: The queue's name, for debugging.
    public init(qos: DispatchQoS = .default, label: String = "SerialDispatchQueueScheduler") {
        queue = DispatchQueue(label: label, qos: qos)
    }

    /// A scheduler that runs its actions one after the other on a given queue, which may be concurrent and run other
    /// work.
    public init(queue: DispatchQueue) {
        self.queue = DispatchQueue(label: "SerialDispatchQueueScheduler", target: queue)
    }

    public var now: Duration { clock.now }

    public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
        CancellableAction.schedule(on: queue, action)
    }

    public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
        guard delay > .zero else { return schedule(action) }
        return DispatchTimer.schedule(on: queue, after: delay, action)
    }
}

/// A scheduler that runs actions on a dispatch queue, as many at a time as the queue does.
///
/// The values of one sequence are still delivered one at a time and in order.
public final class ConcurrentDispatchQueueScheduler: Scheduler {
    private let queue: DispatchQueue
    private let clock = RunningClock()

    /// A scheduler that runs its actions on a queue.
    public init(queue: DispatchQueue) {
        self.queue = queue
    }

    /// A scheduler that runs its actions on the global queue of a quality of service.
    public init(qos: DispatchQoS.QoSClass = .default) {
        queue = .global(qos: qos)
    }

    public var now: Duration { clock.now }

    public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
        CancellableAction.schedule(on: queue, action)
    }

    public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
        guard delay > .zero else { return schedule(action) }
        return DispatchTimer.schedule(on: queue, after: delay, action)
    }
}

/// An action that can be cancelled until it begins.
package final class CancellableAction: Disposable {
    private let action: Guarded<(@Sendable () -> Void)?>

    package init(_ action: @escaping @Sendable () -> Void) {
        self.action = Guarded(action)
    }

    static func schedule(on queue: DispatchQueue, _ action: @escaping @Sendable () -> Void) -> any Disposable {
        let cancellable = CancellableAction(action)
        queue.async { cancellable.run() }
        return cancellable
    }

    package func run() { action.take()?() }

    package func dispose() { _ = action.take() }
}

/// Runs an action once, some time from now.
final class DispatchTimer: Disposable, @unchecked Sendable {
    // Sound: a dispatch source may be cancelled from any thread, and it is not otherwise changed once it runs.
    private let timer: any DispatchSourceTimer
    private let action: CancellableAction

    private init(on queue: DispatchQueue, after delay: Duration, _ action: @escaping @Sendable () -> Void) {
        self.action = CancellableAction(action)
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + delay.dispatchInterval)
    }

    static func schedule(
        on queue: DispatchQueue, after delay: Duration, _ action: @escaping @Sendable () -> Void
    ) -> any Disposable {
        let timer = DispatchTimer(on: queue, after: delay, action)
        // The source keeps the timer alive, and through it itself, until it fires or is cancelled.
        timer.timer.setEventHandler {
            timer.action.run()
            timer.timer.cancel()
        }
        timer.timer.setCancelHandler { timer.timer.setEventHandler(handler: nil) }
        timer.timer.activate()
        return timer
    }

    func dispose() {
        action.dispose()
        timer.cancel()
    }
}

extension Duration {
    /// The same duration for dispatch, which counts nanoseconds in 64 bits: at most 292 years.
    var dispatchInterval: DispatchTimeInterval {
        guard self < Self.longest else { return .never }
        let (seconds, attoseconds) = bounded.components
        // Rounded up, so that no action runs too early.
        return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds + 999_999_999) / 1_000_000_000)
    }
}
