/// The bookkeeping of a ``Broadcaster``: a plain value, with no lock and no callback inside.
///
/// Its functions record what happened and return what to do next; the broadcaster locks, asks, unlocks and acts.
///
/// Observers belong to one of two *lanes*. Those in `immediate` are called on the thread that sends. Those in
/// `scheduled` are called by the broadcaster's executor, usually on the main actor. Each lane has the values that have
/// not been delivered yet, in order, and at most one *owner*: the thread that delivers them. A thread that sends
/// becomes the owner of every lane that is free and may be served from there, and remains so until nothing is left to
/// deliver; all other threads only add to the queue. A lane's list of observers is changed by its owner only, between
/// two values, so that it can be walked without a lock.
///
/// This is the part that depends on the type of the values. It stores nothing itself: all state is in
/// ``BroadcastLanes``, including the events that wait, as an object of unknown type.
@usableFromInline
struct BroadcastState<Element: Sendable> {
    /// What the broadcaster has to do next.
    @usableFromInline
    enum Step {
        /// Call these observers with a value, and then with those of a run.
        case next(Element, SlotList.Slots, to: Recipients, stamp: Stamp, bindings: BindingChain?, run: Run?)
        /// Call these observers with the end.
        case stop(Termination, [AnySlot])
        /// Call one observer with these events.
        case replay([Event<Element>], Slot<Element>)
        /// Release these observers, outside of the lock.
        case release([AnySlot])
        /// Warn that the source feeds itself, and ask again.
        case warn
        /// Make the executor serve the scheduled lane.
        case hop
        /// Nothing.
        case rest
    }

    @inlinable
    init() {}

    /// The events that wait, once one has had to.
    @inlinable
    func backlog(in lanes: borrowing BroadcastLanes) -> Backlog? {
        guard let backlog = lanes.backlog else { return nil }
        return unsafeDowncast(backlog, to: Backlog.self)
    }

    /// Accepts a value: from here on it will reach every observer that is subscribed now, unless another value replaces
    /// it before.
    ///
    /// - Returns: The entry that it replaced, to be released outside of the lock.
    @inlinable
    func accept(
        _ element: Element, at stamp: Stamp, to recipients: Recipients, in lanes: inout BroadcastLanes
    ) -> Entry? {
        if stamp.isPlain, recipients.areAll, !lanes.conflates, !lanes.isJoining {
            accept(element, number: stamp.number, in: &lanes)
            return nil
        }
        let entry = Entry(
            kind: .next(element, to: recipients), stamp: stamp,
            bindings: stamp.isForeign ? nil : MainActorDispatcher.bindings)
        var displaced: Entry?
        if lanes.immediate.audience > 0 { enqueue(entry, isScheduled: false, in: &lanes) }
        if lanes.scheduled.audience > 0 {
            displaced = lanes.conflates ? replaceLast(with: entry, in: lanes) : nil
            if displaced == nil { enqueue(entry, isScheduled: true, in: &lanes) }
        }
        if lanes.isJoining { tellJoining(.next(element), to: recipients, in: lanes) }
        return displaced
    }

    /// Accepts a plain value, of which only the place matters, as in a flood of values.
    @inlinable
    func accept(_ element: Element, number: UInt64, in lanes: inout BroadcastLanes) {
        guard lanes.audience > 0 else { return }
        let backlog = backlog(in: lanes) ?? makeBacklog(in: &lanes)
        if lanes.immediate.audience > 0 {
            backlog.immediate.append(element, number: number)
            backlog.immediateCount += 1
        }
        if lanes.scheduled.audience > 0 {
            backlog.scheduled.append(element, number: number)
            backlog.scheduledCount += 1
        }
    }

    /// Replaces the last value that waits for the executor, if that is a value from elsewhere, or one that an observer
    /// has sent in turn.
    @inlinable
    func replaceLast(with entry: Entry, in lanes: borrowing BroadcastLanes) -> Entry? {
        guard case .next(_, to: .all) = entry.kind, let backlog = backlog(in: lanes),
            let last = backlog.scheduled.incoming.last,
            case .next(_, to: .all) = last.kind, last.stamp.isForeign || last.stamp.isNested
        else { return nil }
        return backlog.scheduled.incoming.replaceLast(with: entry)
    }

