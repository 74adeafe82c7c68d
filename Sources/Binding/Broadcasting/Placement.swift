/// Where an observer stands, if it does: in which place, and at which source.
@usableFromInline
struct Placement {
    /// Alive for as long as `owner` is.
    @usableFromInline let source: Unmanaged<AnyBroadcaster>?
    /// What the user knows as the source, which keeps that, or the source itself; `nil` where it is gone.
    @usableFromInline let owner: AnyObject?
    /// The observer's place; `nil` where it is gone.
    @usableFromInline let slot: AnySlot?

    /// That of no observer.
    @inlinable
    init() { self.init(nil, at: nil, of: nil) }

    @inlinable
    init(_ slot: AnySlot?, at source: Unmanaged<AnyBroadcaster>?, of owner: AnyObject?) {
        self.source = source
        self.owner = owner
        self.slot = slot
    }

    /// Whether an observer stands there: neither its place nor the source is gone.
    var isTaken: Bool { owner != nil && slot != nil }

    /// The lifetime of the source's own subscription, where the source is a stage that shares another one.
    var connection: Lifetime? {
        guard isTaken else { return nil }
        return withExtendedLifetime(owner) { source?._withUnsafeGuaranteedRef { $0.connectionLifetime } }
    }

    /// Has the source let go of the observer.
    @usableFromInline
    func leave() {
        guard let source, owner != nil, let slot else { return }
        withExtendedLifetime(owner) { source._withUnsafeGuaranteedRef { $0.letGo(of: slot) } }
    }
}
