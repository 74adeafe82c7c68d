internal import CBindingPlatform
import Glibc

/// The main actor for a program whose main thread is kept by an event loop of its own: GLib's, `poll`, `epoll`, SDL's.
///
/// On Linux nothing else runs what waits for the main actor there. A loop that can watch a descriptor watches
/// ``descriptor`` and calls ``drain()`` when it can be read; one that cannot calls ``drain()`` once a turn.
///
/// The loop runs on the thread that the program began on, and `main` is not asynchronous, or has not awaited anything
/// yet. See `Documentation/EventLoops.md`.
@MainActor
public enum MainActorLoop {
    /// Whether the main actor's code still runs on the thread that the program began on, where a loop can serve it.
    ///
    /// No longer, for good, once an asynchronous `main` has awaited something, or `dispatchMain()` was called: dispatch
    /// has then ended that thread, and serves the main actor from threads of its own.
    public static var isUsable: Bool { binding_is_initial_thread() }

    /// Can be read while something waits for the main actor. It is dispatch's: neither read nor close it.
    ///
    /// Where no loop can serve the main actor any more it is -1, which `poll` passes over, and there is a warning.
    public static var descriptor: Int32 { isServed ? binding_main_queue_descriptor() : -1 }

    /// Runs what waits for the main actor now: values from other threads, tasks, timers, blocks in the main dispatch
    /// queue. What comes meanwhile waits for the next call.
    ///
    /// Called from within itself, by a loop that something runs which it has called, it does nothing, because dispatch
    /// runs one thing of the main queue at a time. What came then is told of again when the outer call returns. See
    /// ``schedule(by:)`` for a way out.
    ///
    /// - Returns: Whether ``descriptor`` could be read, and this call was not from within another.
    @discardableResult
    public static func drain() -> Bool {
        guard isServed else { return false }
        // Taken back before, so that what comes while this runs is told of anew.
        let wasTold = takeBack()
        // Taken back here, too, or a nested loop would be told of it over and over and never wait. Dispatch tells of it
        // again when the outer call is done.
        guard !isDraining else { return false }
        isDraining = true
        // What comes from elsewhere follows from nothing of what goes on around a nested loop.
        MainActorDispatcher.followingFromNothing { binding_drain_main_queue() }
        isDraining = false
        return wasTold
    }

    /// Has the program's own loop run what the library hands to the main actor, in place of dispatch's main queue, so
    /// that it arrives in nested loops, too: while a dialog is run that a value has opened.
    ///
    /// To be called once, before the loop is. The loop watches ``descriptor`` nevertheless: tasks and blocks of
    /// dispatch come by it, and what was handed over before this call. Nothing of that is lost or overtaken: until it
    /// has run, what comes after it waits.
    ///
    /// A thread that was handing something over at the moment of the call may still use the main queue for that one.
    /// The values of a source keep their order all the same.
    ///
    /// - Parameter schedule: Called on any thread, also the loop's own, with something to run. It lets the loop run it
    ///   later, and not before it returns: on the thread that the program began on, in the order in which it was given
    ///   what one thread gives.
    public static func schedule(by schedule: @escaping @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void) {
        guard isServed else { return }
        ForeignQueue.begin(schedule)
    }

    /// Runs a loop within the loop, such as that of a dialog whose end is waited for.
    ///
    /// What happens in it follows from nothing of what goes on around it. Without this call, what a user edits in the
    /// dialog that a value has opened would pass for an answer to that value, and two-way bindings, which let each side
    /// answer once, might not take it.
    ///
    /// - Parameter loop: Runs the loop, and returns when it ends.
    public static func runNested<Result, Failure>(_ loop: () throws(Failure) -> Result) throws(Failure) -> Result {
        try MainActorDispatcher.followingFromNothing(loop)
    }

    private static var isDraining = false
    private static var hasWarned = false

    /// Whether a loop can serve the main actor. Where it cannot, the program is told why.
    private static var isServed: Bool {
        if isUsable { return true }
        if !hasWarned {
            hasWarned = true
            BindingDiagnostics.warn(.mainActorLoopNotUsable)
        }
        return false
    }

    /// Makes the descriptor one that cannot be read, until something comes.
    ///
    /// - Returns: Whether it could be read.
    private static func takeBack() -> Bool {
        var count: UInt64 = 0
        return read(binding_main_queue_descriptor(), &count, MemoryLayout.size(ofValue: count)) > 0
    }
}
