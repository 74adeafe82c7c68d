/// The part of a ``Broadcaster``'s bookkeeping that does not depend on the type of the values: who is there, who is at
/// it, and what comes before what.
///
/// It is not generic, because code that is not specialised for a type of values has to ask the runtime for each generic
/// type that it touches, which costs more than all the rest.
@usableFromInline
struct BroadcastLanes: ~Copyable {
    @usableFromInline typealias Stamp = BroadcastStamp

    @usableFromInline var immediate = BroadcastLane()
    @usableFromInline var scheduled = BroadcastLane()
    /// Observers that are being handed earlier values by the thread that subscribed them.
    @usableFromInline var joining: [AnySlot]?
    @usableFromInline var clock: UInt64 = 0
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
    /// Whether a value that waits for the executor gives way to the next one.
    @usableFromInline let conflates: Bool

    @usableFromInline static var nestedLimit: Int { 10_000 }

    @inlinable
    init(conflates: Bool = false) {
        self.conflates = conflates
    }

    /// Whether code that runs on this thread was called, however indirectly, by this broadcaster.
    @inlinable
    func isOwner(_ thread: UInt) -> Bool {
        immediate.owner == thread || scheduled.owner == thread
    }

    /// Whether a thread need not look for what there is to hand out: it is at it already, or others are.
    @inlinable
    func isServed(_ thread: UInt) -> Bool {
        isOwner(thread)
            || (immediate.waiting == 0 || immediate.owner != 0)
                && (scheduled.waiting == 0 || scheduled.owner != 0)
    }

    /// The event that this thread is handing out.
    @inlinable
    func current(on thread: UInt) -> Stamp? {
        // One thread serves both lanes in the order of acceptance: the higher number is the one under way.
        let ofImmediate = immediate.owner == thread ? immediate.latest : Stamp.none
        let ofScheduled = scheduled.owner == thread ? scheduled.latest : Stamp.none
        let latest = ofScheduled.number >= ofImmediate.number ? ofScheduled : ofImmediate
        return latest == .none ? nil : latest
    }

    /// The observers of both lanes.
    @inlinable
    var audience: Int { immediate.audience + scheduled.audience }

    /// The stamp of an event that is sent while another one may be under way, from which it follows then.
    @usableFromInline
    mutating func stamp(from thread: UInt) -> Stamp {
        clock += 1
        let origin = current(on: thread)?.origin ?? clock
        guard MainActorDispatcher.isKnownCurrent(thread) else {
            // Later than all that bindings have brought so far. Which one it is, is said when it arrives there.
            lastVersion = MainActorDispatcher.lastVersion
            return Stamp(number: clock, origin: origin)
        }
        lastOwn = clock
        let change = changeUnderWay(on: thread)
        // What it follows from is the earlier version, though no binding may have seen that yet.
        if var current = current(on: thread), current.version == 0 {
            current.version = MainActorDispatcher.newVersion()
            note(on: thread, current)
        }
        lastVersion = MainActorDispatcher.newVersion()
        return Stamp(number: clock, origin: origin, change: change, version: lastVersion)
    }

    /// The stamp of a value that a two-way binding brings from an event elsewhere.
    @usableFromInline
    mutating func stamp(bringing event: Stamp, on thread: UInt) -> Stamp {
        clock += 1
        lastVersion = event.version
        lastBrought = clock
        lastOwn = clock
        return Stamp(
            number: clock, origin: current(on: thread)?.origin ?? clock, change: event.change, version: event.version,
            isBrought: true, displaced: event.displaced)
    }

    /// The event that this thread, which is on the main actor, is handing out, for a two-way binding: with the change that
    /// it belongs to and its version; `nil` where a binding has brought another value since, which comes next.
    mutating func underWay(on thread: UInt) -> Stamp? {
        let change = changeUnderWay(on: thread)
        var stamp = current(on: thread) ?? .none
        if stamp.number < lastBrought { return nil }
        stamp.change = MainActorDispatcher.begun(change)
        if stamp.version == 0 {
            stamp.version = MainActorDispatcher.newVersion()
            if stamp.number == clock { lastVersion = stamp.version }
            note(on: thread, stamp)
        }
        return stamp
    }

    /// The latest value as what the right side is given where a binding begins.
    ///
    /// It keeps its version: a later value that is on its way here is still news on both sides. What the right side has,
    /// and what bindings have brought elsewhere from there, is displaced though it may be later.
    ///
    /// - Parameter displaced: The version on the right side; 0 where that has none.
    mutating func takingOver(from displaced: UInt64, on thread: UInt) -> Stamp {
        // No binding has seen it yet, or only one that held both sides alike before.
        if lastVersion == 0 || lastVersion == displaced { lastVersion = MainActorDispatcher.newVersion() }
        return Stamp(
            number: clock, origin: clock, change: MainActorDispatcher.begun(changeUnderWay(on: thread)),
            version: lastVersion, displaced: displaced)
    }

    /// Whether a value that a binding brings is news here.
    @usableFromInline
    func isNews(_ event: Stamp) -> Bool {
        event.version > lastVersion || event.displaced != 0 && event.displaced == lastVersion
    }

    /// Puts what has been found out of the event under way where its other observers find it.
    private mutating func note(on thread: UInt, _ stamp: Stamp) {
        if immediate.owner == thread, immediate.latest.number == stamp.number { immediate.current = stamp }
        if scheduled.owner == thread, scheduled.latest.number == stamp.number { scheduled.current = stamp }
    }

