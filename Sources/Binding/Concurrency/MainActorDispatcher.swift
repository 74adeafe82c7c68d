internal import CBindingPlatform
import CDispatch
import Dispatch
import Synchronization

/// The one way to the main actor: "does this code run on it now?" and "run this there, after what was posted before".
/// WPF and Avalonia call this a dispatcher.
///
/// On Linux the main actor's code may run on any thread: once an asynchronous `main` has suspended, workers drain the
/// main queue. "On the main actor" is therefore "in the context of the main dispatch queue".
@usableFromInline
package enum MainActorDispatcher {
    /// The address of the key of a value that the main queue carries: C code looks the value up by it, and never
    /// dereferences it. The key lives as long as the program.
    private static let key: UInt = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return UInt(bitPattern: Unmanaged.passRetained(key).toOpaque())
    }()

    /// What is known about where the main actor runs.
    @usableFromInline
    struct Knowledge: ~Copyable, Sendable {
        /// The thread that is inside of ``whileKnownCurrent(_:_:)``, or 0.
        @usableFromInline let currentThread = Atomic<UInt>(0)
        /// The thread that the program began on, once it has been seen on the main actor, or 0.
        ///
        /// Code on this thread never runs concurrently with the main actor: dispatch does not run other queues on it,
        /// only work that the thread itself waits for; and if dispatch takes the main queue away from it, the thread
        /// ends for good.
        @usableFromInline let initialThread = Atomic<UInt>(0)
        /// The last thread other than that one on which the main actor was seen, or 0.
        @usableFromInline let otherThread = Atomic<UInt>(0)
        /// The number of turns of the main actor that have been posted and have not begun.
        @usableFromInline let turns = Atomic<Int>(0)
        /// The number of the latest original change, or value that follows from one, in two-way bindings.
        @usableFromInline let lastNumber = Atomic<UInt64>(0)
        /// The outermost delivery that the code on the main actor is currently part of, or 0.
        @usableFromInline let delivery = Atomic<UInt64>(0)
        /// The number of the latest outermost delivery.
        @usableFromInline let lastDelivery = Atomic<UInt64>(0)
        /// Whether something is to be sent at the end of the change under way; see ``DueAtEnd``.
        @usableFromInline let isAnythingDue = Atomic<Bool>(false)
        /// Whether the program's own loop takes the place of the main queue.
        @usableFromInline let hasForeignQueue = Atomic<Bool>(false)

        @usableFromInline
        init() {}
    }

    @usableFromInline static let known = Knowledge()

    /// Whether this code runs on the main actor.
    @inlinable @inline(__always)
    package static var isCurrent: Bool { isCurrent(currentThread()) }

    @inlinable @inline(__always)
    static func isCurrent(_ thread: UInt) -> Bool {
        known.currentThread.load(ordering: .relaxed) == thread
            || known.initialThread.load(ordering: .relaxed) == thread
            || askDispatch(thread)
    }

    /// Asks dispatch whether this is the main queue, which takes a third of the time, and then whether it is one that
    /// targets the main queue. This uses the C function, because the Swift one costs three times as much.
    @usableFromInline @inline(never)
    static func askDispatch(_ thread: UInt) -> Bool {
        guard binding_is_in_main_queue() || leadsToMainQueue else { return false }
        // This takes two system calls, so it is not repeated on the thread that was seen last.
        if known.otherThread.load(ordering: .relaxed) != thread {
            if binding_is_initial_thread() {
                known.initialThread.store(thread, ordering: .relaxed)
            } else {
                known.otherThread.store(thread, ordering: .relaxed)
            }
        }
        return true
    }

    private static var leadsToMainQueue: Bool {
        UnsafeRawPointer(bitPattern: key).map { CDispatch.dispatch_get_specific($0) != nil } ?? false
    }

    /// Notes, for the duration of a call, that this code runs on the main actor, so that inner frames need not find
    /// out.
    ///
    /// One note is enough: the main actor runs one job at a time, and the note is removed before that ends.
    @inlinable @inline(__always)
    static func whileKnownCurrent(_ thread: UInt, _ body: () -> Void) {
        let outer = enter(thread)
        body()
        leave(outer)
    }

    /// Notes that this code runs on the main actor, until ``leave(_:)``: two functions, for use where a closure would
    /// take too much stack.
    ///
    /// - Returns: What was known before.
    @inlinable @inline(__always)
    static func enter(_ thread: UInt) -> UInt {
        let outer = known.currentThread.load(ordering: .relaxed)
        if outer != thread { known.currentThread.store(thread, ordering: .relaxed) }
        return outer
    }

    @inlinable @inline(__always)
    static func leave(_ outer: UInt) {
        if known.currentThread.load(ordering: .relaxed) != outer {
            known.currentThread.store(outer, ordering: .relaxed)
        }
    }

    /// Whether this thread is known to be on the main actor, without asking dispatch.
    @inlinable @inline(__always)
    static func isKnownCurrent(_ thread: UInt) -> Bool { known.currentThread.load(ordering: .relaxed) == thread }

    /// Runs an action on the main actor later, after all that were posted before.
    @usableFromInline
    static func post(_ action: @escaping @Sendable () -> Void) {
        if hasForeignQueue { return ForeignQueue.post { turn(action) } }
        DispatchQueue.main.async { turn(action) }
    }

    /// Whether the program's own loop runs posted actions, in place of the main queue.
    static var hasForeignQueue: Bool { known.hasForeignQueue.load(ordering: .acquiring) }

    /// Runs a posted action, on the main actor.
    private static func turn(_ action: () -> Void) {
        whileKnownCurrent(currentThread()) { followingFromNothing(action) }
    }

    /// Runs a closure on the main actor for a turn, later, after all actions that were posted before.
    ///
    /// Waiting turns share the time of one, so that actions posted later need not wait long.
    @usableFromInline
    static func postTurn(_ serve: @escaping @Sendable (DeliveryTurn) -> Void) {
        known.turns.wrappingAdd(1, ordering: .relaxed)
        post {
            let count = known.turns.wrappingSubtract(1, ordering: .relaxed).oldValue
            serve(DeliveryTurn(.arrival, sharedBy: count))
        }
    }

    /// Runs an action on the main actor: at once if this code runs there, otherwise later, in order.
    @usableFromInline
    package static func run(_ action: @escaping @MainActor () -> Void) {
        let action = unchecked(action)
        if isCurrent { whileKnownCurrent(currentThread(), action) } else { post(action) }
    }

    /// Runs an action on the main actor, as ``run(_:)`` does. What it needs is an argument: what a closure captures would
    /// have to be allocated.
    @inlinable
    static func run<Values: Sendable>(with values: Values, _ action: @escaping @MainActor @Sendable (Values) -> Void) {
        if isCurrent {
            let action = unchecked(action)
            whileKnownCurrent(currentThread()) { action(values) }
        } else {
            run { action(values) }
        }
    }

    /// Runs code that is isolated to the main actor, from code that is called there only: for closures that are passed on
    /// as they are, where a converted one would be wrapped.
    @inlinable @inline(__always)
    static func assumingCurrent<Result>(_ body: @MainActor () -> Result) -> Result {
        withoutActuallyEscaping(body) { reinterpret($0, as: (() -> Result).self)() }
    }

    // Converts a closure that is isolated to the main actor to one that is not, for sinks that are called there.

    @inlinable @inline(__always)
    package static func unchecked<Argument>(
        _ body: @escaping @MainActor (Argument) -> Void
    ) -> @Sendable (Argument) -> Void {
        // A closure in a structure is reinterpreted as it is; a bare one is wrapped twice along the way.
        reinterpret(IsolatedHandler(body: body), as: FreeHandler<Argument>.self).body
    }

    @inlinable @inline(__always)
    package static func unchecked<Argument, Result>(
        _ body: @escaping @MainActor (Argument) -> Result
    ) -> @Sendable (Argument) -> Result {
        reinterpret(body, as: (@Sendable (Argument) -> Result).self)
    }

    @inlinable @inline(__always)
    package static func unchecked<First, Second, Result>(
        _ body: @escaping @MainActor (First, Second) -> Result
    ) -> @Sendable (First, Second) -> Result {
        reinterpret(body, as: (@Sendable (First, Second) -> Result).self)
    }

    @inlinable @inline(__always)
    package static func unchecked<First, Second>(
        _ body: @escaping @MainActor (inout First, Second) -> Void
    ) -> @Sendable (inout First, Second) -> Void {
        reinterpret(body, as: (@Sendable (inout First, Second) -> Void).self)
    }

    @inlinable @inline(__always)
    package static func unchecked<Result>(_ body: @escaping @MainActor () -> Result) -> @Sendable () -> Result {
        reinterpret(body, as: (@Sendable () -> Result).self)
    }

    /// Reinterprets a function as one of another type.
    ///
    /// Sound as long as both types have the same calling convention: they differ in isolation only, and the result is
    /// called on the main actor only. `MainActor.assumeIsolated` would do, but asks dispatch each time and costs more
    /// than the whole delivery.
    @inlinable @inline(__always)
    static func reinterpret<Function, Other>(_ function: Function, as type: Other.Type) -> Other {
        unsafeBitCast(function, to: type)
    }
}

@usableFromInline
struct IsolatedHandler<Argument> {
    @usableFromInline let body: @MainActor (Argument) -> Void

    @inlinable
    init(body: @escaping @MainActor (Argument) -> Void) {
        self.body = body
    }
}

@usableFromInline
struct FreeHandler<Argument> {
    @usableFromInline let body: @Sendable (Argument) -> Void

    @inlinable
    init(body: @escaping @Sendable (Argument) -> Void) {
        self.body = body
    }
}
