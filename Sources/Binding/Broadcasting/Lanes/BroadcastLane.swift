/// The observers of a ``Broadcaster`` that are called in one place, and who is at it: as much of that as every source needs.
/// The rest is in a ``BroadcastLedger/Lane``.
@usableFromInline
struct BroadcastLane: ~Copyable {
    @usableFromInline var list = SlotList()
    /// The thread that hands out, or 0.
    @usableFromInline var owner: UInt = 0
    /// Observers in the list or on their way into it.
    @usableFromInline var audience: UInt32 = 0

    @inlinable
    init() {}

    /// Makes room for another observer.
    ///
    /// A subscription that was dropped cannot take its observer out when it ends. A source that is silent would never
    /// meet those, so that they are taken out before the list has to grow, as if they had left.
    ///
    /// - Returns: Those.
    /// - Complexity: O(1) amortised: once room was made, about half of the storage is free.
    mutating func makeRoom() -> [AnySlot] {
        let ended = list.removeEnded()
        list.makeRoom()
        return ended
    }

    /// Counts an observer as gone.
    ///
    /// - Parameter generation: That of those who are counted.
    /// - Returns: Whether it was counted.
    @inlinable @inline(__always) @discardableResult
    mutating func uncount(_ slot: AnySlot, in generation: UInt32) -> Bool {
        guard slot.countedIn == generation else { return false }
        slot.countedIn = 0
        audience -= 1
        return true
    }
}
