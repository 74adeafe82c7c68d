/// State that a source needs only once an event has to wait or follows from another, or a subscription ends during a
/// call. Most sources never need it, and are smaller without it.
@usableFromInline
struct BroadcastLedger {
    /// The state of one lane.
    @usableFromInline
    struct Lane {
        /// The event that is being delivered, or was last, unless the lane's ``LaneProgress`` is further.
        @usableFromInline var current: EventPosition
        /// Observers that left while the list was being walked, or whose subscriptions were found to have ended.
        @usableFromInline var leaving: [AnySlot] = []
        /// The value of ``AnySlot/countedIn`` for observers that are counted.
        @usableFromInline var generation: UInt32 = BroadcastLanes.firstGeneration
        /// Whether the last walk met ended subscriptions that had not been removed.
        @usableFromInline var hasEnded = false

        init(_ current: EventPosition) {
            self.current = current
        }

        /// The event that the owner is delivering, or delivered last.
        @inlinable
        func latest(_ progress: LaneProgress?) -> EventPosition {
            guard let progress, progress.number > current.number else { return current }
            return EventPosition(number: progress.number, origin: progress.number)
        }

        @inlinable @inline(__always)
        var needsTidying: Bool { !leaving.isEmpty || hasEnded }

        /// Takes the reasons for tidying, for the caller to act on.
        mutating func tidy() -> (leaving: [AnySlot], hasEnded: Bool) {
            defer { (leaving, hasEnded) = ([], false) }
            return (leaving, hasEnded)
        }
    }

    @usableFromInline var immediate: Lane
    @usableFromInline var scheduled: Lane
    /// Observers that are receiving earlier values on the thread that subscribed them.
    @usableFromInline var joining: [AnyJoining] = []
    /// The events that wait, once one has had to.
    @usableFromInline var backlog: AnyBacklog?
    /// The values that are remembered for later observers, if more than one; also of such a type.
    @usableFromInline var history: AnyObject?
    /// The current connection, if this stage shares a source.
    @usableFromInline var connection: Connection?
    /// Where the observers of the scheduled lane are called, if not on the main actor. Written at the beginning only.
    @usableFromInline var executor: OtherExecutor?
    @usableFromInline var termination: Termination?
    /// The version of the latest value. What was set while there were no two-way bindings has none.
    @usableFromInline var version = ValueVersion.none
    /// The versions of the event that is being delivered in the scheduled lane, or was last. Two-way bindings are there.
    @usableFromInline var current = EventVersions.none
    /// Whether the executor has been called to serve the scheduled lane and has not begun.
    @usableFromInline var isHopUnderWay = false
    /// Whether the lanes are free but for what the batch under way holds.
    @usableFromInline var isOwnedByBatch = false
    /// The number of two-way bindings of the value and of its parts.
    @usableFromInline var bindings: Int32 = 0
    /// What such bindings know about parts, while any of them are bound.
    @usableFromInline var parts: [WeakReference<AnyBoundPart>] = []
    /// The number of the latest event that was accepted on the main actor while another one was under way.
    @usableFromInline var lastOwn: UInt64 = 0
    /// The source in the graph of derived values, once a computation has read it. The ledger holds a reference to it.
    @usableFromInline var dependency: Unmanaged<SourceDependency>?
    /// The number of the first event that the batch under way holds, or 0.
    @usableFromInline var firstHeld: UInt64 = 0

    /// - Parameter current: The event that is being delivered, or was last.
    init(_ current: EventPosition) {
        immediate = Lane(current)
        scheduled = Lane(current)
    }

    /// Whether nothing waits.
    @inlinable @inline(__always)
    var isIdle: Bool { hasNothingWaiting && joining.isEmpty }

    /// Whether there is no entry that an observer has yet to receive.
    @inlinable @inline(__always)
    var hasNothingWaiting: Bool { backlog.map { $0.immediateCount | $0.scheduledCount == 0 } ?? true }

    @inlinable @inline(__always)
    var needsTidying: Bool { immediate.needsTidying || scheduled.needsTidying }
}

/// The events that wait, apart from the type of the values, with what is only of interest once something has had to wait.
@usableFromInline
class AnyBacklog {
    @usableFromInline final let immediateProgress: LaneProgress
    @usableFromInline final let scheduledProgress: LaneProgress
    /// The number of entries that wait in each lane, including those that the owner has taken without the lock.
    @exclusivity(unchecked) @usableFromInline final var immediateCount = 0
    @exclusivity(unchecked) @usableFromInline final var scheduledCount = 0
    /// The number of values that the source was sent by its own observers within the outermost send under way.
    @exclusivity(unchecked) @usableFromInline final var nestedCount = 0
    @exclusivity(unchecked) @usableFromInline final var lastCounted: UInt64 = 0
    /// The latest value from outside that any of these follow from.
    @exclusivity(unchecked) @usableFromInline final var lastOrigin: UInt64 = 0

    @inlinable
    init(_ immediate: LaneProgress, _ scheduled: LaneProgress) {
        immediateProgress = immediate
        scheduledProgress = scheduled
    }

    /// Counts the entries that the owner of a lane has taken.
    @inlinable @inline(__always)
    final func settle(isScheduled: Bool) {
        let progress = isScheduled ? scheduledProgress : immediateProgress
        guard progress.taken != 0 else { return }
        if isScheduled { scheduledCount -= progress.taken } else { immediateCount -= progress.taken }
        progress.taken = 0
    }
}

/// The progress of a lane's owner with the entries that it delivers without the lock. No other thread accesses this
/// meanwhile, and it is a separate object, so that it does not slow down threads that take the lock.
@usableFromInline
class LaneProgress {
    /// The number of the event that is being delivered, or was last; 0 at the beginning.
    @exclusivity(unchecked) @usableFromInline final var number: UInt64 = 0
    /// The number of entries that have been taken out of the queue and are not yet counted.
    @exclusivity(unchecked) @usableFromInline final var taken = 0

    @inlinable
    init() {}
}
