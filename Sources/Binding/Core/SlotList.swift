/// The slots of one lane in the order of subscription.
///
/// A slot that leaves makes a hole, which is closed when half of the list is holes: adding and removing cost the same
/// whatever the length. The storage is the list's own, so that it can be walked without a reference count for the array
/// and for each slot: it changes and moves only when the list is changed, which the owner of its lane does between two
/// walks.
@usableFromInline
struct SlotList: ~Copyable {
    @usableFromInline typealias Reference = Unmanaged<AnySlot>

    @usableFromInline var storage: UnsafeMutableBufferPointer<Reference?>
    @usableFromInline var count = 0
    @usableFromInline var holes = 0

    @inlinable
    init() {
        storage = .init(start: nil, count: 0)
    }

    @inlinable
    deinit {
        for reference in storage[..<count] { reference?.release() }
        storage.deallocate()
    }

    @inlinable
    var isEmpty: Bool { count == holes }

    /// The slots, with `nil` for holes. Valid until the list is changed.
    @inlinable @inline(__always)
    var slots: UnsafeMutableBufferPointer<Reference?> {
        UnsafeMutableBufferPointer(start: storage.baseAddress, count: count)
    }

    /// - Complexity: O(1) amortised.
    @inlinable
    mutating func append(_ slot: AnySlot) {
        if count == storage.count { grow() }
        slot.index = count
        storage.initializeElement(at: count, to: .passRetained(slot))
        count += 1
    }

    @usableFromInline
    mutating func grow() {
        let larger = UnsafeMutableBufferPointer<Reference?>.allocate(capacity: max(2, storage.count * 2))
        _ = larger.moveInitialize(fromContentsOf: slots)
        storage.deallocate()
        storage = larger
    }

    /// Takes a slot out, if it is there. The caller holds another reference to it, so that it does not die here.
    ///
    /// - Complexity: O(1) amortised.
    @inlinable
    mutating func remove(_ slot: AnySlot) {
        let index = slot.index
        guard index >= 0 else { return }
        storage[index]?.release()
        storage[index] = nil
        slot.index = -1
        if index == count - 1 { count -= 1 } else { holes += 1 }
        if holes > 16, holes * 2 > count { close() }
    }

    @usableFromInline
    mutating func close() {
        var kept = 0
        for index in 0..<count {
            guard let reference = storage[index] else { continue }
            reference._withUnsafeGuaranteedRef { $0.index = kept }
            storage[kept] = reference
            kept += 1
        }
        count = kept
        holes = 0
    }

    /// Takes out the slots whose subscriptions have ended, and returns them, to be released outside of the lock.
    @usableFromInline
    mutating func removeEnded() -> [AnySlot] {
        let ended = slots.compactMap { $0?.takeUnretainedValue() }.filter(\.isOver)
        for slot in ended { remove(slot) }
        return ended
    }

    /// Takes out all slots.
    @usableFromInline
    mutating func removeAll() -> [AnySlot] {
        let all = slots.compactMap { $0?.takeRetainedValue() }
        for slot in all { slot.index = -1 }
        count = 0
        holes = 0
        return all
    }
}
