import Synchronization

/// The place of an observer at its source, without the type of the values.
///
/// The observer is at the end of a chain of operators, whose lifetime it shares, or stands alone: then there is nothing
/// but the slot. The bookkeeping of a source knows this type only: code that is generic in the type of the values would
/// have to look up generic types at run time wherever it is not specialized.
@usableFromInline
class AnySlot: @unchecked Sendable {
    // Sound: the mutable properties are bookkeeping of the one broadcaster that holds the slot, under its lock.
    // Therefore they need no check for exclusive access.

    /// The lifetime of the chain; `nil` for an observer that stands alone.
    @usableFromInline final let chain: Lifetime?
    #if DEBUG
        @usableFromInline final let liveObject = LiveObject(.slot)
    #endif

    /// Whether its subscription has ended, if it stands alone.
    @usableFromInline final let ended = Atomic<Bool>(false)
    @usableFromInline final let isMainActor: Bool
    /// Whether it is that of a two-way binding.
    @usableFromInline final let isTwoWay: Bool
    /// Its index in its list, or -1.
    @exclusivity(unchecked) @usableFromInline final var index: Int32 = -1
    /// The generation of its lane's observers in which it is counted: see ``BroadcastLanes/count(_:isScheduled:)``.
    @exclusivity(unchecked) @usableFromInline final var countedIn: UInt32 = 0

    @inlinable @inline(__always)
    init(chain: Lifetime?, isMainActor: Bool, isTwoWay: Bool) {
        self.chain = chain
        self.isMainActor = isMainActor
        self.isTwoWay = isTwoWay
    }

    /// The subscription of an observer that stands alone, for as long as that lives and has not ended.
    @usableFromInline var subscription: Unmanaged<DirectSubscription>? {
        get { nil }
        set {}
    }

    /// Releases the source that the subscription of an observer that stands alone keeps alive. The closure to call at the
    /// end stays.
    ///
    /// - Returns: The source, to be released outside of the lock.
    @usableFromInline func takeOwner() -> AnyObject? { nil }

    /// Takes the closure to call now that the subscription of an observer that stands alone has ended.
    @usableFromInline func takeEnd() -> (@Sendable () -> Void)? { nil }

    /// Whether no further call may be made.
    @inlinable @inline(__always)
    final var isOver: Bool {
        if let chain { chain.isEnded } else { ended.load(ordering: .acquiring) }
    }
}

/// The observers that an event is for.
@usableFromInline
enum Recipients {
    case all
    /// All but the two-way binding that has brought it, which is known by its lifetime.
    case allBut(Lifetime)
    /// The two-way bindings, but one: the value is the same as before, and only its version has changed. Or a batch has set a
    /// later value since, which is what others receive; these have to know of each one, because parts have versions of their own.
    case twoWayBindings(but: Lifetime?)

    @inlinable @inline(__always)
    func include(_ slot: AnySlot) -> Bool {
        switch self {
        case .all: true
        case .allBut(let lifetime): slot.chain !== lifetime
        case .twoWayBindings(let lifetime): slot.isTwoWay && slot.chain !== lifetime
        }
    }

    @inlinable @inline(__always)
    var areAll: Bool { if case .all = self { true } else { false } }

    /// The two-way bindings among them.
    @inlinable
    var twoWayBindings: Recipients {
        switch self {
        case .all: .twoWayBindings(but: nil)
        case .allBut(let lifetime): .twoWayBindings(but: lifetime)
        case .twoWayBindings: self
        }
    }
}

/// For the few observers that have a closure to call when the subscription has ended: the source and that closure.
@usableFromInline
final class OwnerAndCallback {
    @exclusivity(unchecked) var owner: AnyObject?
    @exclusivity(unchecked) var onDisposed: (@Sendable () -> Void)?

    @usableFromInline
    init(_ owner: AnyObject?, _ onDisposed: @escaping @Sendable () -> Void) {
        self.owner = owner
        self.onDisposed = onDisposed
    }
}

/// The place of an observer at its source: at the end of a chain, or, as a ``DirectSlot``, alone.
@usableFromInline
class Slot<Element: Sendable>: AnySlot, @unchecked Sendable {
    // Sound as its base class is.

    @usableFromInline final let next: @Sendable (Element) -> Void
    @usableFromInline final let stop: @Sendable (Termination) -> Void

    /// - Parameter chain: The lifetime of the chain; `nil` for an observer that stands alone.
    @inlinable @inline(__always)
    init(_ sink: consuming Sink<Element>, chain: Lifetime?, isTwoWay: Bool = false) {
        next = sink.next
        stop = sink.stop
        super.init(chain: chain, isMainActor: sink.isMainActor, isTwoWay: isTwoWay)
    }
}

