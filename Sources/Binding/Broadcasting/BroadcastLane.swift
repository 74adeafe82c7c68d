/// When an event was accepted, and what it follows from.
@usableFromInline
struct BroadcastStamp: Equatable {
    /// The place among all accepted events.
    @usableFromInline let number: UInt64
    /// The number of the event from outside that led to this one, through observers that sent in turn. Its own
    /// number, if it came from outside.
    @usableFromInline let origin: UInt64
    /// The original change that it follows from, across sources, on the main actor: see
    /// ``MainActorDispatcher/during(_:on:_:)``. 0 where that is not known, or where nobody has asked.
    @usableFromInline var change: UInt64
    /// Which one it is of all values that two-way bindings bring from source to source, or 0 where none has seen it.
    @usableFromInline var version: UInt64
    /// Whether a two-way binding has brought it.
    @usableFromInline let isBrought: Bool
    /// Where a binding begins, the version that its left side's value displaces on the right, and, over other bindings,
    /// beyond: 0 in all other cases.
    @usableFromInline let displaced: UInt64

    @inlinable
    init(
        number: UInt64, origin: UInt64, change: UInt64 = 0, version: UInt64 = 0, isBrought: Bool = false,
        displaced: UInt64 = 0
    ) {
        self.number = number
        self.origin = origin
        self.change = change
        self.version = version
        self.isBrought = isBrought
        self.displaced = displaced
    }

    /// What no event has.
    @inlinable
    static var none: BroadcastStamp { BroadcastStamp(number: 0, origin: 0) }

    @inlinable
    var isNested: Bool { number != origin }

    /// Whether the event was accepted where it was not known to be on the main actor: as a rule, on another thread.
    @inlinable
    var isForeign: Bool { version == 0 }

    /// Whether there is nothing to be known about it but its place.
    @inlinable
    var isPlain: Bool { number == origin && version == 0 && change == 0 }
}

/// How far the owner of a lane has come with what it hands out without the lock. Nobody else touches this meanwhile, and it
/// is an object of its own, so that it does not slow down those who take the lock.
@usableFromInline
class LaneProgress {
    /// The number of the event that is being handed out, or was last; 0 at the beginning.
    @exclusivity(unchecked) @usableFromInline final var number: UInt64 = 0
    /// How much has been taken out of the queue and is not yet counted.
    @exclusivity(unchecked) @usableFromInline final var taken = 0

    @inlinable
    init() {}
}

/// The observers of a ``Broadcaster`` that are called in one place, and who is at it.
@usableFromInline
struct BroadcastLane: ~Copyable {
    @usableFromInline var list = SlotList()
    /// The thread that hands out, or 0.
    @usableFromInline var owner: UInt = 0
    /// The event that is being handed out, or was last, unless ``progress`` is further.
    @usableFromInline var current = BroadcastStamp.none
    /// How much waits to be handed out, what the owner has taken without the lock included.
    @usableFromInline var waiting = 0
    /// What the owner does without the lock, once something has had to wait.
    @usableFromInline var progress: LaneProgress?
    /// Observers in the list or on their way into it.
    @usableFromInline var audience = 0
    /// What those who are counted have in ``AnySlot/countedIn``.
    @usableFromInline var generation: UInt32 = 1
    /// Observers that left while the list was being walked, or that were found to have ended.
    @usableFromInline var leaving: [AnySlot]?
    /// Whether ended subscriptions that nobody took out were met on the last walk.
    @usableFromInline var hasEnded = false

    @inlinable
    init() {}

    @inlinable
    mutating func own(_ thread: UInt) {
        guard owner != thread else { return }
        owner = thread
        current = .none
        progress?.number = 0
    }

    /// Counts what the owner has taken.
    @inlinable @inline(__always)
    mutating func settle() {
        guard let progress, progress.taken != 0 else { return }
        waiting -= progress.taken
        progress.taken = 0
    }

    /// The event that the owner is handing out, or handed out last.
    @inlinable
    var latest: BroadcastStamp {
        guard let progress, progress.number > current.number else { return current }
        return BroadcastStamp(number: progress.number, origin: progress.number)
    }

    /// Lets an observer in.
    ///
    /// A subscription that was dropped cannot take its observer out when it ends. A source that is silent would never
    /// meet those, so that they are taken out before the list has to grow, as if they had left.
    ///
    /// - Complexity: O(1) amortised: once room was made, about half of the storage is free.
    @inlinable
    mutating func append(_ slot: AnySlot) {
        if list.isFull { makeRoom() }
        list.append(slot)
    }

    @usableFromInline @inline(never)
    mutating func makeRoom() {
        let ended = list.removeEnded()
        list.makeRoom()
        if ended.isEmpty { return }
        uncount(ended)
        leaving = (leaving ?? []) + ended
    }

    @inlinable
    mutating func leave(_ slot: AnySlot) {
        if owner == 0 {
            list.remove(slot)
        } else if leaving?.append(slot) == nil {
            leaving = [slot]
        }
    }

    @inlinable
    var needsTidying: Bool { leaving != nil || hasEnded }

    /// Counts an observer.
    @inlinable @inline(__always)
    mutating func count(_ slot: AnySlot) {
        slot.countedIn = generation
        audience += 1
    }

    /// Counts an observer as gone.
    ///
    /// - Returns: Whether it was counted.
    @inlinable @inline(__always) @discardableResult
    mutating func uncount(_ slot: AnySlot) -> Bool {
        guard slot.countedIn == generation else { return false }
        slot.countedIn = 0
        audience -= 1
        return true
    }

    /// Counts those as gone that were counted.
    @usableFromInline
    mutating func uncount(_ slots: [AnySlot]) {
        for slot in slots { uncount(slot) }
    }

    /// Counts all as gone, wherever they stand.
    mutating func uncountAll() {
        generation &+= 1
        audience = 0
    }

    /// Takes out all observers: it is over.
    @usableFromInline
    mutating func takeAll() -> [AnySlot] {
        let all = list.removeAll()
        uncount(all)
        return all
    }

    /// Takes out those that left during the last walk; they are to be released outside of the lock.
    @usableFromInline
    mutating func tidy() -> [AnySlot] {
        var gone = leaving.take() ?? []
        for slot in gone { list.remove(slot) }
        if hasEnded {
            hasEnded = false
            let ended = list.removeEnded()
            uncount(ended)
            gone += ended
        }
        return gone
    }
}
