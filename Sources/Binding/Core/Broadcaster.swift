/// Where a broadcaster calls the observers of its away lane.
@usableFromInline
enum AwayExecutor: Sendable {
    case mainActor
    /// Anything that runs an action some time: a scheduler.
    case other(@Sendable (@escaping @Sendable () -> Void) -> Void)

    @inlinable
    func isInside(_ thread: UInt) -> Bool {
        switch self {
        case .mainActor: MainActorDoor.isInside(thread)
        case .other: false
        }
    }
}

/// Takes values in and hands each to all observers: what every source with more than one observer is built on.
///
/// This type alone carries the guarantees about order, re-entrancy and threads. It locks, asks its ``BroadcastState``
/// what is to be done, unlocks and does it; no code of the user runs under the lock, and nothing of the user's is
/// released under it.
@usableFromInline
final class Broadcaster<Element: Sendable>: @unchecked Sendable {
    // Sound: all mutable properties, and what `state` points to, are touched under `lock` only.
    @usableFromInline let lock = Lock()
    /// Behind a pointer, because each access to a mutable property of a class is checked for exclusivity, which the
    /// lock guarantees here.
    @usableFromInline let state: UnsafeMutablePointer<BroadcastState<Element>>
    @usableFromInline let executor: AwayExecutor
    @usableFromInline let kind: Any.Type
    /// Where the property stands whose source this is.
    let place: NotedPlace?
    #if DEBUG
        let liveObject = LiveObject(.broadcaster)
    #endif

    /// Held for as long as somebody has the value on loan, so that others can wait for it to come back.
    @usableFromInline let lending = Lock()
    /// The thread that has the value on loan, or 0.
    @usableFromInline var borrower: UInt = 0

    /// The connection under way. Those who observe hold the subscription itself, so that a source that is dropped with
    /// all of its observers is not held by them in a circle.
    @usableFromInline var connection: Lifetime?
    @usableFromInline weak var connectionSubscription: Subscription?

    /// - Parameters:
    ///   - kind: The type that the user knows this source as, for warnings.
    ///   - replay: What an observer is handed when it subscribes.
    ///   - executor: Where the observers of the away lane are called.
    ///   - place: Where the property stands whose source this is, for warnings.
    @usableFromInline
    init(
        _ kind: Any.Type,
        replay: ReplayMemory<Element>.Capacity = .nothing,
        executor: AwayExecutor = .mainActor,
        place: NotedPlace? = nil
    ) {
        self.kind = kind
        self.place = place
        self.executor = executor
        state = .allocate(capacity: 1)
        state.initialize(to: BroadcastState(replay: replay))
    }

    /// A source that holds a value from the start.
    @usableFromInline
    convenience init(_ kind: Any.Type, value: Element, place: NotedPlace? = nil) {
        self.init(kind, replay: .latest, place: place)
        state.pointee.memory.latest = value
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }

    // MARK: Sending

    /// Takes a value in and hands it out, or leaves that to whoever is at it.
    @inlinable
    func send(_ element: Element) {
        let thread = currentThread()
        lockWithValue(thread)
        guard state.pointee.termination == nil else { return lock.unlock() }
        accept(element, from: thread)
    }

    /// Takes in a value from the source that this stage shares, unless that connection is over.
    @inlinable
    func send(_ element: Element, of connection: Lifetime) {
        let thread = currentThread()
        lock.lock()
        guard self.connection === connection else { return lock.unlock() }
        accept(element, from: thread)
    }

    @inlinable @inline(__always)
    func accept(_ element: Element, from thread: UInt) {
        let displaced = state.pointee.memory.remember(element)
        if state.pointee.isQuiet {
            if state.pointee.away.audience == 0 {
                deliver(element, thread, servesAway: false)
                return withExtendedLifetime(displaced) {}
            }
            if executor.isInside(thread) {
                MainActorDoor.whileKnownInside(thread) { deliver(element, thread, servesAway: true) }
                return withExtendedLifetime(displaced) {}
            }
        }
        let stamp = state.pointee.stamp(from: thread)
        state.pointee.accept(element, at: stamp, except: nil)
        serve(thread)
        withExtendedLifetime(displaced) {}
    }