/// The place of an observer with no operator between it and the source.
@usableFromInline
final class DirectSlot<Element: Sendable>: Slot<Element>, @unchecked Sendable {
    // Sound as its base class is.

    @exclusivity(unchecked) @usableFromInline var directSubscription: Unmanaged<DirectSubscription>?
    /// The object that the user knows as the source, which the subscription keeps alive; or an ``OwnerAndCallback``.
    @exclusivity(unchecked) @usableFromInline var owner: AnyObject?
    @usableFromInline let hasEnd: Bool

    /// - Parameters:
    ///   - owner: What the user knows as the source.
    ///   - onDisposed: Called when the subscription has ended.
    @inlinable @inline(__always)
    init(_ sink: consuming Sink<Element>, owner: AnyObject, onDisposed: (@Sendable () -> Void)?) {
        if let onDisposed {
            self.owner = OwnerAndCallback(owner, onDisposed)
            hasEnd = true
        } else {
            self.owner = owner
            hasEnd = false
        }
        super.init(sink, chain: nil)
    }

    @usableFromInline
    override var subscription: Unmanaged<DirectSubscription>? {
        get { directSubscription }
        set { directSubscription = newValue }
    }

    @usableFromInline
    override func takeOwner() -> AnyObject? {
        guard hasEnd, let owner else { return owner.take() }
        return unsafeDowncast(owner, to: OwnerAndCallback.self).owner.take()
    }

    @usableFromInline
    override func takeEnd() -> (@Sendable () -> Void)? {
        guard hasEnd, let owner else { return nil }
        return unsafeDowncast(owner, to: OwnerAndCallback.self).onDisposed.take()
    }
}

/// An observer that is receiving earlier values.
@usableFromInline
class AnyJoining {
    @usableFromInline final let slot: AnySlot

    init(_ slot: AnySlot) {
        self.slot = slot
    }
}

/// An observer that is receiving earlier values, with the events that were accepted meanwhile.
@usableFromInline
final class Joining<Element: Sendable>: AnyJoining {
    @exclusivity(unchecked) @usableFromInline var inbox: [Event<Element>] = []
}

/// The slots of one lane in the order of subscription.
///
/// A slot that is removed leaves a hole; holes are closed when half of the list is holes: adding and removing cost the
/// same whatever the length. The list owns its storage, so that it can be walked without reference counting for the
/// array and for each slot: it changes and moves only when the list is changed, which the owner of its lane does
/// between two walks. The first slot, which is usually the only one, needs no storage.
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

    /// The slots after the first.
    @usableFromInline
    struct Others {
        @usableFromInline var storage: UnsafeMutableBufferPointer<Reference?>
        /// The number of places in the list that are taken or holes, including the first.
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

    /// The number of places that are taken or holes.
    @inlinable @inline(__always)
    var count: Int {
        if let others { others.pointee.count } else if first == nil { 0 } else { 1 }
    }

    @inlinable
    var isEmpty: Bool { count == others?.pointee.holes ?? 0 }

    /// The number of places after the first.
    var capacity: Int { others?.pointee.storage.count ?? 0 }

    @inlinable @inline(__always)
    var slots: Slots {
        guard let others else { return Slots(first: first, others: .init(start: nil, count: 0)) }
        return Slots(
            first: first,
            others: .init(start: others.pointee.storage.baseAddress, count: max(0, others.pointee.count - 1)))
    }

    /// The slot at an index.
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

    /// - Complexity: O(1) amortized.
    @inlinable
    mutating func append(_ slot: AnySlot) {
        if isFull { makeRoom() }
        let index = count
        slot.index = Int32(index)
        self[index] = .passRetained(slot)
        others?.pointee.count += 1
    }

    /// Makes room by closing holes, and by a larger storage if more than half of this one is taken.
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

    /// Removes a slot, if it is in the list. The caller holds another reference to it, so that it is not released here.
    ///
    /// - Complexity: O(1) amortized.
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

    /// Removes the slots whose subscriptions have ended, and returns them, to be released outside of the lock.
    @usableFromInline
    mutating func removeEnded() -> [AnySlot] {
        let ended = slots.all.filter(\.isOver)
        for slot in ended { remove(slot) }
        return ended
    }

    /// Removes all slots.
    @usableFromInline
    mutating func removeAll() -> [AnySlot] {
        let all = slots.all
        for slot in all { remove(slot) }
        return all
    }
}
