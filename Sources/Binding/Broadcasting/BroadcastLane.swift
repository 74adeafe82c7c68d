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
    /// Where a binding begins, the version that its left side's value displaces on the right, and, over other bindings,
    /// beyond: 0 in all other cases.
    @usableFromInline let displaced: UInt64
    /// Whether a two-way binding has brought it.
    @usableFromInline let isBrought: Bool

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

/// What a source needs only once something has to wait, follows from something else, or ends in the midst of a call. Most
/// sources never do, and are the smaller for it.
@usableFromInline
struct BroadcastLedger {
    /// What belongs to one lane.
    @usableFromInline
    struct Lane {
        /// The event that is being handed out, or was last, unless ``progress`` is further.
        @usableFromInline var current: BroadcastStamp
        /// Whether ended subscriptions that nobody took out were met on the last walk.
        @usableFromInline var hasEnded = false
        /// What those who are counted have in ``AnySlot/countedIn``.
        @usableFromInline var generation: UInt32 = BroadcastLanes.firstGeneration
        /// How much waits to be handed out, what the owner has taken without the lock included.
        @usableFromInline var waiting = 0
        /// What the owner does without the lock, once something has had to wait.
        @usableFromInline var progress: LaneProgress?
        /// Observers that left while the list was being walked, or that were found to have ended.
        @usableFromInline var leaving: [AnySlot]?

        init(_ current: BroadcastStamp) {
            self.current = current
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

        /// Forgets what another owner has handed out.
        @inlinable
        mutating func beginAnew() {
            current = .none
            progress?.number = 0
        }

        @inlinable @inline(__always)
        var needsTidying: Bool { leaving != nil || hasEnded }

        /// Forgets what makes tidying needed, for whoever is at it.
        mutating func tidy() -> (leaving: [AnySlot], hasEnded: Bool) {
            defer { hasEnded = false }
            return (leaving.take() ?? [], hasEnded)
        }
    }

    @usableFromInline var immediate: Lane
    @usableFromInline var scheduled: Lane
    /// Observers that are being handed earlier values by the thread that subscribed them.
    @usableFromInline var joining: [AnyJoining]?
    /// What waits, of a type that depends on that of the values: see ``BroadcastState``.
    @usableFromInline var backlog: AnyObject?
    /// What is remembered for observers that come later, where that is more than one value; of such a type, too.
    @usableFromInline var history: AnyObject?
    /// The connection under way, where this stage shares a source.
    @usableFromInline var connection: AnyBroadcaster.Connection?
    /// Where the observers of the scheduled lane are called. Written at the beginning only.
    @usableFromInline var executor = DeliveryExecutor.mainActor
    @usableFromInline var termination: Termination?
    /// Whether the executor has been asked to serve the scheduled lane and has not yet come.
    @usableFromInline var isHopUnderWay = false
    /// How many values the source was sent by its own observers within the outermost send under way.
    @usableFromInline var nestedCount = 0
    @usableFromInline var lastCounted: UInt64 = 0
    /// The latest value from outside from which any of these followed.
    @usableFromInline var lastOrigin: UInt64 = 0
    /// The version of the latest value, or, where it is not known, one that it is later than.
    @usableFromInline var lastVersion: UInt64 = 0
    /// The number of the latest value that a two-way binding has brought.
    @usableFromInline var lastBrought: UInt64 = 0
    /// The number of the latest event that was accepted on the main actor, as far as something else was under way.
    @usableFromInline var lastOwn: UInt64 = 0

    /// - Parameter current: The event that is being handed out, or was last.
    init(_ current: BroadcastStamp) {
        immediate = Lane(current)
        scheduled = Lane(current)
    }

    /// Whether nothing waits.
    @inlinable @inline(__always)
    var isIdle: Bool { immediate.waiting | scheduled.waiting == 0 && joining == nil }

    @inlinable @inline(__always)
    var needsTidying: Bool { immediate.needsTidying || scheduled.needsTidying }
}

/// How observers come and go.
extension BroadcastLanes {
    /// What those who are counted have in ``AnySlot/countedIn``.
    @inlinable @inline(__always)
    func generation(isScheduled: Bool) -> UInt32 {
        guard let ledger else { return Self.firstGeneration }
        return isScheduled ? ledger.pointee.scheduled.generation : ledger.pointee.immediate.generation
    }

