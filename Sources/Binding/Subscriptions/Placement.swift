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
