/// The part of a ``Broadcaster``'s bookkeeping that does not depend on the type of the values: who is there, who is at
/// it, and what comes before what.
///
/// It is not generic, because code that is not specialised for a type of values has to ask the runtime for each generic
/// type that it touches, which costs more than all the rest.
@usableFromInline
struct BroadcastLanes: ~Copyable {
    @usableFromInline typealias Stamp = BroadcastStamp

    @usableFromInline var immediate = BroadcastLane()
    /// Whether a value that waits for the executor gives way to the next one.
    @usableFromInline let conflates: Bool
    @usableFromInline var scheduled = BroadcastLane()
    @usableFromInline var clock: UInt64 = 0
    /// What most sources never need: see ``open()``. While there is none, the event that is being handed out, if one is, is
    /// the latest, has come from outside, and nothing more is known about it.
    ///
    /// The memory is the lanes' own, so that it is used without a reference count.
    @usableFromInline var ledger: UnsafeMutablePointer<BroadcastLedger>?

    @usableFromInline static var nestedLimit: Int { 10_000 }

    @inlinable static var firstGeneration: UInt32 { 1 }

    @inlinable
    init(conflates: Bool = false) {
        self.conflates = conflates
    }

    @inlinable
    deinit {
        ledger?.deinitialize(count: 1)
        ledger?.deallocate()
    }

    /// The ledger, which is made when it is first needed.
    @inlinable @inline(__always)
    mutating func open() -> UnsafeMutablePointer<BroadcastLedger> { ledger ?? makeLedger() }

    @usableFromInline @inline(never)
    mutating func makeLedger() -> UnsafeMutablePointer<BroadcastLedger> {
        let new = UnsafeMutablePointer<BroadcastLedger>.allocate(capacity: 1)
        new.initialize(to: BroadcastLedger(plainStamp))
        ledger = new
        return new
    }

    /// The stamp of the latest event, where nothing more is known about it.
    @inlinable @inline(__always)
    var plainStamp: Stamp { Stamp(number: clock, origin: clock) }

    @inlinable
    var termination: Termination? { ledger?.pointee.termination }

    @inlinable @inline(__always)
    var isTerminated: Bool {
        guard let ledger, case .some = ledger.pointee.termination else { return false }
        return true
    }

    @inlinable
    var lastVersion: UInt64 { ledger?.pointee.lastVersion ?? 0 }

    @inlinable
    var isJoining: Bool { ledger.map { !$0.pointee.joining.isEmpty } ?? false }

    @inlinable
    func waiting(isScheduled: Bool) -> Int {
        guard let ledger else { return 0 }
        return isScheduled ? ledger.pointee.scheduled.waiting : ledger.pointee.immediate.waiting
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
            || (waiting(isScheduled: false) == 0 || immediate.owner != 0)
                && (waiting(isScheduled: true) == 0 || scheduled.owner != 0)
    }

    /// The event that this thread is handing out.
    @inlinable
    func current(on thread: UInt) -> Stamp? {
        guard let ledger else { return isOwner(thread) ? plainStamp : nil }
        // One thread serves both lanes in the order of acceptance: the higher number is the one under way.
        let ofImmediate = immediate.owner == thread ? ledger.pointee.immediate.latest : Stamp.none
        let ofScheduled = scheduled.owner == thread ? ledger.pointee.scheduled.latest : Stamp.none
        let latest = ofScheduled.number >= ofImmediate.number ? ofScheduled : ofImmediate
        return latest == .none ? nil : latest
    }

    /// The observers of both lanes.
    @inlinable
    var audience: UInt32 { immediate.audience + scheduled.audience }

    /// The stamp of an event that is sent while another one may be under way, from which it follows then.
    @usableFromInline
    mutating func stamp(from thread: UInt) -> Stamp {
        let ledger = open()
        clock += 1
        let origin = current(on: thread)?.origin ?? clock
        guard MainActorDispatcher.isKnownCurrent(thread) else {
            // Later than all that bindings have brought so far. Which one it is, is said when it arrives there.
            ledger.pointee.lastVersion = MainActorDispatcher.lastVersion
            return Stamp(number: clock, origin: origin)
        }
        ledger.pointee.lastOwn = clock
        let change = changeUnderWay(on: thread)
        // What it follows from is the earlier version, though no binding may have seen that yet.
        if var current = current(on: thread), current.version == 0 {
            current.version = MainActorDispatcher.newVersion()
            note(on: thread, current)
        }
        let version = MainActorDispatcher.newVersion()
        ledger.pointee.lastVersion = version
        return Stamp(number: clock, origin: origin, change: change, version: version)
    }

