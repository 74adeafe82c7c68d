/// Accepts values and delivers each to all observers: the basis of every source with more than one observer.
///
/// This type alone implements the guarantees about order, reentrancy and threads. It locks, asks its bookkeeping
/// (``BroadcastLanes`` and ``BroadcastState``) what to do, unlocks and does it; no user code runs under the lock, and
/// none of the user's objects is released under it.
@usableFromInline
final class Broadcaster<Element: Sendable>: AnyBroadcaster, @unchecked Sendable {
    // Sound as its base class is.
    @usableFromInline let state = BroadcastState<Element>()
    @usableFromInline let memory: ReplayMemory
    /// The latest value, if only that is remembered.
    @exclusivity(unchecked) @usableFromInline var remembered: Element?

    /// - Parameters:
    ///   - kind: The type that the user knows this source as, for warnings.
    ///   - replay: The values that an observer receives when it subscribes.
    ///   - executor: Where the observers of the scheduled lane are called.
    ///   - conflates: Whether the next value replaces one that waits for the executor.
    ///   - place: The declaration of the property whose source this is, for warnings.
    ///   - isSetByProgram: Whether the program sends to it itself.
    @inlinable
    init(
        _ kind: Any.Type,
        replay: ReplayCapacity = .nothing,
        executor: DeliveryExecutor = .mainActor,
        conflates: Bool = false,
        place: StaticSourcePlace = .unknown,
        isSetByProgram: Bool = false
    ) {
        memory = replay.memory
        super.init(kind, executor: executor, conflates: conflates, place: place, isSetByProgram: isSetByProgram)
        if case .last(let limit) = replay { lanes.open().pointee.history = ReplayHistory<Element>(limit) }
    }

    /// A source that holds a value from the start.
    @inlinable
    convenience init(
        _ kind: Any.Type, value: Element, conflates: Bool = false, place: StaticSourcePlace = .unknown
    ) {
        self.init(kind, replay: .latest, conflates: conflates, place: place, isSetByProgram: true)
        remembered = value
    }

    // MARK: Sending

    /// Accepts a value and delivers it, or leaves that to the thread that is delivering.
    @inlinable
    func send(_ element: Element) {
        let thread = currentThread()
        lockWithValue(thread)
        guard !lanes.isTerminated else { return lock.unlock() }
        if concernsOthers { return sendForOthers(element, from: thread) }
        accept(element, from: thread)
    }

    /// Accepts a value from the source that this stage shares, unless that connection is over.
    @inlinable
    func send(_ element: Element, of connection: Connection) {
        let thread = currentThread()
        lock.lock()
        guard isConnected(by: connection) else { return lock.unlock() }
        accept(element, from: thread)
    }

    /// Accepts a value. Called with the lock held, returns without it.
    @inlinable @inline(__always)
    func accept(
        _ element: Element, from thread: UInt, at stamp: BroadcastStamp? = nil, to recipients: Recipients = .all
    ) {
        let displaced = remember(element)
        if lanes.isQuiet {
            let stamp = stamp ?? (lanes.hasBindings ? lanes.stampFromOutside() : nil)
            if lanes.scheduled.audience == 0 {
                deliver(element, thread, at: stamp, to: recipients, servesScheduled: false)
                return withExtendedLifetime(displaced) {}
            }
            if isExecutor(thread) {
                MainActorDispatcher.whileKnownCurrent(thread) {
                    let outer = MainActorDispatcher.beginDelivery()
                    deliver(element, thread, at: stamp, to: recipients, servesScheduled: true)
                    MainActorDispatcher.endDelivery(outer)
                }
                return withExtendedLifetime(displaced) {}
            }
            queue(
                element, from: thread, at: stamp ?? lanes.stampFromOutside(), to: recipients, servesScheduled: false)
        } else {
            queue(element, from: thread, at: stamp, to: recipients, servesScheduled: servesScheduled(thread))
        }
        withExtendedLifetime(displaced) {}
    }

    /// Adds a value to those that wait. Called with the lock held, returns without it.
    @inlinable @inline(never)
    func queue(
        _ element: Element, from thread: UInt, at stamp: BroadcastStamp?, to recipients: Recipients,
        servesScheduled: Bool
    ) {
        let outer = servesScheduled ? MainActorDispatcher.enter(thread) : 0
        let stamp = stamp ?? lanes.stampOfValue(from: thread)
        let displaced = state.accept(element, at: stamp, to: recipients, in: &lanes)
        if lanes.isServed(thread) {
            lock.unlock()
        } else {
            walk(thread, servesScheduled: servesScheduled, isAsked: lanes.scheduled.audience > 0)
        }
        if servesScheduled { MainActorDispatcher.leave(outer) }
        withExtendedLifetime(displaced) {}
    }

