public import Binding

/// A disposable that disposes of another one on a scheduler, such as on the main actor.
public final class ScheduledDisposable: Cancelable {
    /// The scheduler on which the other disposable is disposed of.
    public let scheduler: any Scheduler

    private let disposable: Guarded<(any Disposable)?>

    /// - Parameters:
    ///   - scheduler: The scheduler on which the other disposable is disposed of.
    ///   - disposable: The other disposable.
    public init(scheduler: any Scheduler, disposable: any Disposable) {
        self.scheduler = scheduler
        self.disposable = Guarded(disposable)
    }

    /// Whether the other disposable has been disposed of, or is being disposed of now.
    public var isDisposed: Bool { disposable.withLock { $0 == nil } }

    /// Schedules the disposal of the other disposable. If that has been done, the action does nothing.
    public func dispose() {
        _ = scheduler.schedule { [self] in disposable.take()?.dispose() }
    }
}
