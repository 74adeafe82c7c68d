import CDispatch
import Dispatch
import Synchronization

/// The one door to the main actor: "does this code run on it now?" and "run this there, after what was handed over
/// before".
///
/// On Linux the main actor's code may run on any thread: once an asynchronous `main` has suspended, workers drain the
/// main queue. "On the main actor" is therefore "in the context of the main dispatch queue".
@usableFromInline
enum MainActorDoor {
    /// A mark that the main queue carries, and the address by which C code asks for it.
    private static let mark: Mark = {
        let mark = Mark()
        DispatchQueue.main.setSpecific(key: mark.key, value: true)
        return mark
    }()

    private struct Mark: @unchecked Sendable {
        // Sound: the address is never read through; it only names the key, which lives as long as the program.
        let key = DispatchSpecificKey<Bool>()
        let address: UnsafeRawPointer

        init() {
            address = UnsafeRawPointer(Unmanaged.passUnretained(key).toOpaque())
        }
    }

    /// The thread that is inside ``whileKnownInside(_:)``, or 0.
    @usableFromInline static let insider = Atomic<UInt>(0)

    /// Whether this code runs on the main actor.
    ///
    /// Asks dispatch, through the C function: the Swift one costs three times as much.
    @usableFromInline
    static var isInside: Bool {
        if isKnownInside { return true }
        return CDispatch.dispatch_get_specific(mark.address) != nil
    }

    /// Whether this thread has already asked, in an outer frame, and the answer was yes.
    @inlinable @inline(__always)
    static var isKnownInside: Bool { insider.load(ordering: .relaxed) == currentThread() }

    /// How many times the main actor has come in from outside: what happens within one and the same turn may be linked.
    @usableFromInline static let turn = Atomic<UInt>(0)

    /// Notes, for the length of a call, that this code runs on the main actor, so that inner frames need not ask.
    ///
    /// One note is enough: the main actor runs one thing at a time, and the note is taken back before that ends.
    @inlinable @inline(__always)
    static func whileKnownInside(_ thread: UInt, _ body: () -> Void) {
        let outer = insider.load(ordering: .relaxed)
        if outer != thread {
            turn.store(turn.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
            insider.store(thread, ordering: .relaxed)
        }
        body()
        if outer != thread { insider.store(outer, ordering: .relaxed) }
    }

    /// The number of the main actor's turn under way.
    static var currentTurn: UInt { turn.load(ordering: .relaxed) }

    /// Runs an action on the main actor later, after all that was handed over before.
    @usableFromInline
    static func enter(_ action: @escaping @Sendable () -> Void) {
        DispatchQueue.main.async { whileKnownInside(currentThread(), action) }
    }

    /// Runs an action on the main actor: at once where this code runs there, else later, in order.
    @usableFromInline
    static func run(_ action: @escaping @MainActor () -> Void) {
        let action = unchecked(action)
        if isInside { whileKnownInside(currentThread(), action) } else { enter(action) }
    }

    /// A closure that is isolated to the main actor as one that is not, for use behind this door.
    ///
    /// Sound as long as the result is called on the main actor only; the two types are called in the same way.
    /// `MainActor.assumeIsolated` would do, but asks dispatch each time and costs more than the whole delivery.
    @inlinable @inline(__always)
    static func unchecked<Argument, Result>(
        _ body: @escaping @MainActor (Argument) -> Result
    ) -> @Sendable (Argument) -> Result {
        unsafeBitCast(body, to: (@Sendable (Argument) -> Result).self)
    }

    @inlinable @inline(__always)
    static func unchecked<First, Second, Result>(
        _ body: @escaping @MainActor (First, Second) -> Result
    ) -> @Sendable (First, Second) -> Result {
        unsafeBitCast(body, to: (@Sendable (First, Second) -> Result).self)
    }

    @inlinable @inline(__always)
    static func unchecked<Result>(_ body: @escaping @MainActor () -> Result) -> @Sendable () -> Result {
        unsafeBitCast(body, to: (@Sendable () -> Result).self)
    }
}
