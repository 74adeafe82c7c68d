public import Synchronization

/// The observers of a ``Broadcaster`` that are called in one place, and the thread that calls them. This is the part
/// that every source needs; the rest is in a ``BroadcastLedger/Lane``.
@usableFromInline
struct BroadcastLane: ~Copyable {
    @usableFromInline var list = SlotList()
    /// The thread that delivers, or 0.
    @usableFromInline var owner: UInt = 0
    /// Where ``audience`` is kept, so that it can be read without the lock.
    @usableFromInline let atomicAudience = Atomic<UInt32>(0)

    @inlinable
    init() {}

    /// The number of observers in the list or about to be added to it.
    @inlinable
    var audience: UInt32 {
        get { atomicAudience.load(ordering: .relaxed) }
        set { atomicAudience.store(newValue, ordering: .relaxed) }
    }

    /// Makes room for another observer.
    ///
    /// A subscription that was dropped cannot remove its observer when it ends. A silent source would never find such
    /// observers, so they are removed before the list has to grow, as if they had left.
    ///
    /// - Returns: The removed observers.
    /// - Complexity: O(1) amortized: once room was made, about half of the storage is free.
    mutating func makeRoom() -> [AnySlot] {
        let ended = list.removeEnded()
        list.makeRoom()
        return ended
    }

    /// Counts an observer as gone.
    ///
    /// - Parameter generation: The generation of the observers that are counted.
    /// - Returns: Whether it was counted.
    @inlinable @inline(__always) @discardableResult
    mutating func uncount(_ slot: AnySlot, in generation: UInt32) -> Bool {
        guard slot.countedIn == generation else { return false }
        slot.countedIn = 0
        audience -= 1
        return true
    }
}
