/// Where a broadcaster calls the observers of its scheduled lane.
@usableFromInline
enum DeliveryExecutor: Sendable {
    case mainActor
    /// Anything that runs an action some time: a scheduler, perhaps one of the main actor.
    case other(@Sendable (@escaping @Sendable () -> Void) -> Void, onMainActor: Bool)
}

/// A source as far as the type of its values does not matter: who observes it, where and in what order they are called.
///
/// It is not generic for the same reason as ``BroadcastLanes``: a subscription that ends has to do with this part
/// alone.
@usableFromInline
class AnyBroadcaster: @unchecked Sendable {
    // Sound: all mutable properties are touched under `lock` only. That is why they need no check for exclusive access
    // either.
    @usableFromInline final let lock = Lock()
    /// Held for as long as somebody has the value on loan, so that others can wait for it to come back.
    @usableFromInline final let lending = Lock()
    /// The thread that has the value on loan, or 0; ``watchMark`` where nobody has, and somebody watches.
    @exclusivity(unchecked) @usableFromInline final var borrower: UInt = 0
    @exclusivity(unchecked) @usableFromInline final var lanes: BroadcastLanes
    /// The type that the user knows this source as, for warnings.
    @usableFromInline final let kind: Any.Type
    /// Where the property stands whose source this is.
    @usableFromInline final let place: StaticSourcePlace
    /// How many ``AccessProbe``s want to know who uses the value.
    @exclusivity(unchecked) @usableFromInline final var watchers: UInt16 = 0
    /// Whether the observers of the scheduled lane are called by another executor than the main actor.
    @usableFromInline final let hasOtherExecutor: Bool
    #if DEBUG
        @usableFromInline final let liveObject = LiveObject(.broadcaster)
    #endif

    /// The number of no thread: so there is one question for whoever uses the value.
    @inlinable @inline(__always)
    static var watchMark: UInt { 1 }

    /// A subscription to the source that this stage shares. Those who observe hold the subscription itself, so that a
    /// source that is dropped with all of its observers is not held by them in a circle.
    @usableFromInline
    final class Connection: Sendable {
        @usableFromInline let lifetime: Lifetime
        weak let subscription: Subscription?

        init(_ subscription: Subscription) {
            lifetime = subscription.lifetime
            self.subscription = subscription
        }
    }

    @inlinable
    init(_ kind: Any.Type, executor: DeliveryExecutor, conflates: Bool, place: StaticSourcePlace) {
        lanes = BroadcastLanes(conflates: conflates)
        self.kind = kind
        self.place = place
        if case .mainActor = executor {
            hasOtherExecutor = false
        } else {
            hasOtherExecutor = true
            lanes.open().pointee.executor = executor
        }
    }

    /// Where the observers of the scheduled lane are called.
    final var executor: DeliveryExecutor {
        // Where it is another one, the ledger is there from the start, and this in it is not changed.
        hasOtherExecutor ? lanes.ledger?.pointee.executor ?? .mainActor : .mainActor
    }

    /// Whether this thread is where the observers of the scheduled lane are called.
    @inlinable @inline(__always)
    final func isExecutor(_ thread: UInt) -> Bool { !hasOtherExecutor && MainActorDispatcher.isCurrent(thread) }

    /// The connection under way, where this stage shares a source.
    @inlinable
    final var connection: Connection? { lanes.ledger?.pointee.connection }

    /// Whether a connection is the one under way.
    @inlinable @inline(__always)
    final func isConnected(by other: Connection) -> Bool { lanes.ledger?.pointee.connection === other }

    @inlinable @inline(__always)
    final func isScheduled(_ slot: AnySlot) -> Bool { hasOtherExecutor || slot.isMainActor }

    /// Whether a thread that sends may call the observers of the scheduled lane, if there are any.
    @inlinable
    final func servesScheduled(_ thread: UInt) -> Bool { lanes.scheduled.audience > 0 && isExecutor(thread) }

    /// What is to be done after a step.
    @usableFromInline
    enum Outcome { case more, hop, rest }

    /// Offers what is left to those who send meanwhile: the next one goes on with it, and this thread has its own work
    /// back. Called with the lock held, returns with it unless somebody has taken over.
    ///
    /// It does not leave before it has handed out what it has come for itself: who has subscribed has been handed the
    /// value then. And nothing is left lying: while nobody comes, this thread goes on.
    ///
    /// - Parameter own: The number of that.
    @usableFromInline @inline(never)
    final func hasLeft(_ thread: UInt, _ own: UInt64, _ turn: inout DeliveryTurn) -> Bool {
        guard lanes.open().pointee.immediate.latest.number >= own else {
            turn = DeliveryTurn(.sender)
            return false
        }
        lanes.leave(thread)
        lock.unlock()
        yieldThread()
        lock.lockAfterOthers()
        if lanes.immediate.owner != 0 {
            lock.unlock()
            return true
        }
        // It has had its time. From now on it offers that again and again.
        turn = DeliveryTurn(.sender, sharedBy: 40)
        return false
    }

