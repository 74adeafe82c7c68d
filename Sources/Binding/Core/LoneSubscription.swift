import Synchronization

/// What `subscribe` returns where an observer stands at a source with nothing in between.
///
/// It keeps the source alive by way of the observer's place (``AnySlot/owner``), in a circle that ends when this is
/// disposed of or dropped, or when the source ends. Whoever takes the place out of here, in one atomic step, is the one
/// who ends the circle; until then the source is there.
@usableFromInline
final class LoneSubscription: Disposable {
    /// The observer's place, retained, until somebody takes it and leaves 0.
    @usableFromInline let slot: Atomic<UInt>
    @usableFromInline let source: Unmanaged<AnyBroadcaster>
    #if DEBUG
        @usableFromInline let liveObject = LiveObject(.subscription)
    #endif

    /// The subscription of an observer that nobody else knows of yet.
    @inlinable @inline(__always)
    init(_ slot: borrowing AnySlot, at source: borrowing AnyBroadcaster) {
        self.slot = Atomic(UInt(bitPattern: Unmanaged.passRetained(slot).toOpaque()))
        self.source = .passUnretained(source)
        slot.subscription = .passUnretained(self)
    }

    @usableFromInline
    deinit {
        guard let slot = take() else { return }
        let owner = source._withUnsafeGuaranteedRef { $0.drop(slot) }
        withExtendedLifetime(owner) {}
    }

    @usableFromInline
    func dispose() {
        guard let slot = take() else { return }
        let owner = source._withUnsafeGuaranteedRef { $0.end(slot) }
        withExtendedLifetime(owner) {}
    }

    /// The observer's place, unless somebody has taken it before.
    func take() -> AnySlot? {
        guard slot.load(ordering: .acquiring) != 0 else { return nil }
        let taken = UnsafeRawPointer(bitPattern: slot.exchange(0, ordering: .acquiringAndReleasing))
        return taken.map { Unmanaged<AnySlot>.fromOpaque($0).takeRetainedValue() }
    }
}
