import Synchronization

/// The subscription of an observer to a source, without operators in between.
///
/// It keeps the source alive by the observer's slot (``AnySlot/owner``), in a reference cycle that ends when this is
/// disposed of or dropped, or when the source ends. Whichever code takes the slot out of here, in one atomic step,
/// breaks the cycle; until then the source exists.
@usableFromInline
final class DirectSubscription: Disposable {
    /// The observer's slot, retained, until it is taken; then `ending`, and `ended` when that is done.
    @usableFromInline let slot: Atomic<UInt>
    @usableFromInline let source: Unmanaged<AnyBroadcaster>
    #if DEBUG
        @usableFromInline let liveObject = LiveObject(.subscription)
    #endif

    /// The subscription of an observer that no other code knows yet.
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
            // Another thread is ending it, and has to get through the source's lock. No call may begin after this.
            while slot.load(ordering: .acquiring) == Self.ending { yieldThread() }
            return
        }
        let (owner, onDisposed) = source._withUnsafeGuaranteedRef { $0.end(slot) }
        self.slot.store(Self.ended, ordering: .releasing)
        onDisposed?()
        withExtendedLifetime(owner) {}
    }

    /// Takes the observer's slot, for the source that has ended, unless it has been taken before.
    func take() -> AnySlot? { take(leaving: Self.ended) }

    private func take(leaving state: UInt) -> AnySlot? {
        let held = slot.load(ordering: .acquiring)
        guard held > Self.ending, let address = UnsafeRawPointer(bitPattern: held),
            slot.compareExchange(expected: held, desired: state, ordering: .acquiringAndReleasing).exchanged
        else { return nil }
        return Unmanaged<AnySlot>.fromOpaque(address).takeRetainedValue()
    }
}
