public import Binding
import Dispatch
import Glibc

/// A scheduler that runs actions on the thread that schedules them, one after the other: a trampoline, in ReactiveX.
///
/// The first action runs before `schedule` returns. Actions that it schedules on this scheduler run after it has
/// returned, and so on, so that a series of actions in which each schedules the next one needs no more stack than one
/// of them. On `ImmediateScheduler` they would nest.
///
/// ```swift
/// let scheduler = CurrentThreadScheduler.instance
/// _ = scheduler.schedule {
///     _ = scheduler.schedule { print("second") }
///     print("first")
/// }
/// print("third")
/// ```
public final class CurrentThreadScheduler: Scheduler {
    /// The scheduler, which is the same for all threads.
    public static let instance = CurrentThreadScheduler()

    /// Whether an action scheduled on this thread now would run before `schedule` returns, because none is running.
    public static var isScheduleRequired: Bool { Trampoline.current == nil }

    private let timers = ConcurrentDispatchQueueScheduler(queue: .global())

    private init() {}

    public var now: Duration { timers.now }

    /// Runs an action: at once if no action of this scheduler is running on this thread, otherwise after that one and
    /// those that wait already.
    ///
    /// - Returns: A disposable that cancels the action, if it has not begun.
    public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
        let action = CancellableAction(action)
        if let trampoline = Trampoline.current {
            trampoline.waiting.append(action)
        } else {
            Trampoline.run(action)
        }
        return action
    }

    /// Runs the action on a global dispatch queue, once it is due: waiting here would block the thread. Actions that it
    /// schedules run there after it.
    public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
        guard delay > .zero else { return schedule(action) }
        return timers.schedule(after: delay) { [self] in _ = schedule(action) }
    }
}

/// The actions that a thread runs, one after the other. It is used by that thread only.
private final class Trampoline {
    var waiting = Queue<CancellableAction>()

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    /// The trampoline of this thread, if an action is running.
    static var current: Trampoline? {
        pthread_getspecific(key).map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
    }

    static func run(_ action: CancellableAction) {
        let trampoline = Trampoline()
        pthread_setspecific(key, Unmanaged.passUnretained(trampoline).toOpaque())
        action.run()
        while let next = trampoline.waiting.popFirst() { next.run() }
        pthread_setspecific(key, nil)
        withExtendedLifetime(trampoline) {}
    }
}
