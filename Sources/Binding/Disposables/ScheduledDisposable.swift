/// Disposes of another disposable where a scheduler says, such as on the main actor.
public final class ScheduledDisposable: Cancelable {
    /// Where the other disposable is disposed of.
    public let scheduler: any Scheduler

    private let disposable: Guarded<(any Disposable)?>

    /// - Parameters:
    ///   - scheduler: Where the other disposable is disposed of.
    ///   - disposable: The other disposable.
    public init(scheduler: any Scheduler, disposable: any Disposable) {
        self.scheduler = scheduler
        self.disposable = Guarded(disposable)
    }

    /// Whether the other disposable has been disposed of, or is being so at this moment.
    public var isDisposed: Bool { disposable.withLock { $0 == nil } }

    /// Has the scheduler dispose of the other disposable. Where that has been done, the scheduler finds nothing to do.
    public func dispose() {
        _ = scheduler.schedule { [self] in disposable.take()?.dispose() }
    }
}