    /// Accepts the end.
    @usableFromInline
    func accept(_ termination: Termination, from thread: UInt, in lanes: inout BroadcastLanes) {
        lanes.open().pointee.termination = termination
        let entry = Entry(kind: .stop(termination), stamp: lanes.stamp(from: thread))
        if lanes.immediate.audience > 0 { enqueue(entry, isScheduled: false, in: &lanes) }
        if lanes.scheduled.audience > 0 { enqueue(entry, isScheduled: true, in: &lanes) }
        tellJoining(termination.event(), to: .all, in: lanes)
    }

    /// Notes an event for observers that are still receiving earlier ones.
    @inlinable
    func tellJoining(_ event: Event<Element>, to recipients: Recipients, in lanes: borrowing BroadcastLanes) {
        guard let joining = lanes.ledger?.pointee.joining, !joining.isEmpty else { return }
        for joining in joining where recipients.include(joining.slot) {
            unsafeDowncast(joining, to: Joining<Element>.self).inbox.append(event)
        }
    }

    /// Adds an entry at the end of a lane's queue.
    @inlinable
    func enqueue(_ entry: Entry, isScheduled: Bool, in lanes: inout BroadcastLanes) {
        let backlog = backlog(in: lanes) ?? makeBacklog(in: &lanes)
        if isScheduled {
            backlog.scheduled.append(entry)
            backlog.scheduledCount += 1
        } else {
            backlog.immediate.append(entry)
            backlog.immediateCount += 1
        }
    }

    @inlinable @inline(never)
    func makeBacklog(in lanes: inout BroadcastLanes) -> Backlog {
        let new = Backlog()
        lanes.open().pointee.backlog = new
        return new
    }

    // MARK: The long way

    /// The next step of a thread that may serve `immediate`, and `scheduled` if the executor allows it.
    ///
    /// - Parameter limit: Where the thread may stop: events from elsewhere with a higher number can wait. (Events that
    ///   the observers of `immediate` send in turn come from the thread that serves them.)
    @inlinable
    func step(
        for thread: UInt, servesScheduled: Bool, to limit: UInt64 = .max, in lanes: inout BroadcastLanes
    ) -> Step {
        lanes.settle(thread)
        guard let ledger = lanes.ledger else { return lanes.rest(thread) ? .hop : .rest }
        if lanes.immediate.owner == thread, ledger.pointee.immediate.needsTidying {
            return .release(lanes.tidy(isScheduled: false))
        }
        if lanes.scheduled.owner == thread, ledger.pointee.scheduled.needsTidying {
            return .release(lanes.tidy(isScheduled: true))
        }

        let isImmediateOpen = lanes.immediate.owner == 0 || lanes.immediate.owner == thread
        let isScheduledOpen = servesScheduled && (lanes.scheduled.owner == 0 || lanes.scheduled.owner == thread)
        guard let backlog = backlog(in: lanes) else { return lanes.rest(thread) ? .hop : .rest }
        let ofImmediate = isImmediateOpen && backlog.immediateCount > 0
        let ofScheduled = isScheduledOpen && backlog.scheduledCount > 0
        guard ofImmediate || ofScheduled else { return lanes.rest(thread) ? .hop : .rest }
        if ofImmediate { backlog.immediate.takeOver(one: false) }
        if ofScheduled { backlog.scheduled.takeOver(one: lanes.conflates) }
        let isScheduled = !ofImmediate || ofScheduled && backlog.scheduled.outgoing.isBefore(backlog.immediate.outgoing)
        guard let stamp = isScheduled ? backlog.scheduled.outgoing.next : backlog.immediate.outgoing.next,
            stamp.number <= limit || !stamp.isForeign || !isScheduled && stamp.isNested
        else { return lanes.rest(thread) ? .hop : .rest }
        if isImmediateOpen { lanes.own(thread, isScheduled: false) }
        if isScheduledOpen { lanes.own(thread, isScheduled: true) }
        return lanes.countsTooMany(stamp)
            ? .warn : deliver(isScheduled: isScheduled, to: limit, for: thread, in: &lanes)
    }