    /// Delivers a value that was accepted while the source was quiet. Called with the lock held, returns without it.
    @inlinable @inline(__always)
    func deliver(
        _ element: Element, _ thread: UInt, at stamp: BroadcastStamp?, to recipients: Recipients, servesScheduled: Bool
    ) {
        lanes.begin(thread, at: stamp, servesScheduled: servesScheduled)
        let immediate = lanes.immediate.list.slots
        let scheduled = lanes.scheduled.list.slots
        lock.unlock()
        var metEnded = call(immediate, with: element, to: recipients)
        if servesScheduled, call(scheduled, with: element, to: recipients) { metEnded = true }
        lock.lock()
        if lanes.finish(thread, metEnded: metEnded) {
            lock.unlock()
        } else {
            walk(thread, servesScheduled: servesScheduled)
        }
    }

    @inlinable
    func on(_ event: Event<Element>) {
        switch event {
        case .next(let element): send(element)
        case .error(let error): stop(.error(error))
        case .completed: stop(.completed)
        }
    }

    /// Accepts what a closure makes under the lock: this is how operators with several inputs keep their state
    /// consistent with the order of what they send. The closure must not run user code, not even a deinitializer: it
    /// passes out the values that it displaces.
    @inlinable
    func send(_ make: () -> Emission) {
        let thread = currentThread()
        lock.lock()
        guard !lanes.isTerminated else { return lock.unlock() }
        switch make() {
        case .nothing:
            lock.unlock()
        case .next(let element):
            accept(element, from: thread)
        case .stop(let termination):
            queue(termination, thread)
        }
    }

    /// The event that an operator sends.
    @usableFromInline
    enum Emission {
        case nothing
        case next(Element)
        case stop(Termination)
    }

    /// Delivers what waits, unless this thread is already doing so. Called with the lock held, returns without it.
    @inlinable
    func serve(_ thread: UInt, servesScheduled: Bool) {
        if lanes.isOwner(thread) { lock.unlock() } else { walk(thread, servesScheduled: servesScheduled) }
    }

    /// Delivers until nothing is left, or, as the main actor, for a turn. Called with the lock held, returns without
    /// it.
    ///
    /// - Parameters:
    ///   - servesScheduled: Whether this thread may serve the scheduled lane.
    ///   - isAsked: Whether `servesScheduled` is known. If not, it is found out once something waits in that lane,
    ///     which may happen only after an observer of the immediate lane has subscribed another observer.
    @inlinable @inline(never)
    func walk(_ thread: UInt, servesScheduled: Bool, isAsked: Bool = false) {
        if servesScheduled { return walk(thread, DeliveryTurn(.own)) }
        var turn = DeliveryTurn(.sender)
        // The event that this thread delivers for itself, or a later one.
        let own = lanes.clock
        var isAsked = isAsked
        while true {
            if !isAsked, lanes.waiting(isScheduled: true) > 0 {
                isAsked = true
                if isExecutor(thread) {
                    let outer = MainActorDispatcher.enter(thread)
                    // Any event accepted so far may be this thread's.
                    lanes.open().pointee.lastOwn = lanes.clock
                    walk(thread, DeliveryTurn(.own))
                    return MainActorDispatcher.leave(outer)
                }
            }
            if turn.isOver, offersRest(thread, own, &turn) { return }
            switch act(thread, servesScheduled: false, &turn) {
            case .more: lock.lockAfterOthers()
            case .hop: return hop(isLater: false)
            case .rest: return
            }
        }
    }

    /// Delivers as the executor. Called with the lock held, returns without it.
    @inlinable
    func walk(_ thread: UInt, _ turn: DeliveryTurn) {
        var turn = turn
        while true {
            switch act(thread, servesScheduled: true, &turn) {
            case .more: lock.lockAfterOthers()
            case .hop: return hop(isLater: turn.isOver)
            case .rest: return
            }
        }
    }

