/// Adding and removing observers.
extension BroadcastLanes {
    /// The value of ``AnySlot/countedIn`` for observers that are counted.
    @inlinable @inline(__always)
    func generation(isScheduled: Bool) -> UInt32 {
        guard let ledger else { return Self.firstGeneration }
        return isScheduled ? ledger.pointee.scheduled.generation : ledger.pointee.immediate.generation
    }

    /// Counts an observer.
    @inlinable @inline(__always)
    mutating func count(_ slot: AnySlot, isScheduled: Bool) {
        slot.countedIn = generation(isScheduled: isScheduled)
        if slot.isTwoWay { open().pointee.bindings += 1 }
        if isScheduled { scheduled.audience += 1 } else { immediate.audience += 1 }
    }

    /// Counts an observer as gone.
    ///
    /// - Returns: Whether it was counted.
    @inlinable @inline(__always) @discardableResult
    mutating func uncount(_ slot: AnySlot, isScheduled: Bool) -> Bool {
        let generation = generation(isScheduled: isScheduled)
        let isCounted =
            isScheduled ? scheduled.uncount(slot, in: generation) : immediate.uncount(slot, in: generation)
        if isCounted, slot.isTwoWay { open().pointee.bindings -= 1 }
        return isCounted
    }

    /// Counts all observers as gone, wherever they are.
    mutating func uncountAll() {
        let ledger = open()
        ledger.pointee.immediate.generation &+= 1
        ledger.pointee.scheduled.generation &+= 1
        ledger.pointee.bindings = 0
        immediate.audience = 0
        scheduled.audience = 0
    }

    /// Adds an observer to a lane's list.
    ///
    /// - Complexity: O(1) amortized.
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

    /// Notes that an observer is to be removed, or has been, and is to be released outside of the lock.
    @usableFromInline @inline(never)
    mutating func noteLeaving(_ slot: AnySlot, isScheduled: Bool) {
        let ledger = open()
        if isScheduled {
            ledger.pointee.scheduled.leaving.append(slot)
        } else {
            ledger.pointee.immediate.leaving.append(slot)
        }
    }

    /// Removes an observer whose subscription has ended.
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

    /// Notes that an observer is receiving earlier values.
    mutating func noteJoining(_ joining: AnyJoining) {
        open().pointee.joining.append(joining)
    }

    /// Notes that an observer has received the earlier values.
    mutating func endJoining(_ slot: AnySlot) -> AnyJoining? {
        let ledger = open()
        guard let position = ledger.pointee.joining.firstIndex(where: { $0.slot === slot }) else { return nil }
        return ledger.pointee.joining.remove(at: position)
    }

    /// Removes all observers of a lane, at the end.
    @usableFromInline
    mutating func takeAll(isScheduled: Bool) -> [AnySlot] {
        let all = isScheduled ? scheduled.list.removeAll() : immediate.list.removeAll()
        for slot in all { uncount(slot, isScheduled: isScheduled) }
        return all
    }

    /// Removes the observers that left a lane during the last walk; they are to be released outside of the lock.
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
