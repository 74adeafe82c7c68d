/// State that a source needs only once an event has to wait or follows from another, or a subscription ends during a
/// call. Most sources never need it, and are smaller without it.
@usableFromInline
struct BroadcastLedger {
    /// The state of one lane.
    @usableFromInline
    struct Lane {
        /// The event that is being delivered, or was last, unless ``progress`` is further.
        @usableFromInline var current: BroadcastStamp
        /// Whether the last walk met ended subscriptions that had not been removed.
        @usableFromInline var hasEnded = false
        /// The value of ``AnySlot/countedIn`` for observers that are counted.
        @usableFromInline var generation: UInt32 = BroadcastLanes.firstGeneration
        /// The number of entries that wait, including those that the owner has taken without the lock.
        @usableFromInline var waiting = 0
        /// The owner's progress without the lock, once something has had to wait.
        @usableFromInline var progress: LaneProgress?
        /// Observers that left while the list was being walked, or whose subscriptions were found to have ended.
        @usableFromInline var leaving: [AnySlot] = []

        init(_ current: BroadcastStamp) {
            self.current = current
        }

        /// Counts the entries that the owner has taken.
        @inlinable @inline(__always)
        mutating func settle() {
            guard let progress, progress.taken != 0 else { return }
            waiting -= progress.taken
            progress.taken = 0
        }

        /// The event that the owner is delivering, or delivered last.
        @inlinable
        var latest: BroadcastStamp {
            guard let progress, progress.number > current.number else { return current }
            return BroadcastStamp(number: progress.number, origin: progress.number)
        }

        /// Forgets what another owner has delivered.
        @inlinable
        mutating func beginAnew() {
            current = .none
            progress?.number = 0
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
    /// The events that wait, of a type that depends on that of the values: see ``BroadcastState``.
    @usableFromInline var backlog: AnyObject?
    /// The values that are remembered for later observers, if more than one; also of such a type.
    @usableFromInline var history: AnyObject?
    /// The current connection, if this stage shares a source.
    @usableFromInline var connection: AnyBroadcaster.Connection?
    /// Where the observers of the scheduled lane are called. Written at the beginning only.
    @usableFromInline var executor = DeliveryExecutor.mainActor
    @usableFromInline var termination: Termination?
    /// Whether the executor has been called to serve the scheduled lane and has not begun.
    @usableFromInline var isHopUnderWay = false
    /// The number of values that the source was sent by its own observers within the outermost send under way.
    @usableFromInline var nestedCount = 0
    @usableFromInline var lastCounted: UInt64 = 0
    /// The latest value from outside that any of these follow from.
    @usableFromInline var lastOrigin: UInt64 = 0
    /// The version of the latest value. What was set while there were no two-way bindings has none.
    @usableFromInline var version = ValueVersion.none
    /// The number of two-way bindings of the value and of its parts.
    @usableFromInline var bindings: Int32 = 0
    /// What such bindings know about parts, while any of them are bound.
    @usableFromInline var parts: [WeakReference<AnyBoundPart>] = []
    /// The number of the latest event that was accepted on the main actor while another one was under way.
    @usableFromInline var lastOwn: UInt64 = 0
    /// The source in the graph of derived values, once a computation has read it. Written on the main actor.
    @usableFromInline var dependency: SourceDependency?
    /// The number of the first event that the batch under way holds, or 0.
    @usableFromInline var firstHeld: UInt64 = 0
    /// Whether the lanes are free but for that.
    @usableFromInline var isOwnedByBatch = false

    /// - Parameter current: The event that is being delivered, or was last.
    init(_ current: BroadcastStamp) {
        immediate = Lane(current)
        scheduled = Lane(current)
    }

    /// Whether nothing waits.
    @inlinable @inline(__always)
    var isIdle: Bool { immediate.waiting | scheduled.waiting == 0 && joining.isEmpty }

    @inlinable @inline(__always)
    var needsTidying: Bool { immediate.needsTidying || scheduled.needsTidying }
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
