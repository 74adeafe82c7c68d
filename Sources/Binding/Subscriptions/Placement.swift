/// The place of an observer: its slot, and the source that has it.
@usableFromInline
struct Placement {
    /// The source, which `owner` keeps alive or is.
    @usableFromInline let source: Unmanaged<AnyBroadcaster>?
    /// What the user knows as the source; `nil` if it no longer exists.
    @usableFromInline let owner: AnyObject?
    /// The observer's slot; `nil` if it no longer exists.
    @usableFromInline let slot: AnySlot?

    /// No place.
    @inlinable
    init() { self.init(nil, at: nil, of: nil) }

    @inlinable
    init(_ slot: AnySlot?, at source: Unmanaged<AnyBroadcaster>?, of owner: AnyObject?) {
        self.source = source
        self.owner = owner
        self.slot = slot
    }

    /// Whether both the slot and the source exist.
    var isTaken: Bool { owner != nil && slot != nil }

    /// Removes the observer from the source.
    @usableFromInline
    func leave() {
        guard let source, owner != nil, let slot else { return }
        withExtendedLifetime(owner) { source._withUnsafeGuaranteedRef { $0.letGo(of: slot) } }
    }
}

/// The places of an observer: one, as a rule; more if it observes several sources, none of which ends before it does.
struct Places {
    var first = Placement()
    private var others: [Placement] = []

    mutating func add(_ placement: Placement) {
        if first.source == nil { first = placement } else { others.append(placement) }
    }

    /// Calls a closure with each, from the last one on.
    func visit(_ body: (Placement) -> Void) {
        for other in others.reversed() { body(other) }
        body(first)
    }

    /// Removes the observer from the sources.
    func leave() { visit { $0.leave() } }
}

/// The place of an observer whose subscription has been released. It keeps nothing alive.
struct DroppedPlacement {
    private let source: Unmanaged<AnyBroadcaster>
    private let owner: WeakReference<AnyObject>
    private let slot: WeakReference<AnySlot>

    /// `nil` if the place no longer exists.
    init?(_ placement: Placement) {
        guard let source = placement.source, let owner = placement.owner, let slot = placement.slot else { return nil }
        self.source = source
        self.owner = WeakReference(owner)
        self.slot = WeakReference(slot)
    }

    var placement: Placement { Placement(slot.object, at: source, of: owner.object) }
}

/// One of several such places.
final class DroppedPlace: Disposable, @unchecked Sendable {
    // Sound: nothing changes.

    let dropped: DroppedPlacement

    init(_ dropped: DroppedPlacement) {
        self.dropped = dropped
    }

    func dispose() { dropped.placement.leave() }
}
