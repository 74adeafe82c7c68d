/// Takes values in and hands each to all observers: what every source with more than one observer is built on.
///
/// This type alone carries the guarantees about order, re-entrancy and threads. It locks, asks its bookkeeping
/// (``BroadcastLanes`` and ``BroadcastState``) what is to be done, unlocks and does it; no code of the user runs under
/// the lock, and nothing of the user's is released under it.
@usableFromInline
final class Broadcaster<Element: Sendable>: AnyBroadcaster, @unchecked Sendable {
    // Sound as its base class is.
    @exclusivity(unchecked) @usableFromInline var state = BroadcastState<Element>()

    // One by one, because code that is not specialised has to ask the runtime for the type of a structure of them.

    @usableFromInline let capacity: ReplayCapacity
    /// The latest value, where that is all that is remembered.
    @exclusivity(unchecked) @usableFromInline var remembered: Element?
    /// The latest values, where it is more.
    @exclusivity(unchecked) @usableFromInline var history: ReplayHistory<Element>?

    /// - Parameters:
    ///   - kind: The type that the user knows this source as, for warnings.
    ///   - replay: What an observer is handed when it subscribes.
    ///   - executor: Where the observers of the away lane are called.
    ///   - place: Where the property stands whose source this is, for warnings.
    @inlinable
    init(
        _ kind: Any.Type,
        replay: ReplayCapacity = .nothing,
        executor: AwayExecutor = .mainActor,
        place: NotedPlace? = nil
    ) {
        capacity = replay
        if case .last = replay { history = ReplayHistory() }
        super.init(kind, executor: executor, place: place)
    }

    /// A source that holds a value from the start.
    @inlinable
    convenience init(_ kind: Any.Type, value: Element, place: NotedPlace? = nil) {
        self.init(kind, replay: .latest, place: place)
        remembered = value
    }

    // MARK: Sending

    /// Takes a value in and hands it out, or leaves that to whoever is at it.
    @inlinable
    func send(_ element: Element) {
        let thread = currentThread()
        lockWithValue(thread)
        guard lanes.termination == nil else { return lock.unlock() }
        accept(element, from: thread)
    }

    /// Takes in a value from the source that this stage shares, unless that connection is over.
    @inlinable
    func send(_ element: Element, of connection: Connection) {
        let thread = currentThread()
        lock.lock()
        guard self.connection === connection else { return lock.unlock() }
        accept(element, from: thread)
    }

    /// Takes a value in that one observer is not to be called with.
    ///
    /// - Parameter isAccepted: Told when the value would be accepted and what it follows from, under the lock; says
    ///   whether it is to be.
    func send(_ element: Element, except slot: AnySlot?, if isAccepted: (BroadcastStamp) -> Bool) {
        let thread = currentThread()
        lockWithValue(thread)
        guard lanes.termination == nil else { return lock.unlock() }
        let stamp = lanes.stamp(from: thread)
        guard isAccepted(stamp) else { return lock.unlock() }
        accept(element, from: thread, at: stamp, except: slot)
    }

    /// Takes in a value. Called with the lock held, returns without it.
    @inlinable @inline(__always)
    func accept(
        _ element: Element, from thread: UInt, at stamp: BroadcastStamp? = nil, except: AnySlot? = nil
    ) {
        let displaced = remember(element)
        if lanes.isQuiet {
            let stamp = stamp ?? lanes.stampFromOutside()
            if lanes.away.audience == 0 {
                deliver(element, thread, at: stamp, except: except, servesAway: false)
                return withExtendedLifetime(displaced) {}
            }
            if executor.isInside(thread) {
                MainActorDoor.whileKnownInside(thread) {
                    deliver(element, thread, at: stamp, except: except, servesAway: true)
                }
                return withExtendedLifetime(displaced) {}
            }
            state.accept(element, at: stamp, except: except, in: &lanes)
        } else {
            state.accept(element, at: stamp ?? lanes.stamp(from: thread), except: except, in: &lanes)
        }
        serve(thread)
        withExtendedLifetime(displaced) {}
    }

