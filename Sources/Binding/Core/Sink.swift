/// Where the values of a subscription go: two closures, so that a value costs one call a stage.
///
/// Whoever calls a sink calls it for one event at a time, not after `stop`, and not once the subscription's
/// ``Lifetime`` has ended.
@usableFromInline
struct Sink<Element: Sendable>: Sendable {
    @usableFromInline let next: @Sendable (Element) -> Void
    @usableFromInline let stop: @Sendable (Termination) -> Void

    /// Whether the sink must be called on the main actor.
    @usableFromInline let isMainActor: Bool

    @inlinable
    init(
        isMainActor: Bool = false,
        next: @escaping @Sendable (Element) -> Void,
        stop: @escaping @Sendable (Termination) -> Void
    ) {
        self.next = next
        self.stop = stop
        self.isMainActor = isMainActor
    }

    /// The same sink, to be called on the main actor.
    @inlinable
    var onMainActor: Sink { Sink(isMainActor: true, next: next, stop: stop) }

    @inlinable
    func on(_ event: Event<Element>) {
        switch event {
        case .next(let element): next(element)
        case .error(let error): stop(.error(error))
        case .completed: stop(.completed)
        }
    }
}

/// A sink in the list of a ``Broadcaster``.
@usableFromInline
final class Slot<Element: Sendable>: @unchecked Sendable {
    // Sound: the mutable properties are bookkeeping of the one broadcaster that holds the slot, under its lock.
    @usableFromInline let next: @Sendable (Element) -> Void
    @usableFromInline let stop: @Sendable (Termination) -> Void
    @usableFromInline let lifetime: Lifetime
    @usableFromInline let isMainActor: Bool

    /// Where it stands in its list, or -1.
    @usableFromInline var index = -1
    /// Whether its source still counts it among its observers.
    @usableFromInline var isCounted = false
    /// What was accepted while it was still being handed the values of before.
    @usableFromInline var inbox: [Event<Element>] = []

    @inlinable
    init(_ sink: Sink<Element>, lifetime: Lifetime) {
        next = sink.next
        stop = sink.stop
        isMainActor = sink.isMainActor
        self.lifetime = lifetime
    }

    @inlinable
    func on(_ event: Event<Element>) {
        guard !lifetime.isEnded else { return }
        switch event {
        case .next(let element): next(element)
        case .error(let error): stop(.error(error))
        case .completed: stop(.completed)
        }
    }
}

/// The slots of one lane in the order of subscription.
///
/// A slot that leaves makes a hole, which is closed when half of the list is holes: adding and removing cost the same
/// whatever the length.
@usableFromInline
struct SlotList<Element: Sendable> {
    @usableFromInline var slots: ContiguousArray<Slot<Element>?> = []
    @usableFromInline var holes = 0

    @inlinable
    init() {}

    @inlinable
    var isEmpty: Bool { slots.count == holes }

    /// - Complexity: O(1) amortised.
    @inlinable
    mutating func append(_ slot: Slot<Element>) {
        slot.index = slots.count
        slots.append(slot)
    }

    /// Takes a slot out, if it is there. The caller holds another reference to it, so that it does not die here.
    ///
    /// - Complexity: O(1) amortised.
    @inlinable
    mutating func remove(_ slot: Slot<Element>) {
        guard slot.index >= 0 else { return }
        if slot.index == slots.count - 1 {
            slots.removeLast()
        } else {
            slots[slot.index] = nil
            holes += 1
        }
        slot.index = -1
        if holes > 16, holes * 2 > slots.count { close() }
    }

    @usableFromInline
    mutating func close() {
        var kept = ContiguousArray<Slot<Element>?>()
        kept.reserveCapacity(slots.count - holes)
        for case let slot? in slots {
            slot.index = kept.count
            kept.append(slot)
        }
        slots = kept
        holes = 0
    }

    /// Takes out the slots whose subscriptions have ended, and returns them, to be released outside of the lock.
    @usableFromInline
    mutating func removeEnded() -> ContiguousArray<Slot<Element>?> {
        let ended = ContiguousArray(slots.lazy.filter { $0?.lifetime.isEnded ?? false })
        for case let slot? in ended { remove(slot) }
        return ended
    }

    /// Takes out all slots.
    @usableFromInline
    mutating func removeAll() -> ContiguousArray<Slot<Element>?> {
        let all = slots
        for case let slot? in all { slot.index = -1 }
        slots = []
        holes = 0
        return all
    }
}
