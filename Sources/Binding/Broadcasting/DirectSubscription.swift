import Synchronization

/// What `subscribe` returns where an observer stands at a source with nothing in between.
///
/// It keeps the source alive by way of the observer's place (``AnySlot/owner``), in a circle that ends when this is
/// disposed of or dropped, or when the source ends. Whoever takes the place out of here, in one atomic step, is the one
/// who ends the circle; until then the source is there.
@usableFromInline
final class DirectSubscription: Disposable {
    /// The observer's place, retained, until somebody takes it; then `ending`, and `ended` when that is done.
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

    private static let ended: UInt = 0
    private static let ending: UInt = 1

    @usableFromInline
    func dispose() {
        guard let slot = take(leaving: Self.ending) else {
            // Another thread is at it, and has to get through the source's lock. No call may start after this.
            while slot.load(ordering: .acquiring) == Self.ending { yieldThread() }
            return
        }
        let (owner, onDisposed) = source._withUnsafeGuaranteedRef { $0.end(slot) }
        self.slot.store(Self.ended, ordering: .releasing)
        onDisposed?()
        withExtendedLifetime(owner) {}
    }

    /// The observer's place, for the source that has ended, unless somebody has taken it before.
    func take() -> AnySlot? { take(leaving: Self.ended) }

    private func take(leaving state: UInt) -> AnySlot? {
        let held = slot.load(ordering: .acquiring)
        guard held > Self.ending, let address = UnsafeRawPointer(bitPattern: held),
            slot.compareExchange(expected: held, desired: state, ordering: .acquiringAndReleasing).exchanged
        else { return nil }
        return Unmanaged<AnySlot>.fromOpaque(address).takeRetainedValue()
    }
}
