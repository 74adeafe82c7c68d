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

/// One of several places of an observer whose subscription has been released. It keeps nothing alive.
final class DroppedPlace: Disposable, @unchecked Sendable {
    // Sound: nothing changes, and weak references may be read on any thread.

    private let source: Unmanaged<AnyBroadcaster>?
    private weak let owner: AnyObject?
    private weak let slot: AnySlot?

    init(_ placement: Placement) {
        source = placement.source
        owner = placement.owner
        slot = placement.slot
    }

    var placement: Placement { Placement(slot, at: source, of: owner) }

    func dispose() { placement.leave() }
}