    /// Hands a value out that came while all was quiet. Called with the lock held, returns without it.
    @inlinable @inline(__always)
    func deliver(_ element: Element, _ thread: UInt, servesAway: Bool) {
        state.pointee.begin(thread, servesAway: servesAway)
        let here = state.pointee.here.list.slots
        let away = state.pointee.away.list.slots
        lock.unlock()
        var metEnded = call(here, with: element)
        if servesAway, call(away, with: element) { metEnded = true }
        lock.lock()
        if state.pointee.finish(thread, metEnded: metEnded) {
            lock.unlock()
        } else {
            walk(thread, servesAway: servesAway)
        }
    }

    /// Takes a value in that one observer is not to be called with.
    ///
    /// - Parameter isAccepted: Told when the value would be accepted and what it follows from, under the lock; says
    ///   whether it is to be.
    func send(
        _ element: Element, except slot: Slot<Element>?, if isAccepted: (BroadcastState<Element>.Stamp) -> Bool
    ) {
        let thread = currentThread()
        lockWithValue(thread)
        guard state.pointee.termination == nil else { return lock.unlock() }
        let stamp = state.pointee.stamp(from: thread)
        guard isAccepted(stamp) else { return lock.unlock() }
        let displaced = state.pointee.memory.remember(element)
        state.pointee.accept(element, at: stamp, except: slot)
        serve(thread)
        withExtendedLifetime(displaced) {}
    }

    /// The event that this thread is handing out, if it is.
    var underWay: BroadcastState<Element>.Stamp? {
        let thread = currentThread()
        lock.lock()
        defer { lock.unlock() }
        return state.pointee.current(on: thread)
    }

    /// Takes in the end.
    @usableFromInline
    func stop(_ termination: Termination) {
        let thread = currentThread()
        lockWithValue(thread)
        guard state.pointee.termination == nil else { return lock.unlock() }
        state.pointee.accept(termination, from: thread)
        serve(thread)
    }

    /// Takes in the end of the source that this stage shares. Whoever subscribes later connects anew.
    @usableFromInline
    func stop(_ termination: Termination, of connection: Lifetime) {
        let thread = currentThread()
        lock.lock()
        guard self.connection === connection else { return lock.unlock() }
        state.pointee.accept(termination, from: thread)
        let forgotten = forgetConnection()
        serve(thread)
        connection.end()
        withExtendedLifetime(forgotten) {}
    }

    @inlinable
    func on(_ event: Event<Element>) {
        switch event {
        case .next(let element): send(element)
        case .error(let error): stop(.error(error))
        case .completed: stop(.completed)
        }
    }

    /// Takes in what a closure makes under the lock: how operators with several inputs keep their state and the order
    /// of what they send in step. The closure runs no code of the user,
    /// not even a deinitialiser: what it displaces it hands out of itself.
    @inlinable
    func send(_ make: () -> Output) {
        let thread = currentThread()
        lock.lock()
        guard state.pointee.termination == nil else { return lock.unlock() }
        switch make() {
        case .nothing:
            lock.unlock()
        case .next(let element):
            accept(element, from: thread)
        case .stop(let termination):
            state.pointee.accept(termination, from: thread)
            serve(thread)
        }
    }

    /// What an operator sends on.
    @usableFromInline
    enum Output {
        case nothing
        case next(Element)
        case stop(Termination)
    }

    /// Hands out what is there, if nobody else does. Called with the lock held, returns without it.
    @inlinable
    func serve(_ thread: UInt) {
        if state.pointee.isOwner(thread) { lock.unlock() } else { walk(thread, servesAway: false) }
    }

    /// Hands out until nothing is left. Called with the lock held, returns without it.
    ///
    /// Whether this thread may serve the away lane is asked when there is something in it, which may not be before an
    /// observer of the other lane has subscribed another one.
    @inlinable
    func walk(_ thread: UInt, servesAway: Bool) {
        while true {
            if !servesAway, !state.pointee.away.queue.isEmpty, executor.isInside(thread) {
                return MainActorDoor.whileKnownInside(thread) { walk(thread, servesAway: true) }
            }
            guard act(thread, servesAway: servesAway) else { return }
            lock.lock()
        }
    }

