import Dispatch

/// Runs actions on the main actor.
///
/// ``instance`` runs an action at once where the caller is on the main actor; as with RxSwift's, one that comes from
/// elsewhere runs in order, after those that were scheduled before. ``asyncInstance`` always runs it later.
public final class MainScheduler: Scheduler {
    /// At once where already on the main actor, else later, in order.
    public static let instance = MainScheduler(runsAtOnce: true)

    /// Always later, in order.
    public static let asyncInstance = MainScheduler(runsAtOnce: false)

    private let runsAtOnce: Bool
    private let clock = RunningClock()

    private init(runsAtOnce: Bool) {
        self.runsAtOnce = runsAtOnce
    }

    public var now: Duration { clock.now }

    public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
        let cancellable = CancellableAction(action)
        if runsAtOnce {
            MainActorDispatcher.run { cancellable.run() }
        } else {
            MainActorDispatcher.post { cancellable.run() }
        }
        return cancellable
    }

    public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
        guard delay > .zero else { return schedule(action) }
        return DispatchTimer.schedule(on: .main, after: delay, action)
    }
}
