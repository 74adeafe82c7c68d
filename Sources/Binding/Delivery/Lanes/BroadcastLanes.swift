/// The part of a ``Broadcaster``'s bookkeeping that does not depend on the type of the values: the observers, the
/// owners of the lanes, and the order of events.
///
/// It is not generic, because code that is not specialized for a type of values has to look up each generic type that
/// it uses at run time, which costs more than all the rest.
@usableFromInline
struct BroadcastLanes: ~Copyable {
    @usableFromInline typealias Stamp = BroadcastStamp

    @usableFromInline var immediate = BroadcastLane()
    /// Whether the next value replaces one that waits for the executor.
    @usableFromInline let conflates: Bool
    /// Whether the program sends to it itself, so that a batch holds what it sends.
    @usableFromInline let isSetByProgram: Bool
    @usableFromInline var scheduled = BroadcastLane()
    @usableFromInline var clock: UInt64 = 0
    /// State that most sources never need: see ``open()``. While there is none, the event that is being delivered, if
    /// any, is the latest, came from outside, and nothing more is known about it.
    ///
    /// The lanes own the memory, so that it is used without reference counting.
    @usableFromInline var ledger: UnsafeMutablePointer<BroadcastLedger>?

    @usableFromInline static var nestedLimit: Int { 10_000 }

    @inlinable static var firstGeneration: UInt32 { 1 }

    @inlinable
    init(conflates: Bool = false, isSetByProgram: Bool = false) {
        self.conflates = conflates
        self.isSetByProgram = isSetByProgram
    }

    @inlinable
    deinit {
        ledger?.pointee.dependency?.release()
        ledger?.deinitialize(count: 1)
        ledger?.deallocate()
    }

    /// The ledger, which is created when it is first needed.
    @inlinable @inline(__always)
    mutating func open() -> UnsafeMutablePointer<BroadcastLedger> { ledger ?? makeLedger() }

    @usableFromInline @inline(never)
    mutating func makeLedger() -> UnsafeMutablePointer<BroadcastLedger> {
        let new = UnsafeMutablePointer<BroadcastLedger>.allocate(capacity: 1)
        new.initialize(to: BroadcastLedger(plainPosition))
        ledger = new
        return new
    }

    /// The position of the latest event, if nothing more is known about it.
    @inlinable @inline(__always)
    var plainPosition: EventPosition { EventPosition(number: clock, origin: clock) }

    /// The events that wait, once one has had to.
    @inlinable
    var backlog: AnyBacklog? { ledger?.pointee.backlog }

    @inlinable
    var termination: Termination? { ledger?.pointee.termination }

    @inlinable @inline(__always)
    var isTerminated: Bool {
        guard let ledger, case .some = ledger.pointee.termination else { return false }
        return true
    }

    /// The version of the latest value, if there are or have been two-way bindings.
    @inlinable
    var version: ValueVersion { ledger?.pointee.version ?? .none }

    @inlinable
    var isJoining: Bool { ledger.map { !$0.pointee.joining.isEmpty } ?? false }

    @inlinable
    func waiting(isScheduled: Bool) -> Int {
        guard let backlog else { return 0 }
        return isScheduled ? backlog.scheduledCount : backlog.immediateCount
    }

    /// Whether code that runs on this thread was called, however indirectly, by this broadcaster.
    @inlinable
    func isOwner(_ thread: UInt) -> Bool {
        immediate.owner == thread || scheduled.owner == thread
    }

    /// Whether a thread has nothing to deliver, because it or others are delivering already.
    @inlinable
    func isServed(_ thread: UInt) -> Bool {
        isOwner(thread)
            || (waiting(isScheduled: false) == 0 || immediate.owner != 0)
                && (waiting(isScheduled: true) == 0 || scheduled.owner != 0)
    }

    /// The event that this thread is delivering.
    @inlinable
    func current(on thread: UInt) -> EventPosition? {
        if ledger == nil { return isOwner(thread) ? plainPosition : nil }
        // One thread serves both lanes in the order of acceptance: the higher number is the one under way.
        let ofImmediate = immediate.owner == thread ? latest(isScheduled: false) : .none
        let ofScheduled = scheduled.owner == thread ? latest(isScheduled: true) : .none
        let latest = ofScheduled.number >= ofImmediate.number ? ofScheduled : ofImmediate
        return latest == .none ? nil : latest
    }

