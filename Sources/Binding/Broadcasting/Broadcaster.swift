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
    ///   - executor: Where the observers of the scheduled lane are called.
    ///   - place: Where the property stands whose source this is, for warnings.
    @inlinable
    init(
        _ kind: Any.Type,
        replay: ReplayCapacity = .nothing,
        executor: DeliveryExecutor = .mainActor,
        place: StaticSourcePlace? = nil
    ) {
        capacity = replay
        if case .last = replay { history = ReplayHistory() }
        super.init(kind, executor: executor, place: place)
    }

    /// A source that holds a value from the start.
    @inlinable
    convenience init(_ kind: Any.Type, value: Element, place: StaticSourcePlace? = nil) {
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

    /// Takes in a value that a two-way binding brings, with which that one is not to be called.
    ///
    /// A version that is not later than what is here has come another way before, or has been overtaken, and is not taken
    /// in.
    ///
    /// - Parameters:
    ///   - slot: The binding's place.
    ///   - stamp: The event that the binding brings it from.
    ///   - isAccepted: Asked under the lock whether it is to be taken in, if it is news.
    func send(
        _ element: Element, except slot: AnySlot?, from stamp: BroadcastStamp, if isAccepted: () -> Bool
    ) {
        let thread = currentThread()
        lockWithValue(thread)
        guard lanes.termination == nil, lanes.isNews(stamp), isAccepted() else { return lock.unlock() }
        accept(element, from: thread, at: lanes.stamp(bringing: stamp, on: thread), except: slot)
    }

    /// Takes in a value. Called with the lock held, returns without it.
    @inlinable @inline(__always)
    func accept(
        _ element: Element, from thread: UInt, at stamp: BroadcastStamp? = nil, except: AnySlot? = nil
    ) {
        let displaced = remember(element)
        if lanes.isQuiet {
            let stamp = stamp ?? lanes.stampFromOutside()
            if lanes.scheduled.audience == 0 {
                deliver(element, thread, at: stamp, except: except, servesScheduled: false)
                return withExtendedLifetime(displaced) {}
            }
            if executor.isCurrent(thread) {
                MainActorDispatcher.whileKnownCurrent(thread) {
                    deliver(element, thread, at: stamp, except: except, servesScheduled: true)
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
        _ element: Element, _ thread: UInt, at stamp: BroadcastStamp, except: AnySlot?, servesScheduled: Bool
    ) {
        lanes.begin(thread, at: stamp, servesScheduled: servesScheduled)
        let immediate = lanes.immediate.list.slots
        let scheduled = lanes.scheduled.list.slots
        lock.unlock()
        var metEnded = call(immediate, with: element, except: except)
        if servesScheduled, call(scheduled, with: element, except: except) { metEnded = true }
        lock.lock()
        if lanes.finish(thread, metEnded: metEnded) {
            lock.unlock()
        } else {
            walk(thread, servesScheduled: servesScheduled)
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
        // Held until it is asked to leave: those who hold it let go of it when they are told.
        let subscription = connection.subscription
        state.accept(termination, from: thread, in: &lanes)
        let forgotten = forgetConnection()
        serve(thread)
        connection.lifetime.end()
        withExtendedLifetime((forgotten, subscription)) {}
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
    func send(_ make: () -> Emission) {
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
    enum Emission {
        case nothing
        case next(Element)
        case stop(Termination)
    }

    /// Hands out what is there, if nobody else does. Called with the lock held, returns without it.
    @inlinable
    func serve(_ thread: UInt) {
        if lanes.isOwner(thread) { lock.unlock() } else { walk(thread, servesScheduled: false) }
    }

    /// Hands out until nothing is left. Called with the lock held, returns without it.
    ///
    /// Whether this thread may serve the scheduled lane is asked when there is something in it, which may not be before
    /// an observer of the other lane has subscribed another one.
    @inlinable
    func walk(_ thread: UInt, servesScheduled: Bool) {
        while true {
            if !servesScheduled, lanes.scheduled.waiting > 0, executor.isCurrent(thread) {
                return MainActorDispatcher.whileKnownCurrent(thread) { walk(thread, servesScheduled: true) }
            }
            guard act(thread, servesScheduled: servesScheduled) else { return }
            lock.lock()
        }
    }

    /// Does the next thing. Called with the lock held, returns without it: what the step held is released by then, so
    /// that the deinitialisers of the user's things run outside of the lock, too.
    ///
    /// - Returns: Whether there may be more.
    @inlinable
    func act(_ thread: UInt, servesScheduled: Bool) -> Bool {
        let step = state.step(for: thread, servesScheduled: servesScheduled, in: &lanes)
        lock.unlock()
        switch step {
        case .next(let element, let slots, let except, let change):
            MainActorDispatcher.during(change, on: thread) {
                if call(slots, with: element, except: except) { noteEnded(thread) }
            }
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
        case .mainActor: MainActorDispatcher.post { self.arrive() }
        case .other(let run): run { self.arrive() }
        }
    }

    private func arrive() {
        let thread = currentThread()
        lock.lock()
        lanes.isHopUnderWay = false
        if lanes.isOwner(thread) { return lock.unlock() }
        walk(thread, servesScheduled: true)
    }

    // MARK: The connection

    @usableFromInline
    override func disconnect() {
        let forgotten = forgetConnection()
        lock.unlock()
        withExtendedLifetime(forgotten) {}
    }
}