    /// Removes the next entry of a lane's queue, and returns the step that delivers it.
    @inlinable
    func deliver(
        isScheduled: Bool, to limit: UInt64, for thread: UInt, in lanes: inout BroadcastLanes
    ) -> Step {
        guard let backlog = backlog(in: lanes),
            let entry = isScheduled ? backlog.scheduled.outgoing.popFirst() : backlog.immediate.outgoing.popFirst()
        else { return .rest }
        let ledger = lanes.open()
        if isScheduled {
            backlog.scheduledCount -= 1
            ledger.pointee.scheduled.current = entry.stamp.position
            ledger.pointee.current = entry.stamp.versions
        } else {
            backlog.immediateCount -= 1
            ledger.pointee.immediate.current = entry.stamp.position
        }
        switch entry.kind {
        case .next(let element, let recipients):
            let slots = isScheduled ? lanes.scheduled.list.slots : lanes.immediate.list.slots
            let run = entry.stamp.isPlain ? run(to: limit, for: thread, in: lanes) : nil
            return .next(
                element, slots, to: recipients, stamp: entry.stamp, bindings: entry.bindings, run: run)
        case .stop(let termination):
            return .stop(termination, lanes.takeAll(isScheduled: isScheduled))
        case .join(let slot, let events):
            if events.last?.isStopEvent != true, !slot.isOver {
                lanes.append(slot, isScheduled: isScheduled)
            }
            return .replay(events, slot)
        case .values:
            // Values are removed one by one.
            return .rest
        }
    }

    /// The values that this thread may deliver without the lock, in the lanes that it owns.
    @inlinable
    func run(to limit: UInt64, for thread: UInt, in lanes: borrowing BroadcastLanes) -> Run? {
        guard let backlog = backlog(in: lanes), !lanes.conflates else { return nil }
        let ownsImmediate = lanes.immediate.owner == thread
        let ownsScheduled = lanes.scheduled.owner == thread
        // Entries that one lane has received since must keep their order with those of the other lane.
        var limit = limit
        if ownsImmediate, let next = backlog.immediate.incoming.first { limit = min(limit, next.stamp.number - 1) }
        if ownsScheduled, let next = backlog.scheduled.incoming.first { limit = min(limit, next.stamp.number - 1) }
        return Run(
            to: limit,
            immediate: ownsImmediate ? (backlog.immediate.outgoing, lanes.immediate.list.slots) : nil,
            scheduled: ownsScheduled ? (backlog.scheduled.outgoing, lanes.scheduled.list.slots) : nil)
    }

    // MARK: Observers

    /// How an observer that subscribes on a thread is added.
    @usableFromInline
    enum Entrance {
        /// It is in the queue: serve it.
        case queued
        /// Call it with the events now; then call ``finishJoining(_:from:isScheduled:in:)``.
        case replay
    }

    /// Adds an observer.
    ///
    /// - Parameter events: The events that it receives first.
    func subscribe(
        _ slot: Slot<Element>, handing events: [Event<Element>], from thread: UInt, isScheduled: Bool,
        servesScheduled: Bool,
        in lanes: inout BroadcastLanes
    ) -> Entrance {
        if lanes.termination == nil {
            lanes.count(slot, isScheduled: isScheduled)
        }
        // A nested subscription, or one during another thread's delivery, receives the current value at once, while the
        // lane is busy: the observer is not in the list until then.
        let isBusy = lanes.isOwner(thread) || (!isScheduled && lanes.immediate.owner != 0)
        if isBusy, !events.isEmpty, !isScheduled || servesScheduled {
            if lanes.termination == nil { lanes.noteJoining(Joining<Element>(slot)) }
            return .replay
        }
        enqueue(
            Entry(kind: .join(slot, events), stamp: lanes.stamp(from: thread)), isScheduled: isScheduled, in: &lanes)
        return .queued
    }

    /// Adds an observer to the list, after it has received the values from before its subscription.
    @usableFromInline
    func finishJoining(
        _ slot: Slot<Element>, from thread: UInt, isScheduled: Bool, in lanes: inout BroadcastLanes
    ) {
        guard let joining = lanes.endJoining(slot) else { return }
        let inbox = unsafeDowncast(joining, to: Joining<Element>.self).inbox
        enqueue(Entry(kind: .join(slot, inbox), stamp: lanes.stamp(from: thread)), isScheduled: isScheduled, in: &lanes)
    }

    /// Starts over, for a source that is connected again later.
    ///
    /// Observers that have yet to receive the end no longer count: they do not belong to the next connection, and must
    /// not keep it alive.
    @usableFromInline
    func reset(in lanes: inout BroadcastLanes) {
        lanes.uncountAll()
        lanes.open().pointee.termination = nil
    }
}
