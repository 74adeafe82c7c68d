internal import CBindingPlatform

/// Where a broadcaster calls the observers of its scheduled lane.
@usableFromInline
enum DeliveryExecutor: Sendable {
    case mainActor
    /// Anything that runs an action at some time: a scheduler, perhaps one of the main actor.
    case other(@Sendable (@escaping @Sendable () -> Void) -> Void, onMainActor: Bool)
}

/// An executor that is not the main actor's, which few sources have.
@usableFromInline
final class OtherExecutor: Sendable {
    let executor: DeliveryExecutor

    @usableFromInline
    init(_ executor: DeliveryExecutor) {
        self.executor = executor
    }
}

/// The part of a source that does not depend on the type of its values: its observers, and where and in what order they
/// are called.
///
/// It is not generic for the same reason as ``BroadcastLanes``: a subscription that ends needs this part only.
@usableFromInline
class AnyBroadcaster: @unchecked Sendable {
    // Sound: all mutable properties are accessed under `lock` only, but for the audience, which is atomic. Therefore they need
    // no check for exclusive access.
    @usableFromInline final let lock = Lock()
    /// Held while the value is borrowed, so that other threads can wait for its return.
    @usableFromInline final let lending = Lock()
    /// The thread that has borrowed the value, or 0; ``watchMark`` if no thread has, and the source is watched.
    @exclusivity(unchecked) @usableFromInline final var borrower: UInt = 0
    @exclusivity(unchecked) @usableFromInline final var lanes: BroadcastLanes
    /// The type that the user knows this source as, for warnings.
    @usableFromInline final let kind: Any.Type
    /// The declaration of the property whose source this is.
    @usableFromInline final let place: StaticSourcePlace
    /// The number of ``AccessProbe``s that watch accesses to the value.
    @exclusivity(unchecked) @usableFromInline final var watchers: UInt16 = 0
    /// Whether the observers of the scheduled lane are called by another executor than the main actor.
    @usableFromInline final let hasOtherExecutor: Bool
    #if DEBUG
        @usableFromInline final let liveObject = LiveObject(.broadcaster)
    #endif

    /// The number of no thread, so that an access to the value needs a single check.
    @inlinable @inline(__always)
    static var watchMark: UInt { 1 }

    @inlinable
    init(
        _ kind: Any.Type, executor: DeliveryExecutor, conflates: Bool, place: StaticSourcePlace, isSetByProgram: Bool
    ) {
        lanes = BroadcastLanes(conflates: conflates, isSetByProgram: isSetByProgram)
        self.kind = kind
        self.place = place
        if case .mainActor = executor {
            hasOtherExecutor = false
        } else {
            hasOtherExecutor = true
            lanes.open().pointee.executor = OtherExecutor(executor)
        }
    }

    /// Where the observers of the scheduled lane are called.
    final var executor: DeliveryExecutor {
        // If it is another one, the ledger exists from the start, and its executor is not changed.
        hasOtherExecutor ? lanes.ledger?.pointee.executor?.executor ?? .mainActor : .mainActor
    }

    /// Whether the observers of the scheduled lane are called on this thread.
    @inlinable @inline(__always)
    final func isExecutor(_ thread: UInt) -> Bool { !hasOtherExecutor && MainActorDispatcher.isCurrent(thread) }

    /// The position of the latest event; `nil` while code on this thread has borrowed the value, so that nothing else on it may
    /// access the value.
    final var position: UInt64? {
        lock.lock()
        defer { lock.unlock() }
        return borrower == currentThread() ? nil : lanes.clock
    }

    /// The size of a value, in bytes.
    var valueSize: Int { 0 }

    /// Whether another thread has sent the latest event, which waits for this one.
    final var isLatestForeign: Bool {
        lock.lock()
        defer { lock.unlock() }
        guard let ledger = lanes.ledger else { return false }
        return lanes.waiting(isScheduled: true) > 0 && ledger.pointee.lastOwn < lanes.clock
    }

    /// The current connection, if this stage shares a source.
    @inlinable
    final var connection: Connection? { lanes.ledger?.pointee.connection }

    /// Whether a connection is the current one.
    @inlinable @inline(__always)
    final func isConnected(by other: Connection) -> Bool { lanes.ledger?.pointee.connection === other }