    /// The stamp of a value that a two-way binding brings from an event elsewhere.
    @usableFromInline
    mutating func stamp(bringing event: Stamp, on thread: UInt) -> Stamp {
        let ledger = open()
        clock += 1
        ledger.pointee.lastVersion = event.version
        ledger.pointee.lastBrought = clock
        ledger.pointee.lastOwn = clock
        return Stamp(
            number: clock, origin: current(on: thread)?.origin ?? clock, change: event.change, version: event.version,
            isBrought: true, displaced: event.displaced)
    }

    /// The event that this thread, which is on the main actor, is handing out, for a two-way binding: with the change that
    /// it belongs to and its version; `nil` where a binding has brought another value since, which comes next.
    mutating func underWay(on thread: UInt) -> Stamp? {
        let ledger = open()
        let change = changeUnderWay(on: thread)
        var stamp = current(on: thread) ?? .none
        if stamp.number < ledger.pointee.lastBrought { return nil }
        stamp.change = MainActorDispatcher.begun(change)
        if stamp.version == 0 {
            stamp.version = MainActorDispatcher.newVersion()
            if stamp.number == clock { ledger.pointee.lastVersion = stamp.version }
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
        let ledger = open()
        // No binding has seen it yet, or only one that held both sides alike before.
        if lastVersion == 0 || lastVersion == displaced {
            ledger.pointee.lastVersion = MainActorDispatcher.newVersion()
        }
        return Stamp(
            number: clock, origin: clock, change: MainActorDispatcher.begun(changeUnderWay(on: thread)),
            version: lastVersion, displaced: displaced)
    }

    /// Whether a value that a binding brings is news here.
    @usableFromInline
    func isNews(_ event: Stamp) -> Bool {
        event.version > lastVersion || event.displaced != 0 && event.displaced == lastVersion
    }

    /// Notes that the latest value is that of an event elsewhere, too.
    mutating func adopt(_ event: Stamp) {
        if isNews(event) { open().pointee.lastVersion = event.version }
    }

    /// Puts what has been found out of the event under way where its other observers find it.
    private mutating func note(on thread: UInt, _ stamp: Stamp) {
        let ledger = open()
        if immediate.owner == thread, ledger.pointee.immediate.latest.number == stamp.number {
            ledger.pointee.immediate.current = stamp
        }
        if scheduled.owner == thread, ledger.pointee.scheduled.latest.number == stamp.number {
            ledger.pointee.scheduled.current = stamp
        }
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
        return plainStamp
    }

    // MARK: The short way

    /// Whether nothing is under way or waiting, so that a value can be handed out without being queued.
    @inlinable @inline(__always)
    var isQuiet: Bool {
        immediate.owner | scheduled.owner == 0 && (ledger?.pointee.isIdle ?? true)
    }

    /// Takes in an observer at once.
    @inlinable @inline(__always)
    mutating func admit(_ slot: AnySlot, isScheduled: Bool) {
        count(slot, isScheduled: isScheduled)
        append(slot, isScheduled: isScheduled)
    }

    @inlinable @inline(__always)
    var needsTidying: Bool { ledger?.pointee.needsTidying ?? false }

    /// Begins to hand out a value while all is quiet: this thread is to call the observers in `immediate`, then, where
    /// it serves that lane, those in `scheduled`, and then to ask ``finish(_:metEnded:)``.
    ///
    /// - Parameter stamp: What is known of the value; `nil` where it follows from no other, which is so while all is quiet
    ///   unless a two-way binding has brought it.
    @inlinable @inline(__always)
    mutating func begin(_ thread: UInt, at stamp: Stamp? = nil, servesScheduled: Bool) {
        immediate.owner = thread
        if servesScheduled { scheduled.owner = thread }
        if stamp == nil { clock += 1 }
        guard let ledger else { return }
        let stamp = stamp ?? plainStamp
        ledger.pointee.immediate.current = stamp
        if servesScheduled { ledger.pointee.scheduled.current = stamp }
    }

    /// Ends the short way.
    ///
    /// - Parameter metEnded: Whether ended subscriptions were met.
    /// - Returns: Whether nothing came up meanwhile; otherwise this thread goes on with
    ///   ``BroadcastState/step(for:servesScheduled:in:)``.
    @inlinable @inline(__always)
    mutating func finish(_ thread: UInt, metEnded: Bool) -> Bool {
        if metEnded { noteEnded(thread) }
        if let ledger {
            guard ledger.pointee.immediate.waiting | ledger.pointee.scheduled.waiting == 0,
                !ledger.pointee.needsTidying
            else { return false }
        }
        immediate.owner = 0
        if scheduled.owner == thread { scheduled.owner = 0 }
        return true
    }

    /// Notes that ended subscriptions were met, in a lane that this thread owns.
    @usableFromInline
    mutating func noteEnded(_ thread: UInt) {
        let ledger = open()
        if immediate.owner == thread { ledger.pointee.immediate.hasEnded = true }
        if scheduled.owner == thread { ledger.pointee.scheduled.hasEnded = true }
    }

    // MARK: The long way

    /// Has everything wait until this thread hands it out, if nobody is at it.
    mutating func hold(_ thread: UInt) -> Bool {
        guard immediate.owner | scheduled.owner == 0 else { return false }
        own(thread, isScheduled: false)
        own(thread, isScheduled: true)
        return true
    }

    /// Has a thread hand out what a lane has.
    @inlinable
    mutating func own(_ thread: UInt, isScheduled: Bool) {
        if isScheduled {
            guard scheduled.owner != thread else { return }
            scheduled.owner = thread
            open().pointee.scheduled.beginAnew()
        } else {
            guard immediate.owner != thread else { return }
            immediate.owner = thread
            open().pointee.immediate.beginAnew()
        }
    }

    /// Counts what this thread has taken.
    @inlinable
    mutating func settle(_ thread: UInt) {
        guard let ledger else { return }
        if immediate.owner == thread { ledger.pointee.immediate.settle() }
        if scheduled.owner == thread { ledger.pointee.scheduled.settle() }
    }

    /// Gives up the lanes, with nothing left in them that this thread may hand out now.
    ///
    /// - Returns: Whether the executor is to be asked to serve the scheduled lane; and what was left in the other one.
    @inlinable
    mutating func rest(_ thread: UInt) -> Bool {
        if immediate.owner == thread { immediate.owner = 0 }
        if scheduled.owner == thread { scheduled.owner = 0 }
        guard let ledger else { return false }
        ledger.pointee.nestedCount = 0
        let isLeft =
            ledger.pointee.scheduled.waiting > 0 && scheduled.owner == 0
            || ledger.pointee.immediate.waiting > 0 && immediate.owner == 0
        guard isLeft, !ledger.pointee.isHopUnderWay else { return false }
        ledger.pointee.isHopUnderWay = true
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
        guard stamp.isNested else { return false }
        let ledger = open()
        guard stamp.number > ledger.pointee.lastCounted else { return false }
        ledger.pointee.lastCounted = stamp.number
        // What follows from a later value is no sign that there is no end to what followed from earlier ones.
        if stamp.origin > ledger.pointee.lastOrigin {
            ledger.pointee.lastOrigin = stamp.origin
            ledger.pointee.nestedCount = 0
        }
        ledger.pointee.nestedCount += 1
        return ledger.pointee.nestedCount == Self.nestedLimit
    }

    /// Which events from elsewhere may be handed out in a turn: those up to this number.
    @inlinable @inline(__always)
    func limit(of turn: DeliveryTurn) -> UInt64 {
        switch turn.reason {
        case _ where turn.isOver: 0
        case .own: ledger?.pointee.lastOwn ?? 0
        case .arrival, .sender, .elsewhere: .max
        }
    }
}