    /// The event that a lane's owner is delivering, or delivered last.
    @inlinable
    func latest(isScheduled: Bool) -> EventPosition {
        guard let ledger else { return plainPosition }
        return isScheduled
            ? ledger.pointee.scheduled.latest(backlog?.scheduledProgress)
            : ledger.pointee.immediate.latest(backlog?.immediateProgress)
    }

    /// The number of observers in both lanes.
    @inlinable
    var audience: UInt32 { immediate.audience + scheduled.audience }

    /// The stamp of an event that is sent while another one may be under way, from which it would follow.
    @usableFromInline
    mutating func stamp(from thread: UInt) -> Stamp {
        let ledger = open()
        clock += 1
        let origin = current(on: thread)?.origin ?? clock
        let isForeign = !MainActorDispatcher.isKnownCurrent(thread)
        if !isForeign { ledger.pointee.lastOwn = clock }
        return Stamp(number: clock, origin: origin, isForeign: isForeign)
    }

    /// The stamp of a value that is sent while another one may be under way.
    @inlinable
    mutating func stampOfValue(from thread: UInt) -> Stamp {
        var stamp = stamp(from: thread)
        if hasBindings { stamp.versions = newVersions() }
        return stamp
    }

    /// The stamp of a value that a two-way binding brings, or of a notice.
    ///
    /// - Parameters:
    ///   - version: The version of the whole, if it is a part that the binding brings.
    ///   - part: The version of what it brings.
    @usableFromInline
    mutating func stamp(
        bringing version: ValueVersion, of part: ValueVersion, isNotice: Bool = false, on thread: UInt
    ) -> Stamp {
        let ledger = open()
        clock += 1
        ledger.pointee.version = version
        ledger.pointee.lastOwn = clock
        return Stamp(
            number: clock, origin: current(on: thread)?.origin ?? clock,
            versions: EventVersions(version, parts: part, isNotice: isNotice), isForeign: false)
    }

    /// The stamp of an event that does not follow from another: while the source is quiet there is none.
    @inlinable @inline(__always)
    mutating func stampFromOutside() -> Stamp {
        clock += 1
        var stamp = Stamp(number: clock, origin: clock)
        if hasBindings { stamp.versions = newVersions() }
        return stamp
    }

    /// Whether there are two-way bindings, so that values have versions.
    @inlinable @inline(__always)
    var hasBindings: Bool { ledger.map { $0.pointee.bindings > 0 } ?? false }

    /// The versions of a value that does not come from a two-way binding, and is the latest.
    @usableFromInline
    mutating func newVersions() -> EventVersions {
        let version = ValueVersion.original()
        open().pointee.version = version
        return EventVersions(version, parts: version)
    }

    // MARK: The short way

    /// Whether nothing is under way or waiting, so that a value can be delivered without being queued.
    @inlinable @inline(__always)
    var isQuiet: Bool {
        immediate.owner | scheduled.owner == 0 && (ledger?.pointee.isIdle ?? true)
    }

    /// Adds an observer at once.
    @inlinable @inline(__always)
    mutating func admit(_ slot: AnySlot, isScheduled: Bool) {
        count(slot, isScheduled: isScheduled)
        append(slot, isScheduled: isScheduled)
    }

    @inlinable @inline(__always)
    var needsTidying: Bool { ledger?.pointee.needsTidying ?? false }

    /// Begins to deliver a value while the source is quiet: this thread has to call the observers in `immediate`, then,
    /// if it serves that lane, those in `scheduled`, and then ``finish(_:metEnded:)``.
    ///
    /// - Parameter stamp: The value's stamp; `nil` if nothing matters about it but its position.
    @inlinable @inline(__always)
    mutating func begin(_ thread: UInt, at stamp: Stamp? = nil, servesScheduled: Bool) {
        immediate.owner = thread
        if servesScheduled { scheduled.owner = thread }
        if stamp == nil { clock += 1 }
        guard let ledger else { return }
        let position = stamp?.position ?? plainPosition
        ledger.pointee.immediate.current = position
        guard servesScheduled else { return }
        ledger.pointee.scheduled.current = position
        ledger.pointee.current = stamp?.versions ?? .none
    }

