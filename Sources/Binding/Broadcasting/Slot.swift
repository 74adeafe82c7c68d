import Synchronization

/// The place of an observer at its source, as far as the values do not matter.
///
/// The observer stands at the end of a chain of operators, whose lifetime it has, or alone: then the place is all that
/// there is. The bookkeeping of a source knows this type only: code that is generic in the type of the values would
/// have to ask the runtime for the types that it is made of, wherever it is not specialised.
@usableFromInline
class AnySlot: @unchecked Sendable {
    // Sound: the mutable properties are bookkeeping of the one broadcaster that holds the slot, under its lock. That is
    // why they need no check for exclusive access either.

    /// The lifetime of the chain; `nil` for an observer that stands alone.
    @usableFromInline final let chain: Lifetime?
    #if DEBUG
        @usableFromInline final let liveObject = LiveObject(.slot)
    #endif

    // What follows is for an observer that stands alone.

    /// Its subscription, for as long as that lives and has not ended.
    @exclusivity(unchecked) @usableFromInline final var subscription: Unmanaged<DirectSubscription>?
    /// What the user knows as the source, which its subscription keeps alive; or an ``OwnerAndEnd``.
    @exclusivity(unchecked) @usableFromInline final var owner: AnyObject?
    @usableFromInline final let hasEnd: Bool
    /// Whether its subscription has ended.
    @usableFromInline final let ended = Atomic<Bool>(false)

    // What follows is for any.

    @usableFromInline final let isMainActor: Bool
    /// Where it stands in its list, or -1.
    @exclusivity(unchecked) @usableFromInline final var index: Int32 = -1
    /// The generation of its lane's observers that it is counted among: see ``BroadcastLanes/count(_:isScheduled:)``.
    @exclusivity(unchecked) @usableFromInline final var countedIn: UInt32 = 0

    @inlinable @inline(__always)
    init(chain: Lifetime?, isMainActor: Bool, owner: AnyObject?, onDisposed: (@Sendable () -> Void)?) {
        self.chain = chain
        self.isMainActor = isMainActor
        if let onDisposed {
            self.owner = OwnerAndEnd(owner, onDisposed)
            hasEnd = true
        } else {
            self.owner = owner
            hasEnd = false
        }
    }

    /// Lets go of the source. What is to be called at the end stays.
    ///
    /// - Returns: The source, to be released outside of the lock.
    final func takeOwner() -> AnyObject? {
        guard hasEnd, let owner else { return owner.take() }
        return unsafeDowncast(owner, to: OwnerAndEnd.self).owner.take()
    }

    /// What is to be called now that the subscription has ended.
    final func takeEnd() -> (@Sendable () -> Void)? {
        guard hasEnd, let owner else { return nil }
        return unsafeDowncast(owner, to: OwnerAndEnd.self).onDisposed.take()
    }

    /// Whether no further call may be made.
    @inlinable @inline(__always)
    final var isOver: Bool {
        if let chain { chain.isEnded } else { ended.load(ordering: .acquiring) }
    }
}

/// What few observers have: something that is called when the subscription has ended, beside the source.
@usableFromInline
final class OwnerAndEnd {
    @exclusivity(unchecked) var owner: AnyObject?
    @exclusivity(unchecked) var onDisposed: (@Sendable () -> Void)?

    @usableFromInline
    init(_ owner: AnyObject?, _ onDisposed: @escaping @Sendable () -> Void) {
        self.owner = owner
        self.onDisposed = onDisposed
    }
}

/// The place of an observer at its source.
@usableFromInline
final class Slot<Element: Sendable>: AnySlot, @unchecked Sendable {
    // Sound as its base class is.

    @usableFromInline let next: @Sendable (Element) -> Void
    @usableFromInline let stop: @Sendable (Termination) -> Void

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

/// An observer that is being handed the values of before.
@usableFromInline
class AnyJoining {
    @usableFromInline final let slot: AnySlot

    init(_ slot: AnySlot) {
        self.slot = slot
    }
}

/// An observer that is being handed the values of before, with what was accepted meanwhile.
@usableFromInline
final class Joining<Element: Sendable>: AnyJoining {
    @exclusivity(unchecked) @usableFromInline var inbox: [Event<Element>] = []
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