    /// Does the next thing. Called with the lock held, returns without it: what the step held is released by then, so
    /// that the deinitialisers of the user's things run outside of the lock, too.
    ///
    /// - Returns: Whether there may be more.
    @inlinable
    func act(_ thread: UInt, servesAway: Bool) -> Bool {
        let step = state.pointee.step(for: thread, servesAway: servesAway)
        lock.unlock()
        switch step {
        case .next(let element, let slots, let except):
            if call(slots, with: element, except: except) { noteEnded(thread) }
        case .stop(let termination, let slots):
            for slot in slots where !slot.lifetime.isEnded { slot.stop(termination) }
        case .replay(let events, let slot):
            for event in events { slot.on(event) }
        case .release(let slots):
            release(slots)
        case .warn:
            warnOfFeedback()
        case .hop:
            hop()
            return false
        case .rest:
            return false
        }
        return true
    }

    @usableFromInline @inline(never)
    func warnOfFeedback() {
        let count = BroadcastState<Element>.nestedLimit
        BindingDiagnostics.warn(.feedback(source: kind, count: count, at: place?.place))
    }

    /// Whether anybody observes, or is about to.
    @usableFromInline
    var hasObservers: Bool {
        lock.lock()
        defer { lock.unlock() }
        return state.pointee.audience > 0
    }

    @usableFromInline @inline(never)
    func noteEnded(_ thread: UInt) {
        lock.lock()
        state.pointee.noteEnded(thread)
        lock.unlock()
    }

    /// Calls the observers of a lane, without a reference count for each: its owner alone changes the list.
    ///
    /// - Returns: Whether an ended subscription was met.
    @inlinable @inline(__always)
    func call(
        _ slots: BroadcastState<Element>.Slots, with element: Element, except: Slot<Element>? = nil
    ) -> Bool {
        var metEnded = false
        for reference in slots {
            guard let reference else { continue }
            reference._withUnsafeGuaranteedRef { slot in
                if slot.lifetime.isEnded { metEnded = true } else if slot !== except { slot.next(element) }
            }
        }
        return metEnded
    }

    /// Lets go of observers, and of the shared source with the last one.
    @usableFromInline @inline(never)
    func release(_ slots: [Slot<Element>]) {
        lock.lock()
        let outgoing = state.pointee.audience == 0 ? forgetConnection() : nil
        lock.unlock()
        outgoing?.connection.end()
        withExtendedLifetime((slots, outgoing)) {}
    }

    @usableFromInline @inline(never)
    func hop() {
        switch executor {
        case .mainActor: MainActorDoor.enter { self.arrive() }
        case .other(let run): run { self.arrive() }
        }
    }

    private func arrive() {
        let thread = currentThread()
        lock.lock()
        state.pointee.isHopUnderWay = false
        if state.pointee.isOwner(thread) { return lock.unlock() }
        walk(thread, servesAway: true)
    }

    // MARK: The value that it remembers

    /// Takes the lock, once nobody has the value on loan.
    @inlinable @inline(__always)
    func lockWithValue(_ thread: UInt) {
        lock.lock()
        if borrower != 0 { waitForValue(thread) }
    }

    @usableFromInline @inline(never)
    func waitForValue(_ thread: UInt) {
        while borrower != 0 {
            precondition(
                borrower != thread,
                """
                Binding: overlapping accesses to a \(kind). The closure given to `modify`, or the expression that \
                changes the property in place, reads or sets the same relay. Use the `inout` value there instead.
                """)
            lock.unlock()
            lending.lock()
            lending.unlock()
            lock.lock()
        }
    }

    /// The latest value of a source that remembers one.
    @inlinable
    var latest: Element? {
        lockWithValue(currentThread())
        defer { lock.unlock() }
        return state.pointee.memory.latest
    }

