import Synchronization

/// The place of an observer at its source, as far as the values do not matter.
///
/// The observer stands at the end of a chain of operators, whose lifetime it has, or alone: then the place is all that
/// there is. The bookkeeping of a source knows this type only: code that is generic in the type of the values would have
/// to ask the runtime for the types that it is made of, wherever it is not specialised.
@usableFromInline
class AnySlot: @unchecked Sendable {
    // Sound: the mutable properties are bookkeeping of the one broadcaster that holds the slot, under its lock. That is
    // why they need no check for exclusive access either.

    /// The lifetime of the chain; `nil` for an observer that stands alone.
    @usableFromInline final let chain: Lifetime?
    @usableFromInline final let isMainActor: Bool
    #if DEBUG
        @usableFromInline final let liveObject = LiveObject(.slot)
    #endif

    /// Where it stands in its list, or -1.
    @exclusivity(unchecked) @usableFromInline final var index = -1
    /// Whether its source still counts it among its observers.
    @exclusivity(unchecked) @usableFromInline final var isCounted = false

    // What follows is for an observer that stands alone.

    /// Whether its subscription has ended.
    @usableFromInline final let ended = Atomic<Bool>(false)
    /// Its subscription, for as long as that lives and has not ended.
    @exclusivity(unchecked) @usableFromInline final var subscription: Unmanaged<DirectSubscription>?
    /// What the user knows as the source, which its subscription keeps alive.
    @exclusivity(unchecked) @usableFromInline final var owner: AnyObject?
    /// Called when the subscription has ended.
    @exclusivity(unchecked) @usableFromInline final var onDisposed: (@Sendable () -> Void)?

    @inlinable @inline(__always)
    init(chain: Lifetime?, isMainActor: Bool, owner: AnyObject?, onDisposed: (@Sendable () -> Void)?) {
        self.chain = chain
        self.isMainActor = isMainActor
        self.owner = owner
        self.onDisposed = onDisposed
    }

    /// Whether no further call may be made.
    @inlinable @inline(__always)
    final var isOver: Bool {
        if let chain { chain.isEnded } else { ended.load(ordering: .acquiring) }
    }
}

/// The place of an observer at its source.
@usableFromInline
final class Slot<Element: Sendable>: AnySlot, @unchecked Sendable {
    // Sound as its base class is.

    @usableFromInline let next: @Sendable (Element) -> Void
    @usableFromInline let stop: @Sendable (Termination) -> Void

    /// What was accepted while it was still being handed the values of before.
    @exclusivity(unchecked) @usableFromInline var inbox: [Event<Element>]?

    /// The place of a sink at the end of a chain.
    @inlinable
    init(_ sink: Sink<Element>, chain: Lifetime) {
        next = sink.next
        stop = sink.stop
        super.init(chain: chain, isMainActor: sink.isMainActor, owner: nil, onDisposed: nil)
    }

    /// The place of a sink with nothing between it and the source.
    @inlinable @inline(__always)
    init(_ sink: consuming Sink<Element>, owner: AnyObject, onDisposed: (@Sendable () -> Void)?) {
        next = sink.next
        stop = sink.stop
        super.init(chain: nil, isMainActor: sink.isMainActor, owner: owner, onDisposed: onDisposed)
    }
}