    /// Performs the next step. Called with the lock held, returns without it: what the step held is released by then,
    /// so that deinitializers of user objects also run outside of the lock.
    ///
    /// - Returns: Whether there may be more, or the caller has to call the executor; called from there, it needs less
    ///   stack.
    @inlinable
    func act(_ thread: UInt, servesScheduled: Bool, _ turn: inout DeliveryTurn) -> Outcome {
        let step = state.step(for: thread, servesScheduled: servesScheduled, to: lanes.limit(of: turn), in: &lanes)
        let conflates = lanes.conflates
        lock.unlock()
        switch consume step {
        case .next(let element, let slots, let recipients, let stamp, let bindings, let run):
            // For a value that bindings have led to it is worth finding out: the immediate lane does not know its
            // thread.
            let isUnknown = bindings != nil && !MainActorDispatcher.isKnownCurrent(thread)
            let isMainActor = isUnknown && MainActorDispatcher.isCurrent(thread)
            let outer = isMainActor ? MainActorDispatcher.enter(thread) : 0
            let isDelivery = MainActorDispatcher.isKnownCurrent(thread)
            let outerDelivery = isDelivery ? MainActorDispatcher.beginDelivery() : 0
            if isDelivery, stamp.isForeign, !stamp.isNested { MainActorDispatcher.beginNewDelivery() }
            let outerBindings = isDelivery ? MainActorDispatcher.bindings : nil
            if isDelivery { MainActorDispatcher.bindings = bindings }
            if stamp.isForeign { turn.count(isLast: conflates) }
            var metEnded = call(slots, with: element, to: recipients)
            if let run, deliver(run, &turn, isDelivery ? outerDelivery : nil) { metEnded = true }
            if metEnded { noteEnded(thread) }
            if isDelivery {
                MainActorDispatcher.bindings = outerBindings
                MainActorDispatcher.endDelivery(outerDelivery)
            }
            if isMainActor { MainActorDispatcher.leave(outer) }
        case .stop(let termination, let slots):
            let isDelivery = MainActorDispatcher.isKnownCurrent(thread)
            let outerDelivery = isDelivery ? MainActorDispatcher.beginDelivery() : 0
            for slot in slots where !slot.isOver {
                finish(unsafeDowncast(slot, to: Slot<Element>.self), termination)
            }
            if isDelivery { MainActorDispatcher.endDelivery(outerDelivery) }
        case .replay(let events, let slot):
            replay(events, to: slot)
        case .release(let slots):
            release(slots)
        case .warn:
            warnOfFeedback()
        case .hop:
            return .hop
        case .rest:
            return .rest
        }
        return .more
    }

    /// Delivers the values of a run.
    ///
    /// - Parameter outer: The delivery around this one, if this thread is known to be on the main actor, where each of
    ///   the values is a delivery by itself.
    /// - Returns: Whether an ended subscription was met.
    @inlinable
    func deliver(
        _ run: BroadcastState<Element>.Run, _ turn: inout DeliveryTurn, _ outer: UInt64?
    ) -> Bool {
        var metEnded = false
        while true {
            turn.count()
            guard !turn.isOver, let (element, slots) = run.next() else { return metEnded }
            if let outer {
                MainActorDispatcher.endDelivery(outer)
                MainActorDispatcher.beginNewDelivery()
            }
            if call(slots, with: element) { metEnded = true }
        }
    }

    @usableFromInline @inline(never)
    func noteEnded(_ thread: UInt) {
        lock.lock()
        lanes.noteEnded(thread)
        lock.unlock()
    }

    /// Calls the observers of a lane, without reference counting for each: only the lane's owner changes the list.
    ///
    /// - Returns: Whether an ended subscription was met.
    @inlinable @inline(__always)
    func call(_ slots: SlotList.Slots, with element: Element, to recipients: Recipients = .all) -> Bool {
        var metEnded = false
        if let first = slots.first { metEnded = call(first, with: element, to: recipients) }
        for reference in slots.others {
            if let reference, call(reference, with: element, to: recipients) { metEnded = true }
        }
        return metEnded
    }

    /// Calls an observer.
    ///
    /// - Returns: Whether its subscription has ended.
    @inlinable @inline(__always)
    func call(_ reference: SlotList.Reference, with element: Element, to recipients: Recipients) -> Bool {
        reference._withUnsafeGuaranteedRef { slot in
            if slot.isOver { return true }
            if recipients.include(slot) {
                unsafeDowncast(slot, to: Slot<Element>.self).next(element)
            }
            return false
        }
    }

    /// Makes the executor serve the scheduled lane.
    ///
    /// - Parameter isLater: Whether a turn of the main actor is over, so that other work that waits for it runs first.
    @usableFromInline @inline(never)
    func hop(isLater: Bool) {
        switch executor {
        case .other(let run, onMainActor: false): run { self.arrive(DeliveryTurn(.elsewhere)) }
        case .other(let run, onMainActor: true) where !isLater: run { self.arrive(DeliveryTurn(.arrival)) }
        case .mainActor, .other: MainActorDispatcher.postTurn { self.arrive($0) }
        }
    }

    private func arrive(_ turn: DeliveryTurn) {
        let thread = currentThread()
        lock.lock()
        lanes.open().pointee.isHopUnderWay = false
        if lanes.isOwner(thread) { return lock.unlock() }
        walk(thread, turn)
    }

    // MARK: Overridden

    @usableFromInline
    override func makeDependency() -> SourceDependency {
        SourceDependency(equality: PartEquality(Element.self).map { SubscriptionLocal($0) }, place)
    }

    @usableFromInline
    override func serveHeld() { serveHeldValues() }

    override var valueSize: Int { MemoryLayout<Element>.size }

    @usableFromInline
    override func disconnect() {
        let forgotten = forgetConnection()
        lock.unlock()
        withExtendedLifetime(forgotten) {}
    }
}