    /// The event that this thread is handing out; see ``BroadcastLanes/underWay(on:)``.
    @usableFromInline
    final var underWay: BroadcastStamp? {
        lock.lock()
        defer { lock.unlock() }
        return lanes.underWay(on: currentThread())
    }

    /// The event that this thread is handing out, as far as nobody had to ask for more.
    final var current: BroadcastStamp? {
        lock.lock()
        defer { lock.unlock() }
        return lanes.current(on: currentThread())
    }

    /// The latest value where a binding begins; see ``BroadcastLanes/takingOver(from:on:)``.
    @usableFromInline
    final func takingOver(from displaced: UInt64) -> BroadcastStamp {
        lock.lock()
        defer { lock.unlock() }
        return lanes.takingOver(from: displaced, on: currentThread())
    }

    /// Notes that the latest value is that of an event elsewhere, too, where a binding of equal values begins.
    @usableFromInline
    final func adopt(_ event: BroadcastStamp) {
        lock.lock()
        lanes.adopt(event)
        lock.unlock()
    }

    /// Whether a value that a binding brings is news here; see ``BroadcastLanes/isNews(_:)``.
    @usableFromInline
    final func isNews(_ event: BroadcastStamp) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        return lanes.isNews(event)
    }

    /// The version of the latest value, or 0.
    @usableFromInline
    final var lastVersion: UInt64 {
        lock.lock()
        defer { lock.unlock() }
        return lanes.lastVersion
    }

    /// Whether anybody observes, or is about to.
    @usableFromInline
    final var hasObservers: Bool {
        lock.lock()
        defer { lock.unlock() }
        return lanes.audience > 0
    }

    @usableFromInline @inline(never)
    final func warnOfFeedback() {
        BindingDiagnostics.warn(.feedback(source: kind, count: BroadcastLanes.nestedLimit, at: place.place))
    }

    /// Takes out an observer whose subscription has ended.
    @usableFromInline
    final func letGo(of slot: AnySlot) {
        lock.lock()
        let isLast = lanes.remove(slot, isScheduled: isScheduled(slot))
        guard isLast, let connection else { return lock.unlock() }
        disconnect()
        connection.lifetime.end()
    }

    // MARK: Watching

    /// Has those who use the value tell the probe that they run under.
    final func beginWatching() {
        lock.lock()
        watchers += 1
        if borrower == 0 { borrower = Self.watchMark }
        lock.unlock()
    }

    final func endWatching() {
        lock.lock()
        watchers -= 1
        if watchers == 0, borrower == Self.watchMark { borrower = 0 }
        lock.unlock()
    }

    // MARK: Observers that stand alone

    /// Ends the subscription of an observer, for whoever has taken its place out of it.
    ///
    /// - Returns: What keeps this source alive, to be released once nobody works on it, and what is to be called.
    final func end(_ slot: AnySlot) -> (owner: AnyObject?, onDisposed: (@Sendable () -> Void)?) {
        lock.lock()
        let owner = slot.takeOwner()
        let onDisposed = leave(slot)
        lock.unlock()
        return (owner, onDisposed)
    }

    /// Ends the subscription of an observer that was told the end of this source.
    @usableFromInline
    final func finish(_ slot: AnySlot) {
        lock.lock()
        // The observer is not to live for as long as somebody keeps a subscription that is over.
        let held = slot.subscription?._withUnsafeGuaranteedRef { $0.take() }
        let owner = held == nil ? nil : slot.takeOwner()
        let onDisposed = leave(slot)
        lock.unlock()
        onDisposed?()
        withExtendedLifetime((held, owner)) {}
    }

    /// Goes on without the subscription of an observer, which nobody holds any more.
    ///
    /// - Returns: What kept this source alive, to be released once nobody works on it.
    final func drop(_ slot: AnySlot) -> AnyObject? {
        lock.lock()
        defer { lock.unlock() }
        slot.subscription = nil
        return slot.takeOwner()
    }

    /// Called under the lock.
    @inline(__always)
    private final func leave(_ slot: AnySlot) -> (@Sendable () -> Void)? {
        slot.subscription = nil
        if slot.isOver { return nil }
        slot.ended.store(true, ordering: .releasing)
        _ = lanes.remove(slot, isScheduled: isScheduled(slot))
        return slot.takeEnd()
    }

    // MARK: The connection

    /// The lifetime of the subscription to the shared source, where there is one.
    final var connectionLifetime: Lifetime? {
        lock.lock()
        defer { lock.unlock() }
        return connection?.lifetime
    }

    /// Leaves the shared source to whoever connects next, with nothing remembered. Called with the lock held, returns
    /// without it.
    @usableFromInline
    func disconnect() {}
}
