/// The slots of one lane in the order of subscription.
///
/// A slot that leaves makes a hole, which is closed when half of the list is holes: adding and removing cost the same
/// whatever the length. The storage is the list's own, so that it can be walked without a reference count for the array
/// and for each slot: it changes and moves only when the list is changed, which the owner of its lane does between two
/// walks. The first slot, which is mostly the only one, needs no storage.
@usableFromInline
struct SlotList: ~Copyable {
    @usableFromInline typealias Reference = Unmanaged<AnySlot>

    /// The slots, with `nil` for holes, to be walked without the lock. Valid until the list is changed.
    @usableFromInline
    struct Slots {
        @usableFromInline let first: Reference?
        @usableFromInline let others: UnsafeMutableBufferPointer<Reference?>

        @inlinable
        init(first: Reference?, others: UnsafeMutableBufferPointer<Reference?>) {
            self.first = first
            self.others = others
        }

        /// The slots without the holes.
        @usableFromInline
        var all: [AnySlot] { ([first] + others).compactMap { $0?.takeUnretainedValue() } }
    }

    @usableFromInline var first: Reference?
    @usableFromInline var storage: UnsafeMutableBufferPointer<Reference?>
    @usableFromInline var count = 0
    @usableFromInline var holes = 0

    @inlinable
    init() {
        storage = .init(start: nil, count: 0)
    }

    @inlinable
    deinit {
        first?.release()
        for reference in slots.others { reference?.release() }
        storage.deallocate()
    }

    @inlinable
    var isEmpty: Bool { count == holes }

    @inlinable @inline(__always)
    var slots: Slots {
        Slots(first: first, others: UnsafeMutableBufferPointer(start: storage.baseAddress, count: max(0, count - 1)))
    }

    /// What stands at an index.
    @inlinable @inline(__always)
    subscript(_ index: Int) -> Reference? {
        get { index == 0 ? first : storage[index - 1] }
        set { if index == 0 { first = newValue } else { storage[index - 1] = newValue } }
    }

    /// Whether there is no room for another slot.
    @inlinable @inline(__always)
    var isFull: Bool { count > storage.count }

    /// - Complexity: O(1) amortised.
    @inlinable
    mutating func append(_ slot: AnySlot) {
        if isFull { makeRoom() }
        slot.index = count
        self[count] = .passRetained(slot)
        count += 1
    }

    /// Makes room where the holes are, and in a larger storage where more than half of this one is taken.
    @usableFromInline @inline(never)
    mutating func makeRoom() {
        if holes > 0 { close() }
        guard count * 2 > storage.count else { return }
        let larger = UnsafeMutableBufferPointer<Reference?>.allocate(capacity: max(3, storage.count * 2))
        larger.initialize(repeating: nil)
        _ = larger.update(fromContentsOf: storage)
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
        self[index]?.release()
        self[index] = nil
        slot.index = -1
        if index == count - 1 { count -= 1 } else { holes += 1 }
        if holes > 16, holes * 2 > count { close() }
    }

    @usableFromInline
    mutating func close() {
        var kept = 0
        for index in 0..<count {
            guard let reference = self[index] else { continue }
            self[index] = nil
            reference._withUnsafeGuaranteedRef { $0.index = kept }
            self[kept] = reference
            kept += 1
        }
        count = kept
        holes = 0
    }

    /// Takes out the slots whose subscriptions have ended, and returns them, to be released outside of the lock.
    @usableFromInline
    mutating func removeEnded() -> [AnySlot] {
        let ended = slots.all.filter(\.isOver)
        for slot in ended { remove(slot) }
        return ended
    }

    /// Takes out all slots.
    @usableFromInline
    mutating func removeAll() -> [AnySlot] {
        let all = slots.all
        for slot in all { remove(slot) }
        return all
    }
}