    /// Those after the first.
    @usableFromInline
    struct Others {
        @usableFromInline var storage: UnsafeMutableBufferPointer<Reference?>
        /// How many places of the list are taken or holes, the first included.
        @usableFromInline var count: Int
        @usableFromInline var holes = 0
    }

    @usableFromInline var first: Reference?
    /// The others, once there have been any.
    @usableFromInline var others: UnsafeMutablePointer<Others>?

    @inlinable
    init() {}

    @inlinable
    deinit {
        first?.release()
        guard let others else { return }
        for reference in slots.others { reference?.release() }
        others.pointee.storage.deallocate()
        others.deallocate()
    }

    /// How many places are taken, or holes.
    @inlinable @inline(__always)
    var count: Int {
        if let others { others.pointee.count } else if first == nil { 0 } else { 1 }
    }

    @inlinable
    var isEmpty: Bool { count == others?.pointee.holes ?? 0 }

    /// How many places there are, after the first.
    var capacity: Int { others?.pointee.storage.count ?? 0 }

    @inlinable @inline(__always)
    var slots: Slots {
        guard let others else { return Slots(first: first, others: .init(start: nil, count: 0)) }
        return Slots(
            first: first,
            others: .init(start: others.pointee.storage.baseAddress, count: max(0, others.pointee.count - 1)))
    }

    /// What stands at an index.
    @inlinable @inline(__always)
    subscript(_ index: Int) -> Reference? {
        get { if index == 0 { first } else { others?.pointee.storage[index - 1] } }
        set { if index == 0 { first = newValue } else { others?.pointee.storage[index - 1] = newValue } }
    }

    /// Whether there is no room for another slot.
    @inlinable @inline(__always)
    var isFull: Bool {
        guard let others else { return first != nil }
        return others.pointee.count > others.pointee.storage.count
    }

    /// - Complexity: O(1) amortised.
    @inlinable
    mutating func append(_ slot: AnySlot) {
        if isFull { makeRoom() }
        let index = count
        slot.index = Int32(index)
        self[index] = .passRetained(slot)
        others?.pointee.count += 1
    }

    /// Makes room where the holes are, and in a larger storage where more than half of this one is taken.
    @usableFromInline @inline(never)
    mutating func makeRoom() {
        guard let others else { return makeOthers() }
        if others.pointee.holes > 0 { close() }
        let storage = others.pointee.storage
        guard others.pointee.count * 2 > storage.count else { return }
        let larger = UnsafeMutableBufferPointer<Reference?>.allocate(capacity: storage.count * 2)
        larger.initialize(repeating: nil)
        _ = larger.update(fromContentsOf: storage)
        storage.deallocate()
        others.pointee.storage = larger
    }

    private mutating func makeOthers() {
        let storage = UnsafeMutableBufferPointer<Reference?>.allocate(capacity: 3)
        storage.initialize(repeating: nil)
        let new = UnsafeMutablePointer<Others>.allocate(capacity: 1)
        new.initialize(to: Others(storage: storage, count: count))
        others = new
    }

    /// Takes a slot out, if it is there. The caller holds another reference to it, so that it does not die here.
    ///
    /// - Complexity: O(1) amortised.
    @inlinable
    mutating func remove(_ slot: AnySlot) {
        let index = Int(slot.index)
        guard index >= 0 else { return }
        self[index]?.release()
        self[index] = nil
        slot.index = -1
        guard let others else { return }
        if index == others.pointee.count - 1 { others.pointee.count -= 1 } else { others.pointee.holes += 1 }
        if others.pointee.holes > 16, others.pointee.holes * 2 > others.pointee.count { close() }
    }

    @usableFromInline
    mutating func close() {
        guard let others else { return }
        var kept = 0
        for index in 0..<others.pointee.count {
            guard let reference = self[index] else { continue }
            self[index] = nil
            reference._withUnsafeGuaranteedRef { $0.index = Int32(kept) }
            self[kept] = reference
            kept += 1
        }
        others.pointee.count = kept
        others.pointee.holes = 0
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
