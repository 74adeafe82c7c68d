import Synchronization

/// The place of an observer at its source, as far as the values do not matter.
///
/// The observer stands at the end of a chain of operators, whose lifetime it has, or alone: then the place is all that
/// there is. The bookkeeping of a source knows this type only: code that is generic in the type of the values would have
/// to ask the runtime for the types that it is made of, wherever it is not specialised.
@usableFromInline
class AnySlot: @unchecked Sendable {
    // Sound: the mutable properties are bookkeeping of the one broadcaster that holds the slot, under its lock. That is
    // why they need no check for exclusive access either.

    /// The lifetime of the chain; `nil` for an observer that stands alone.
    @usableFromInline final let chain: Lifetime?
    @usableFromInline final let isMainActor: Bool
    #if DEBUG
        @usableFromInline final let liveObject = LiveObject(.slot)
    #endif

    /// Where it stands in its list, or -1.
    @exclusivity(unchecked) @usableFromInline final var index = -1
    /// The generation of its lane's observers that it is counted among: see ``BroadcastLane/count(_:)``.
    @exclusivity(unchecked) @usableFromInline final var countedIn: UInt32 = 0

    // What follows is for an observer that stands alone.

    /// Whether its subscription has ended.
    @usableFromInline final let ended = Atomic<Bool>(false)
    /// Its subscription, for as long as that lives and has not ended.
    @exclusivity(unchecked) @usableFromInline final var subscription: Unmanaged<DirectSubscription>?
    /// What the user knows as the source, which its subscription keeps alive.
    @exclusivity(unchecked) @usableFromInline final var owner: AnyObject?
    /// Called when the subscription has ended.
    @exclusivity(unchecked) @usableFromInline final var onDisposed: (@Sendable () -> Void)?

    @inlinable @inline(__always)
    init(chain: Lifetime?, isMainActor: Bool, owner: AnyObject?, onDisposed: (@Sendable () -> Void)?) {
        self.chain = chain
        self.isMainActor = isMainActor
        self.owner = owner
        self.onDisposed = onDisposed
    }

    /// Whether no further call may be made.
    @inlinable @inline(__always)
    final var isOver: Bool {
        if let chain { chain.isEnded } else { ended.load(ordering: .acquiring) }
    }
}

/// The place of an observer at its source.
@usableFromInline
final class Slot<Element: Sendable>: AnySlot, @unchecked Sendable {
    // Sound as its base class is.

    @usableFromInline let next: @Sendable (Element) -> Void
    @usableFromInline let stop: @Sendable (Termination) -> Void

    /// What was accepted while it was still being handed the values of before.
    @exclusivity(unchecked) @usableFromInline var inbox: [Event<Element>]?

    /// The place of a sink at the end of a chain.
    @inlinable
    init(_ sink: Sink<Element>, chain: Lifetime) {
        next = sink.next
        stop = sink.stop
        super.init(chain: chain, isMainActor: sink.isMainActor, owner: nil, onDisposed: nil)
    }

    /// The place of a sink with nothing between it and the source.
    @inlinable @inline(__always)
    init(_ sink: consuming Sink<Element>, owner: AnyObject, onDisposed: (@Sendable () -> Void)?) {
        next = sink.next
        stop = sink.stop
        super.init(chain: nil, isMainActor: sink.isMainActor, owner: owner, onDisposed: onDisposed)
    }
}

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
