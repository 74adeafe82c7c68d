internal import CBindingPlatform
import Glibc

/// The main actor for a program whose main thread runs its own event loop: GLib's, `poll`, `epoll`, SDL's.
///
/// On Linux nothing else runs the main actor's work there. A loop that can watch a descriptor watches ``descriptor``
/// and calls ``drain()`` when it is readable; one that cannot calls ``drain()`` once per iteration.
///
/// The loop runs on the thread that the program began on, and `main` is not asynchronous, or has not awaited anything
/// yet. See `Documentation/EventLoops.md`.
@MainActor
public enum MainActorLoop {
    /// Whether the main actor's code still runs on the thread that the program began on, where a loop can serve it.
    ///
    /// It becomes `false` for good once an asynchronous `main` has awaited something, or `dispatchMain()` was called:
    /// dispatch has then ended that thread, and serves the main actor from threads of its own.
    public static var isUsable: Bool { binding_is_initial_thread() }

    /// A file descriptor that is readable while work waits for the main actor. It belongs to dispatch: neither read nor
    /// close it.
    ///
    /// Once no loop can serve the main actor any more, it is -1, which `poll` ignores, and there is a warning.
    public static var descriptor: Int32 { isServed ? binding_main_queue_descriptor() : -1 }

    /// Runs the work that waits for the main actor now: values from other threads, tasks, timers, blocks in the main
    /// dispatch queue. Work that arrives meanwhile waits for the next call.
    ///
    /// Called from within itself, by a nested loop, it does nothing, because dispatch runs one block of the main queue
    /// at a time. The descriptor becomes readable again for what arrived meanwhile when the outer call returns. See
    /// ``schedule(by:)`` for an alternative.
    ///
    /// - Returns: Whether ``descriptor`` was readable, and this call was not from within another.
    @discardableResult
    public static func drain() -> Bool {
        guard isServed else { return false }
        // Cleared before, so that the descriptor becomes readable again for work that arrives while this runs.
        let wasReadable = clearDescriptor()
        // Cleared in this case, too, or the descriptor would remain readable and a nested loop would never wait.
        // Dispatch signals it again when the outer call is done.
        guard !isDraining else { return false }
        isDraining = true
        // Work from elsewhere does not follow from anything around a nested loop.
        MainActorDispatcher.followingFromNothing { binding_drain_main_queue() }
        isDraining = false
        return wasReadable
    }

    /// Makes the program's own loop run the library's work for the main actor, in place of dispatch's main queue, so
    /// that it also runs in nested loops, such as that of a dialog that a value has opened.
    ///
    /// Call this once, before the loop runs. The loop still has to watch ``descriptor``: tasks and blocks of dispatch
    /// arrive by it, and work that was posted before this call. None of that is lost or overtaken: later work waits
    /// until it has run.
    ///
    /// A thread that is posting work at the moment of the call may still use the main queue for it. The values of a
    /// source keep their order all the same.
    ///
    /// - Parameter schedule: Called on any thread, including the loop's own, with an action. It makes the loop run the
    ///   action later, not before it returns, on the thread that the program began on, and keeps the order of actions
    ///   from the same thread.
    public static func schedule(by schedule: @escaping @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void) {
        guard isServed else { return }
        ForeignQueue.begin(schedule)
    }

    /// Runs a nested event loop, such as that of a modal dialog.
    ///
    /// Whatever happens in it does not follow from anything around it. Without this call, an edit in a dialog that a
    /// value has opened would count as an answer to that value, and two-way bindings, which let a few answers pass,
    /// might not accept it.
    ///
    /// - Parameter loop: Runs the loop, and returns when it ends.
    public static func runNested<Result, Failure>(_ loop: () throws(Failure) -> Result) throws(Failure) -> Result {
        try MainActorDispatcher.followingFromNothing(loop)
    }

    private static var isDraining = false
    private static var hasWarned = false

    /// Whether a loop can serve the main actor. If it cannot, there is a warning that says why.
    private static var isServed: Bool {
        if isUsable { return true }
        if !hasWarned {
            hasWarned = true
            BindingDiagnostics.warn(.mainActorLoopNotUsable)
        }
        return false
    }

    /// Makes the descriptor not readable, until work arrives.
    ///
    /// - Returns: Whether it was readable.
    private static func clearDescriptor() -> Bool {
        var count: UInt64 = 0
        return read(binding_main_queue_descriptor(), &count, MemoryLayout.size(ofValue: count)) > 0
    }
}
