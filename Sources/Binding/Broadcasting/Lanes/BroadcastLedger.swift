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
        @usableFromInline var leaving: [AnySlot] = []

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
        var needsTidying: Bool { !leaving.isEmpty || hasEnded }

        /// Forgets what makes tidying needed, for whoever is at it.
        mutating func tidy() -> (leaving: [AnySlot], hasEnded: Bool) {
            defer { (leaving, hasEnded) = ([], false) }
            return (leaving, hasEnded)
        }
    }

    @usableFromInline var immediate: Lane
    @usableFromInline var scheduled: Lane
    /// Observers that are being handed earlier values by the thread that subscribed them.
    @usableFromInline var joining: [AnyJoining] = []
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
    var isIdle: Bool { immediate.waiting | scheduled.waiting == 0 && joining.isEmpty }

    @inlinable @inline(__always)
    var needsTidying: Bool { immediate.needsTidying || scheduled.needsTidying }
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