    /// Ends the short way.
    ///
    /// - Parameter metEnded: Whether ended subscriptions were met.
    /// - Returns: Whether nothing came up meanwhile; otherwise this thread continues with
    ///   ``BroadcastState/step(for:servesScheduled:to:in:)``.
    @inlinable @inline(__always)
    mutating func finish(_ thread: UInt, metEnded: Bool) -> Bool {
        if metEnded { noteEnded(thread) }
        if let ledger {
            guard ledger.pointee.hasNothingWaiting, !ledger.pointee.needsTidying else { return false }
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

    /// Makes all events wait until this thread delivers them, if no thread is delivering.
    mutating func hold(_ thread: UInt) -> Bool {
        guard immediate.owner | scheduled.owner == 0 else { return false }
        own(thread, isScheduled: false)
        own(thread, isScheduled: true)
        return true
    }

    /// Makes a thread the owner of a lane, in which what another owner has delivered is forgotten.
    @inlinable
    mutating func own(_ thread: UInt, isScheduled: Bool) {
        if isScheduled {
            guard scheduled.owner != thread else { return }
            scheduled.owner = thread
            open().pointee.scheduled.current = .none
            backlog?.scheduledProgress.number = 0
        } else {
            guard immediate.owner != thread else { return }
            immediate.owner = thread
            open().pointee.immediate.current = .none
            backlog?.immediateProgress.number = 0
        }
    }

    /// Counts the entries that this thread has taken.
    @inlinable
    mutating func settle(_ thread: UInt) {
        guard let backlog else { return }
        if immediate.owner == thread { backlog.settle(isScheduled: false) }
        if scheduled.owner == thread { backlog.settle(isScheduled: true) }
    }

    /// Gives up the lanes, with nothing left in them that this thread may deliver now.
    ///
    /// - Returns: Whether the executor has to be called, to serve the scheduled lane and what was left in the other
    ///   one.
    @inlinable
    mutating func rest(_ thread: UInt) -> Bool {
        if immediate.owner == thread { immediate.owner = 0 }
        if scheduled.owner == thread { scheduled.owner = 0 }
        guard let ledger, let backlog else { return false }
        backlog.nestedCount = 0
        let isLeft =
            backlog.scheduledCount > 0 && scheduled.owner == 0 || backlog.immediateCount > 0 && immediate.owner == 0
        guard isLeft, !ledger.pointee.isHopUnderWay else { return false }
        ledger.pointee.isHopUnderWay = true
        return true
    }

    /// Gives up the `immediate` lane, for another thread to take over.
    @usableFromInline
    mutating func leave(_ thread: UInt) {
        settle(thread)
        if immediate.owner == thread { immediate.owner = 0 }
    }

    /// Counts the values that the source's own observers sent it, each once, and returns whether there are now so many
    /// that a warning is due.
    @inlinable
    func countsTooMany(_ stamp: Stamp) -> Bool {
        guard stamp.isNested, let backlog, stamp.number > backlog.lastCounted else { return false }
        backlog.lastCounted = stamp.number
        // Values that follow from a later one do not indicate that those that followed from earlier ones have no end.
        if stamp.origin > backlog.lastOrigin {
            backlog.lastOrigin = stamp.origin
            backlog.nestedCount = 0
        }
        backlog.nestedCount += 1
        return backlog.nestedCount == Self.nestedLimit
    }

    /// The number up to which events from elsewhere may be delivered in a turn.
    @inlinable @inline(__always)
    func limit(of turn: DeliveryTurn) -> UInt64 {
        switch turn.reason {
        case _ where turn.isOver: 0
        case .own: ledger?.pointee.lastOwn ?? 0
        case .arrival, .sender, .elsewhere: .max
        }
    }
}