    /// Counts an observer.
    @inlinable @inline(__always)
    mutating func count(_ slot: AnySlot, isScheduled: Bool) {
        slot.countedIn = generation(isScheduled: isScheduled)
        if isScheduled { scheduled.audience += 1 } else { immediate.audience += 1 }
    }

    /// Counts an observer as gone.
    ///
    /// - Returns: Whether it was counted.
    @inlinable @inline(__always) @discardableResult
    mutating func uncount(_ slot: AnySlot, isScheduled: Bool) -> Bool {
        let generation = generation(isScheduled: isScheduled)
        return isScheduled ? scheduled.uncount(slot, in: generation) : immediate.uncount(slot, in: generation)
    }

    /// Counts all as gone, wherever they stand.
    mutating func uncountAll() {
        let ledger = open()
        ledger.pointee.immediate.generation &+= 1
        ledger.pointee.scheduled.generation &+= 1
        immediate.audience = 0
        scheduled.audience = 0
    }

    /// Lets an observer in.
    ///
    /// - Complexity: O(1) amortised.
    @inlinable @inline(__always)
    mutating func append(_ slot: AnySlot, isScheduled: Bool) {
        if isScheduled {
            if scheduled.list.isFull { makeRoom(isScheduled: true) }
            scheduled.list.append(slot)
        } else {
            if immediate.list.isFull { makeRoom(isScheduled: false) }
            immediate.list.append(slot)
        }
    }

    @usableFromInline @inline(never)
    mutating func makeRoom(isScheduled: Bool) {
        let ended = isScheduled ? scheduled.makeRoom() : immediate.makeRoom()
        if ended.isEmpty { return }
        for slot in ended {
            uncount(slot, isScheduled: isScheduled)
            noteLeaving(slot, isScheduled: isScheduled)
        }
    }

    /// Notes that an observer is to be taken out, or has been, and is to be released outside of the lock.
    @usableFromInline @inline(never)
    mutating func noteLeaving(_ slot: AnySlot, isScheduled: Bool) {
        let ledger = open()
        if isScheduled {
            if ledger.pointee.scheduled.leaving?.append(slot) == nil { ledger.pointee.scheduled.leaving = [slot] }
        } else {
            if ledger.pointee.immediate.leaving?.append(slot) == nil { ledger.pointee.immediate.leaving = [slot] }
        }
    }

    /// Takes out an observer whose subscription has ended.
    ///
    /// - Returns: Whether it was the last one.
    @inlinable
    mutating func remove(_ slot: AnySlot, isScheduled: Bool) -> Bool {
        if (isScheduled ? scheduled.owner : immediate.owner) != 0 {
            noteLeaving(slot, isScheduled: isScheduled)
        } else if isScheduled {
            scheduled.list.remove(slot)
        } else {
            immediate.list.remove(slot)
        }
        return uncount(slot, isScheduled: isScheduled) && audience == 0
    }

    /// Notes that an observer is being handed the values of before.
    mutating func noteJoining(_ joining: AnyJoining) {
        let ledger = open()
        if ledger.pointee.joining?.append(joining) == nil { ledger.pointee.joining = [joining] }
    }

    /// Notes that it has been.
    mutating func endJoining(_ slot: AnySlot) -> AnyJoining? {
        let ledger = open()
        guard let position = ledger.pointee.joining?.firstIndex(where: { $0.slot === slot }) else { return nil }
        let joining = ledger.pointee.joining?.remove(at: position)
        if ledger.pointee.joining?.isEmpty == true { ledger.pointee.joining = nil }
        return joining
    }

    /// Takes out all observers of a lane: it is over.
    @usableFromInline
    mutating func takeAll(isScheduled: Bool) -> [AnySlot] {
        let all = isScheduled ? scheduled.list.removeAll() : immediate.list.removeAll()
        for slot in all { uncount(slot, isScheduled: isScheduled) }
        return all
    }

    /// Takes out those that left a lane during the last walk; they are to be released outside of the lock.
    @usableFromInline
    mutating func tidy(isScheduled: Bool) -> [AnySlot] {
        let ledger = open()
        let (gone, hasEnded) = isScheduled ? ledger.pointee.scheduled.tidy() : ledger.pointee.immediate.tidy()
        for slot in gone { if isScheduled { scheduled.list.remove(slot) } else { immediate.list.remove(slot) } }
        guard hasEnded else { return gone }
        let ended = isScheduled ? scheduled.list.removeEnded() : immediate.list.removeEnded()
        for slot in ended { uncount(slot, isScheduled: isScheduled) }
        return gone + ended
    }
}