    /// Hands a value out that came while all was quiet. Called with the lock held, returns without it.
    @inlinable @inline(__always)
    func deliver(
        _ element: Element, _ thread: UInt, at stamp: BroadcastStamp, except: AnySlot?, servesAway: Bool
    ) {
        lanes.begin(thread, at: stamp, servesAway: servesAway)
        let here = lanes.here.list.slots
        let away = lanes.away.list.slots
        lock.unlock()
        var metEnded = call(here, with: element, except: except)
        if servesAway, call(away, with: element, except: except) { metEnded = true }
        lock.lock()
        if lanes.finish(thread, metEnded: metEnded) {
            lock.unlock()
        } else {
            walk(thread, servesAway: servesAway)
        }
    }

    /// Takes in the end.
    @usableFromInline
    func stop(_ termination: Termination) {
        let thread = currentThread()
        lockWithValue(thread)
        guard lanes.termination == nil else { return lock.unlock() }
        state.accept(termination, from: thread, in: &lanes)
        serve(thread)
    }

    /// Takes in the end of the source that this stage shares. Whoever subscribes later connects anew.
    @usableFromInline
    func stop(_ termination: Termination, of connection: Connection) {
        let thread = currentThread()
        lock.lock()
        guard self.connection === connection else { return lock.unlock() }
        state.accept(termination, from: thread, in: &lanes)
        let forgotten = forgetConnection()
        serve(thread)
        connection.lifetime.end()
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
        guard lanes.termination == nil else { return lock.unlock() }
        switch make() {
        case .nothing:
            lock.unlock()
        case .next(let element):
            accept(element, from: thread)
        case .stop(let termination):
            state.accept(termination, from: thread, in: &lanes)
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
        if lanes.isOwner(thread) { lock.unlock() } else { walk(thread, servesAway: false) }
    }

    /// Hands out until nothing is left. Called with the lock held, returns without it.
    ///
    /// Whether this thread may serve the away lane is asked when there is something in it, which may not be before an
    /// observer of the other lane has subscribed another one.
    @inlinable
    func walk(_ thread: UInt, servesAway: Bool) {
        while true {
            if !servesAway, lanes.away.waiting > 0, executor.isInside(thread) {
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
        let step = state.step(for: thread, servesAway: servesAway, in: &lanes)
        lock.unlock()
        switch step {
        case .next(let element, let slots, let except):
            if call(slots, with: element, except: except) { noteEnded(thread) }
        case .stop(let termination, let slots):
            for slot in slots where !slot.isOver {
                finish(unsafeDowncast(slot, to: Slot<Element>.self), termination)
            }
        case .replay(let events, let slot):
            replay(events, to: slot)
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

    /// Hands events to one observer.
    @usableFromInline
    func replay(_ events: [Event<Element>], to slot: Slot<Element>) {
        for event in events where !slot.isOver {
            switch event {
            case .next(let element): slot.next(element)
            case .error(let error): finish(slot, .error(error))
            case .completed: finish(slot, .completed)
            }
        }
    }

    /// Tells an observer that it is over.
    @usableFromInline
    func finish(_ slot: Slot<Element>, _ termination: Termination) {
        slot.stop(termination)
        if slot.chain == nil { finish(slot) }
    }

    @usableFromInline @inline(never)
    func noteEnded(_ thread: UInt) {
        lock.lock()
        lanes.noteEnded(thread)
        lock.unlock()
    }

    /// Calls the observers of a lane, without a reference count for each: its owner alone changes the list.
    ///
    /// - Returns: Whether an ended subscription was met.
    @inlinable @inline(__always)
    func call(_ slots: SlotList.Slots, with element: Element, except: AnySlot? = nil) -> Bool {
        var metEnded = false
        if let first = slots.first { metEnded = call(first, with: element, except: except) }
        for reference in slots.others {
            if let reference, call(reference, with: element, except: except) { metEnded = true }
        }
        return metEnded
    }

    /// Calls an observer.
    ///
    /// - Returns: Whether its subscription has ended.
    @inlinable @inline(__always)
    func call(_ reference: SlotList.Reference, with element: Element, except: AnySlot?) -> Bool {
        reference._withUnsafeGuaranteedRef { slot in
            if slot.isOver { return true }
            if slot !== except { unsafeDowncast(slot, to: Slot<Element>.self).next(element) }
            return false
        }
    }

    /// Lets go of observers, and of the shared source with the last one.
    @usableFromInline @inline(never)
    func release(_ slots: [AnySlot]) {
        lock.lock()
        let outgoing = lanes.audience == 0 ? forgetConnection() : nil
        lock.unlock()
        outgoing?.connection.lifetime.end()
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
        lanes.isHopUnderWay = false
        if lanes.isOwner(thread) { return lock.unlock() }
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
        if watchers > 0 { AccessProbe.current?.note(self) }
        while borrower != 0, borrower != Self.watchMark {
            precondition(
                borrower != thread,
                """
                Binding: overlapping accesses to a \(kind). The closure given to `modify`, or the expression that \
                changes the property in place, reads or sets the same value. Use the `inout` value there instead.
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
        return remembered
    }

    /// Lends out the latest value of a source that was given one at the start. Whoever wants to read or to send waits
    /// until it is given back; what is being handed out meanwhile goes on.
    @inlinable
    func borrow() -> Element {
        beginLoan(currentThread())
        // Present: such a source is created with a value and never forgets it.
        let value = remembered.take()!
        lock.unlock()
        return value
    }

    /// Returns with the lock held.
    @inlinable
    func beginLoan(_ thread: UInt) {
        while true {
            lockWithValue(thread)
            if lending.tryLock() { break }
            // Another thread gives the value back at this moment, or waits for it.
            lock.unlock()
            yieldThread()
        }
        borrower = thread
    }

    /// Takes back what was lent out, as a value sent.
    @inlinable
    func giveBack(_ element: Element) {
        let thread = currentThread()
        lock.lock()
        borrower = watchers == 0 ? 0 : Self.watchMark
        lending.unlock()
        accept(element, from: thread)
    }

    // MARK: Observers

    /// Takes in an observer that stands alone.
    ///
    /// - Parameters:
    ///   - owner: What the user knows as the source, which keeps this; the subscription keeps it alive until the end,
    ///     which may come before this returns.
    ///   - onDisposed: Called when the subscription has ended, in whichever way.
    @inlinable @inline(never)
    func subscribe(
        _ sink: consuming Sink<Element>, of owner: AnyObject, onDisposed: (@Sendable () -> Void)?
    ) -> any Disposable {
        let slot = Slot(sink, owner: owner, onDisposed: onDisposed)
        let subscription = LoneSubscription(slot, at: self)
        let thread = currentThread()
        lockWithValue(thread)
        take(in: slot, thread)
        return subscription
    }

    /// Takes in an observer. What the source remembers has been handed to it when this returns, where it may be called
    /// from here.
    ///
    /// - Parameters:
    ///   - owner: What the user knows as the source; the subscription keeps it alive.
    ///   - connect: Connects to the source that this stage shares. Called for the first observer; what it is given is
    ///     ended when the last one is gone. The stage does not keep it: the source holds the stage.
    /// - Complexity: O(1) amortised, and what is replayed.
    @inlinable
    func attach(
        _ sink: Sink<Element>, _ subscription: Subscription, of owner: AnyObject? = nil,
        connect: ((Connection, Subscription) -> Void)? = nil
    ) {
        attach(Slot(sink, chain: subscription.lifetime), subscription, of: owner, connect: connect)
    }

    /// Takes in an observer whose place was made before.
    @inlinable
    func attach(
        _ slot: Slot<Element>, _ subscription: Subscription, of owner: AnyObject?,
        connect: ((Connection, Subscription) -> Void)? = nil
    ) {
        subscription.joined(slot, at: self, of: owner)
        let thread = currentThread()
        lockWithValue(thread)
        let joined = connect == nil ? nil : join()
        take(in: slot, thread)
        if let joined {
            subscription.hold(joined.subscription)
            if joined.isNew { connect?(joined.connection, joined.subscription) }
        }
        // Disposed of meanwhile, perhaps before it was counted.
        if slot.isOver { letGo(of: slot) }
    }

    /// Takes in an observer. Called with the lock held, returns without it.
    @inlinable @inline(__always)
    func take(in slot: Slot<Element>, _ thread: UInt) {
        let isAway = isAway(slot)
        let servesAway = isAway && executor.isInside(thread)
        if isAway == servesAway, lanes.isQuiet, lanes.termination == nil, history == nil {
            if servesAway {
                MainActorDoor.whileKnownInside(thread) { admit(slot, thread, isAway: true) }
            } else {
                admit(slot, thread, isAway: false)
            }
        } else {
            queue(slot, thread, isAway: isAway, servesAway: servesAway)
        }
    }

    /// Takes in an observer while all is quiet. Called with the lock held, returns without it.
    @inlinable @inline(__always)
    func admit(_ slot: Slot<Element>, _ thread: UInt, isAway: Bool) {
        lanes.admit(slot, isAway: isAway)
        guard capacity == .latest || lanes.needsTidying else { return lock.unlock() }
        lanes.begin(thread, at: lanes.stampFromOutside(), servesAway: isAway)
        do {
            let latest = remembered
            lock.unlock()
            if let latest, !slot.isOver { slot.next(latest) }
        }
        lock.lock()
        if lanes.finish(thread, metEnded: false) {
            lock.unlock()
        } else {
            walk(thread, servesAway: isAway)
        }
    }

    /// Takes in an observer where something is under way, or has ended, or where it cannot be called from here. Called
    /// with the lock held, returns without it.
    @usableFromInline @inline(never)
    func queue(_ slot: Slot<Element>, _ thread: UInt, isAway: Bool, servesAway: Bool) {
        let events = eventsToReplay
        switch state.subscribe(
            slot, handing: events, from: thread, isAway: isAway, servesAway: servesAway, in: &lanes)
        {
        case .queued:
            serve(thread)
        case .replay:
            lock.unlock()
            replay(events, to: slot)
            lockWithValue(thread)
            state.finishJoining(slot, from: thread, isAway: isAway, in: &lanes)
            serve(thread)
        }
    }

    /// The connection to the shared source, and whether it is yet to be made; `nil` where those who hold the one that is
    /// there are just letting it go.
    @usableFromInline
    func join() -> (connection: Connection, subscription: Subscription, isNew: Bool)? {
        if let connection {
            return connection.subscription.map { (connection, $0, false) }
        }
        let new = Subscription()
        let connection = Connection(new)
        self.connection = connection
        return (connection, new, true)
    }

    @usableFromInline
    override func disconnect() {
        let forgotten = forgetConnection()
        lock.unlock()
        withExtendedLifetime(forgotten) {}
    }

    /// Leaves the shared source to whoever connects next, with nothing remembered. Called under the lock.
    @usableFromInline
    func forgetConnection() -> (connection: Connection, memory: (Element?, ReplayHistory<Element>?))? {
        guard let connection else { return nil }
        self.connection = nil
        state.reset(in: &lanes)
        return (connection, forgetAll())
    }
}

extension Broadcaster {
    /// The latest value and how the source ended, if it has, from one moment.
    var latestAndEnd: (Element?, Termination?) {
        lockWithValue(currentThread())
        defer { lock.unlock() }
        return (remembered, lanes.termination)
    }
}

extension Broadcaster {
    /// What it sends, as the sequence of the relay or the subject that it serves. Subscriptions keep that one alive.
    @inlinable
    func observable(of source: AnyObject & Sendable) -> Observable<Element> {
        Observable(self, of: source)
    }
}
