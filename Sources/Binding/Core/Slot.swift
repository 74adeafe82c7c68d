/// The place of an observer at its source, as far as the values do not matter.
///
/// Where the observer stands at the end of a chain, the place is also the lifetime of its subscription; otherwise the
/// chain has one of its own. The bookkeeping of a source knows this type only: code that is generic in the type of the
/// values would have to ask the runtime for the types that it is made of, wherever it is not specialised.
@usableFromInline
class AnySlot: Lifetime, @unchecked Sendable {
    // Sound: the mutable properties are bookkeeping of the one broadcaster that holds the slot, under its lock. That is
    // why they need no check for exclusive access either.

    /// The lifetime of the chain that goes on from here; `nil` where the slot itself is that.
    @usableFromInline final let chain: Lifetime?
    @usableFromInline final let isMainActor: Bool

    /// Where it stands in its list, or -1.
    @exclusivity(unchecked) @usableFromInline final var index = -1
    /// Whether its source still counts it among its observers.
    @exclusivity(unchecked) @usableFromInline final var isCounted = false

    @inlinable
    init(chain: Lifetime?, isMainActor: Bool) {
        self.chain = chain
        self.isMainActor = isMainActor
    }

    /// Whether no further call may be made.
    @inlinable @inline(__always)
    final var isOver: Bool {
        if let chain { chain.isEnded } else { isEnded }
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

    /// - Parameter chain: The lifetime of the chain that the sink is part of; `nil` for one at the end, whose lifetime
    ///   the slot then is.
    @inlinable
    init(_ sink: Sink<Element>, chain: Lifetime?) {
        next = sink.next
        stop = sink.stop
        super.init(chain: chain, isMainActor: sink.isMainActor)
    }

    @inlinable
    func on(_ event: Event<Element>) {
        guard !isOver else { return }
        switch event {
        case .next(let element): next(element)
        case .error(let error): finish(.error(error))
        case .completed: finish(.completed)
        }
    }

    /// Says that it is over. Whoever calls has made sure that it is not yet.
    @usableFromInline
    func finish(_ termination: Termination) {
        stop(termination)
        if chain == nil { end() }
    }
}
