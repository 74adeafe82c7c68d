import Dispatch

/// A scheduler that runs actions on the main actor.
///
/// ``instance`` runs an action at once if the caller is on the main actor; as with RxSwift's, an action from elsewhere
/// runs in order, after those that were scheduled before. ``asyncInstance`` always runs it later.
public final class MainScheduler: Scheduler {
    /// Runs actions at once if called on the main actor, otherwise later, in order.
    public static let instance = MainScheduler(runsAtOnce: true)

    /// Always runs actions later, in order.
    public static let asyncInstance = MainScheduler(runsAtOnce: false)

    /// Whether this code runs on the main actor: for callbacks from C, whose types do not state their isolation.
    ///
    /// If it is `true`, `MainActor.assumeIsolated` succeeds. It costs two loads on the thread that the program began
    /// on, about 20 ns on others; `assumeIsolated` alone costs several times as much.
    public static var isCurrent: Bool { MainActorDispatcher.isCurrent }

    /// Runs code on the main actor: at once if the caller is on it, otherwise later, in order, after what was scheduled
    /// before.
    ///
    /// For callbacks from C, which arrive on any thread. On the main actor it costs as much as ``isCurrent`` and a
    /// call.
    public static func run(_ action: @escaping @MainActor @Sendable () -> Void) {
        MainActorDispatcher.run(action)
    }

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
        guard MainActorDispatcher.hasForeignQueue else {
            return DispatchTimer.schedule(on: .main, after: delay, action)
        }
        let cancellable = CancellableAction(action)
        let timer = DispatchTimer.schedule(on: Self.timers, after: delay) {
            MainActorDispatcher.post { cancellable.run() }
        }
        return Disposables.create(cancellable, timer)
    }

    /// The queue on which timers fire if the program's own loop takes the place of the main queue. It is serial, to
    /// keep their order.
    private static let timers = DispatchQueue(label: "MainScheduler")
}