    /// The original change that this thread's code follows from; 0 where there is none, and off the main actor.
    ///
    /// An event that nothing led to begins a change, as soon as something follows from it.
    @usableFromInline
    mutating func changeUnderWay(on thread: UInt) -> UInt64 {
        guard MainActorDispatcher.isKnownCurrent(thread) else { return 0 }
        let change = MainActorDispatcher.change
        if change != 0 { return change }
        guard var current = current(on: thread) else { return 0 }
        if current.change == 0 {
            current.change = MainActorDispatcher.newChange()
            note(on: thread, current)
        }
        return current.change
    }

    /// The stamp of an event that follows from no other: while all is quiet there is none.
    @inlinable @inline(__always)
    mutating func stampFromOutside() -> Stamp {
        clock += 1
        return Stamp(number: clock, origin: clock)
    }

    // MARK: Observers

    /// Takes out an observer whose subscription has ended.
    ///
    /// - Returns: Whether it was the last one.
    @inlinable
    mutating func remove(_ slot: AnySlot, isScheduled: Bool) -> Bool {
        if isScheduled { scheduled.leave(slot) } else { immediate.leave(slot) }
        guard isScheduled ? scheduled.uncount(slot) : immediate.uncount(slot) else { return false }
        return audience == 0
    }

    // MARK: The short way

    /// Whether nothing is under way or waiting, so that a value can be handed out without being queued.
    @inlinable @inline(__always)
    var isQuiet: Bool {
        immediate.owner | scheduled.owner == 0 && immediate.waiting | scheduled.waiting == 0 && joining == nil
    }

    /// Takes in an observer at once.
    @inlinable @inline(__always)
    mutating func admit(_ slot: AnySlot, isScheduled: Bool) {
        if isScheduled {
            scheduled.count(slot)
            scheduled.append(slot)
        } else {
            immediate.count(slot)
            immediate.append(slot)
        }
    }

    @inlinable @inline(__always)
    var needsTidying: Bool { immediate.needsTidying || scheduled.needsTidying }

    /// Begins to hand out a value while all is quiet: this thread is to call the observers in `immediate`, then, where
    /// it serves that lane, those in `scheduled`, and then to ask ``finish(_:metEnded:)``.
    @inlinable @inline(__always)
    mutating func begin(_ thread: UInt, at stamp: Stamp, servesScheduled: Bool) {
        immediate.owner = thread
        immediate.current = stamp
        if servesScheduled {
            scheduled.owner = thread
            scheduled.current = stamp
        }
    }

    /// Ends the short way.
    ///
    /// - Parameter metEnded: Whether ended subscriptions were met.
    /// - Returns: Whether nothing came up meanwhile; otherwise this thread goes on with
    ///   ``BroadcastState/step(for:servesScheduled:in:)``.
    @inlinable @inline(__always)
    mutating func finish(_ thread: UInt, metEnded: Bool) -> Bool {
        if metEnded { noteEnded(thread) }
        guard immediate.waiting | scheduled.waiting == 0, !needsTidying else { return false }
        immediate.owner = 0
        if scheduled.owner == thread { scheduled.owner = 0 }
        return true
    }

    /// Notes that ended subscriptions were met, in a lane that this thread owns.
    @usableFromInline
    mutating func noteEnded(_ thread: UInt) {
        if immediate.owner == thread { immediate.hasEnded = true }
        if scheduled.owner == thread { scheduled.hasEnded = true }
    }

    // MARK: The long way

    /// Has everything wait until this thread hands it out, if nobody is at it.
    mutating func hold(_ thread: UInt) -> Bool {
        guard immediate.owner | scheduled.owner == 0 else { return false }
        immediate.own(thread)
        scheduled.own(thread)
        return true
    }

    /// Counts what this thread has taken.
    @inlinable
    mutating func settle(_ thread: UInt) {
        if immediate.owner == thread { immediate.settle() }
        if scheduled.owner == thread { scheduled.settle() }
    }

    /// Gives up the lanes, with nothing left in them that this thread may hand out now.
    ///
    /// - Returns: Whether the executor is to be asked to serve the scheduled lane; and what was left in the other one.
    @inlinable
    mutating func rest(_ thread: UInt) -> Bool {
        if immediate.owner == thread { immediate.owner = 0 }
        if scheduled.owner == thread { scheduled.owner = 0 }
        nestedCount = 0
        guard scheduled.waiting > 0 && scheduled.owner == 0 || immediate.waiting > 0 && immediate.owner == 0,
            !isHopUnderWay
        else { return false }
        isHopUnderWay = true
        return true
    }

    /// Gives up what this thread hands out of `immediate`, for another one to take over.
    @usableFromInline
    mutating func leave(_ thread: UInt) {
        settle(thread)
        if immediate.owner == thread { immediate.owner = 0 }
    }

    /// Counts the values that the source's own observers sent it, each once, and says whether there are now so many
    /// that a warning is due.
    @inlinable
    mutating func countsTooMany(_ stamp: Stamp) -> Bool {
        guard stamp.isNested, stamp.number > lastCounted else { return false }
        lastCounted = stamp.number
        // What follows from a later value is no sign that there is no end to what followed from earlier ones.
        if stamp.origin > lastOrigin {
            lastOrigin = stamp.origin
            nestedCount = 0
        }
        nestedCount += 1
        return nestedCount == Self.nestedLimit
    }

    /// Which events from elsewhere may be handed out in a turn: those up to this number.
    @inlinable @inline(__always)
    func limit(of turn: DeliveryTurn) -> UInt64 {
        switch turn.reason {
        case _ where turn.isOver: 0
        case .own: lastOwn
        case .arrival, .sender, .elsewhere: .max
        }
    }
}