    /// Lends out the latest value of a source that was given one at the start. Whoever wants to read or to send waits
    /// until it is given back; what is being handed out meanwhile goes on.
    @inlinable
    func borrow() -> Element {
        let thread = currentThread()
        while true {
            lockWithValue(thread)
            if lending.tryLock() { break }
            // Another thread gives the value back at this moment, or waits for it.
            lock.unlock()
            yieldThread()
        }
        borrower = thread
        // Present: such a source is created with a value and never forgets it.
        let value = state.pointee.memory.latest.take()!
        lock.unlock()
        return value
    }

    /// Takes back what was lent out, as a value sent.
    @inlinable
    func giveBack(_ element: Element) {
        let thread = currentThread()
        lock.lock()
        borrower = 0
        lending.unlock()
        accept(element, from: thread)
    }

    // MARK: Observers

    @inlinable
    func isAway(_ slot: Slot<Element>) -> Bool {
        if case .other = executor { true } else { slot.isMainActor }
    }

    /// Takes in an observer. What the source remembers has been handed to it when this returns, where it may be called
    /// from here.
    ///
    /// - Parameters:
    ///   - source: What the user knows as the source; the subscription keeps it alive.
    ///   - connect: Connects to the source that this stage shares. Called for the first observer; what it is given is
    ///     ended when the last one is gone. The stage does not keep it: the source holds the stage.
    /// - Complexity: O(1) amortised, and what is replayed.
    @inlinable
    func attach(
        _ sink: Sink<Element>, _ subscription: Subscription, source: AnyObject? = nil,
        connect: ((Subscription) -> Void)? = nil
    ) {
        attach(Slot(sink, lifetime: subscription.lifetime), subscription, source: source, connect: connect)
    }

    /// Takes in an observer whose place was made before.
    @inlinable
    func attach(
        _ slot: Slot<Element>, _ subscription: Subscription, source: AnyObject?,
        connect: ((Subscription) -> Void)? = nil
    ) {
        let isAway = isAway(slot)
        let thread = currentThread()
        let servesAway = isAway && executor.isInside(thread)
        subscription.joined(source) { [self] in remove(slot) }

        lockWithValue(thread)
        let joined = connect == nil ? nil : join()
        switch state.pointee.subscribe(slot, from: thread, isAway: isAway, servesAway: servesAway) {
        case .queued:
            serve(thread)
        case .replay(let events):
            lock.unlock()
            for event in events { slot.on(event) }
            lockWithValue(thread)
            state.pointee.finishJoining(slot, from: thread, isAway: isAway)
            serve(thread)
        }
        if let connection = joined?.connection {
            subscription.hold(connection)
            if joined?.isNew == true { connect?(connection) }
        }
        // Disposed of meanwhile, perhaps before it was counted.
        if slot.lifetime.isEnded { remove(slot) }
    }

    /// The connection to the shared source, and whether it is yet to be made.
    @usableFromInline
    func join() -> (connection: Subscription?, isNew: Bool) {
        if connection != nil { return (connectionSubscription, false) }
        let new = Subscription()
        connection = new.lifetime
        connectionSubscription = new
        return (new, true)
    }

    @inlinable
    func remove(_ slot: Slot<Element>) {
        lock.lock()
        let isLast = state.pointee.remove(slot, isAway: isAway(slot))
        let outgoing = isLast && connection != nil ? forgetConnection() : nil
        lock.unlock()
        if let outgoing { outgoing.connection.end() }
    }

    /// Leaves the shared source to whoever connects next, with nothing remembered.
    @usableFromInline
    func forgetConnection() -> (connection: Lifetime, memory: ReplayMemory<Element>)? {
        guard let connection else { return nil }
        self.connection = nil
        connectionSubscription = nil
        return (connection, state.pointee.reset())
    }
}

extension Broadcaster {
    /// The latest value and how the source ended, if it has, from one moment.
    var latestAndEnd: (Element?, Termination?) {
        lockWithValue(currentThread())
        defer { lock.unlock() }
        return (state.pointee.memory.latest, state.pointee.termination)
    }
}

extension Broadcaster {
    /// What it sends, as the sequence of the relay or the subject that it serves. Subscriptions keep that one alive.
    @inlinable
    func observable(of source: AnyObject & Sendable) -> Observable<Element> {
        Observable(servesMainActor: true) { [self] down, subscription in
            attach(down, subscription, source: source)
        }
    }
}