    @inlinable @inline(__always)
    final func isScheduled(_ slot: AnySlot) -> Bool { hasOtherExecutor || slot.isMainActor }

    /// Whether a thread that sends may call the observers of the scheduled lane, if there are any.
    @inlinable
    final func servesScheduled(_ thread: UInt) -> Bool { lanes.scheduled.audience > 0 && isExecutor(thread) }

    /// What to do after a step.
    @usableFromInline
    enum Outcome { case more, hop, rest }

    /// Offers the rest to threads that send meanwhile: the next one continues with it, and this thread returns to its
    /// own work. Called with the lock held, returns with it unless another thread has taken over.
    ///
    /// It does not leave before it has delivered its own event, so that a new observer has received its value then. And
    /// nothing is left undelivered: until another thread takes over, this one continues.
    ///
    /// - Parameter own: The number of its own event.
    @usableFromInline @inline(never)
    final func offersRest(_ thread: UInt, _ own: UInt64, _ turn: inout DeliveryTurn) -> Bool {
        guard lanes.latest(isScheduled: false).number >= own else {
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
        // Its turn is over. From now on it makes this offer repeatedly.
        turn = DeliveryTurn(.sender, sharedBy: 40)
        return false
    }

    /// The event that this thread is delivering, and its versions if that is in the scheduled lane.
    @usableFromInline
    final var current: (position: EventPosition, versions: EventVersions)? {
        lock.lock()
        defer { lock.unlock() }
        return lanes.current(on: currentThread()).map { ($0, lanes.ledger?.pointee.current ?? .none) }
    }

    /// Whether there are observers, or some are about to be added.
    @usableFromInline
    final var hasObservers: Bool { lanes.audience > 0 }

    @usableFromInline @inline(never)
    final func warnOfFeedback() {
        BindingDiagnostics.warn(.feedback(source: kind, count: BroadcastLanes.nestedLimit, at: place.place))
    }

    /// Removes an observer whose subscription has ended, or has moved to another source.
    @usableFromInline
    final func letGo(of slot: AnySlot) {
        lock.lock()
        slot.ended.store(true, ordering: .releasing)
        let isLast = lanes.remove(slot, isScheduled: isScheduled(slot))
        guard isLast, let connection else { return lock.unlock() }
        disconnect()
        connection.lifetime.end()
    }

    // MARK: Watching

    /// Makes accesses to the value report to the current probe.
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

    /// Ends the subscription of an observer, for the caller that has taken its slot.
    ///
    /// - Returns: The owner that keeps this source alive, to be released once the source is no longer used, and the
    ///   closure to call.
    final func end(_ slot: AnySlot) -> (owner: AnyObject?, onDisposed: (@Sendable () -> Void)?) {
        lock.lock()
        let owner = slot.takeOwner()
        let onDisposed = leave(slot)
        lock.unlock()
        return (owner, onDisposed)
    }

    /// Ends the subscription of an observer that has received the end of this source.
    @usableFromInline
    final func finish(_ slot: AnySlot) {
        lock.lock()
        // A subscription that is over must not keep the observer alive.
        let held = slot.subscription?._withUnsafeGuaranteedRef { $0.take() }
        let owner = held == nil ? nil : slot.takeOwner()
        let onDisposed = leave(slot)
        lock.unlock()
        onDisposed?()
        withExtendedLifetime((held, owner)) {}
    }

    /// Continues without the subscription of an observer, now that it has been released.
    ///
    /// - Returns: The owner that kept this source alive, to be released once the source is no longer used.
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

    // MARK: Derived values

    /// Becomes a part of the graph. Called on the main actor, and so by one thread at a time.
    @usableFromInline
    final func beginTracking() {
        let new = makeDependency()
        lock.lock()
        lanes.open().pointee.dependency = .passRetained(new)
        lock.unlock()
        if binding_inspects() { Inspection.note(new, of: self) }
    }

    @usableFromInline
    func makeDependency() -> SourceDependency { SourceDependency(equality: nil, place) }

    /// Delivers what was held.
    @usableFromInline
    func serveHeld() {}

    // MARK: The connection

    /// Forgets the connection and the remembered values, for the next observer to connect anew. Called with the lock
    /// held, returns without it.
    @usableFromInline
    func disconnect() {}
}
