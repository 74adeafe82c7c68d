/// The bookkeeping of a ``Broadcaster``: a plain value, with no lock and no callback inside.
///
/// Its functions note what happened and say what is to be done next; the broadcaster locks, asks, unlocks and acts.
///
/// Observers stand in one of two *lanes*. Those in `immediate` are called on the thread that sends. Those in `scheduled`
/// are called where the broadcaster's executor says, as a rule on the main actor. Each lane has the values that it was
/// not handed yet, in order, and at most one *owner*: the thread that hands them out. Whoever sends becomes the owner of
/// every lane that is free and may be served from there, and remains so until nothing is left to hand out; everybody
/// else only adds to the queue. A lane's list of observers is changed by its owner only, between two values, so that it
/// can be walked without a lock.
///
/// This is the part that depends on the type of the values; the rest is in ``BroadcastLanes``. What waits is in an object
/// that is made when first something has to.
@usableFromInline
struct BroadcastState<Element: Sendable> {
    /// What waits in a lane.
    @usableFromInline
    struct Entry {
        @usableFromInline
        enum Kind {
            case next(Element, except: AnySlot?)
            case stop(Termination)
            /// An observer comes in, after it has been handed these events.
            case join(Slot<Element>, [Event<Element>])
        }

        @usableFromInline let kind: Kind
        @usableFromInline let stamp: Stamp

        @inlinable
        init(kind: Kind, stamp: Stamp) {
            self.kind = kind
            self.stamp = stamp
        }
    }

    /// What waits in the two lanes.
    @usableFromInline
    final class Backlog {
        @exclusivity(unchecked) @usableFromInline var immediate = Queue<Entry>()
        @exclusivity(unchecked) @usableFromInline var scheduled = Queue<Entry>()

        @usableFromInline
        init() {}
    }

    /// What the broadcaster is to do.
    @usableFromInline
    enum Step {
        /// Call these observers with a value, which belongs to an original change.
        case next(Element, SlotList.Slots, except: AnySlot?, change: UInt64)
        /// Tell these observers that it is over.
        case stop(Termination, [AnySlot])
        /// Call one observer with these events.
        case replay([Event<Element>], Slot<Element>)
        /// Let go of these observers, outside of the lock.
        case release([AnySlot])
        /// Warn that the source feeds itself, and ask again.
        case warn
        /// Have the scheduled lane served by its executor.
        case hop
        /// Nothing.
        case rest
    }

    @usableFromInline typealias Stamp = BroadcastStamp

    /// What waits, once something has had to.
    @usableFromInline var backlog: Backlog?

    @inlinable
    init() {}

    /// Takes in a value: from here on it will reach every observer that is subscribed now.
    @inlinable
    mutating func accept(
        _ element: Element, at stamp: Stamp, except: AnySlot?, in lanes: inout BroadcastLanes
    ) {
        let entry = Entry(kind: .next(element, except: except), stamp: stamp)
        if lanes.immediate.audience > 0 { enqueue(entry, isScheduled: false, in: &lanes) }
        if lanes.scheduled.audience > 0 { enqueue(entry, isScheduled: true, in: &lanes) }
        tellJoining(.next(element), except: except, in: lanes)
    }

    /// Takes in the end.
    @usableFromInline
    mutating func accept(_ termination: Termination, from thread: UInt, in lanes: inout BroadcastLanes) {
        lanes.termination = termination
        let entry = Entry(kind: .stop(termination), stamp: lanes.stamp(from: thread))
        if lanes.immediate.audience > 0 { enqueue(entry, isScheduled: false, in: &lanes) }
        if lanes.scheduled.audience > 0 { enqueue(entry, isScheduled: true, in: &lanes) }
        tellJoining(termination.event(), except: nil, in: lanes)
    }

    /// Notes an event for observers that are still being handed those of before.
    @inlinable
    func tellJoining(_ event: Event<Element>, except: AnySlot?, in lanes: borrowing BroadcastLanes) {
        guard let joining = lanes.joining else { return }
        for slot in joining where slot !== except {
            let slot = unsafeDowncast(slot, to: Slot<Element>.self)
            if slot.inbox?.append(event) == nil { slot.inbox = [event] }
        }
    }

    /// Puts something at the end of a lane's queue.
    @usableFromInline
    mutating func enqueue(_ entry: Entry, isScheduled: Bool, in lanes: inout BroadcastLanes) {
        let backlog = backlog ?? Backlog()
        self.backlog = backlog
        if isScheduled {
            backlog.scheduled.append(entry)
            lanes.scheduled.waiting += 1
        } else {
            backlog.immediate.append(entry)
            lanes.immediate.waiting += 1
        }
    }

    // MARK: The long way

    /// What comes next for a thread that may serve `immediate`, and `scheduled` if the executor says so.
    @inlinable
    mutating func step(for thread: UInt, servesScheduled: Bool, in lanes: inout BroadcastLanes) -> Step {
        if lanes.immediate.owner == thread, lanes.immediate.needsTidying { return .release(lanes.immediate.tidy()) }
        if lanes.scheduled.owner == thread, lanes.scheduled.needsTidying { return .release(lanes.scheduled.tidy()) }

        let isImmediateOpen = lanes.immediate.owner == 0 || lanes.immediate.owner == thread
        let isScheduledOpen = servesScheduled && (lanes.scheduled.owner == 0 || lanes.scheduled.owner == thread)
        let ofImmediate = isImmediateOpen && lanes.immediate.waiting > 0 ? backlog?.immediate.first?.stamp : nil
        let ofScheduled = isScheduledOpen && lanes.scheduled.waiting > 0 ? backlog?.scheduled.first?.stamp : nil
        guard let first = ofImmediate ?? ofScheduled else { return lanes.rest(thread) ? .hop : .rest }
        if isImmediateOpen { lanes.immediate.own(thread) }
        if isScheduledOpen { lanes.scheduled.own(thread) }
        if let ofScheduled, ofScheduled.number < first.number || ofImmediate == nil {
            return lanes.countsTooMany(ofScheduled) ? .warn : deliver(isScheduled: true, in: &lanes)
        }
        return lanes.countsTooMany(first) ? .warn : deliver(isScheduled: false, in: &lanes)
    }

    /// Takes the next entry out of a lane's queue.
    @inlinable
    mutating func deliver(isScheduled: Bool, in lanes: inout BroadcastLanes) -> Step {
        guard let entry = isScheduled ? backlog?.scheduled.popFirst() : backlog?.immediate.popFirst() else {
            return .rest
        }
        if isScheduled {
            lanes.scheduled.waiting -= 1
            lanes.scheduled.current = entry.stamp
        } else {
            lanes.immediate.waiting -= 1
            lanes.immediate.current = entry.stamp
        }
        switch entry.kind {
        case .next(let element, let except):
            let slots = isScheduled ? lanes.scheduled.list.slots : lanes.immediate.list.slots
            return .next(element, slots, except: except, change: entry.stamp.change)
        case .stop(let termination):
            return .stop(termination, isScheduled ? lanes.scheduled.takeAll() : lanes.immediate.takeAll())
        case .join(let slot, let events):
            if events.last?.isStopEvent != true, !slot.isOver {
                if isScheduled { lanes.scheduled.append(slot) } else { lanes.immediate.append(slot) }
            }
            return .replay(events, slot)
        }
    }

    // MARK: Observers

    /// How an observer that subscribes on a thread is to come in.
    @usableFromInline
    enum Entrance {
        /// It is in the queue: serve it.
        case queued
        /// Hand it the events now; then call ``finishJoining(_:from:isScheduled:in:)``.
        case replay
    }

    /// Takes in an observer.
    ///
    /// - Parameter events: What it is to be handed before anything else.
    mutating func subscribe(
        _ slot: Slot<Element>, handing events: [Event<Element>], from thread: UInt, isScheduled: Bool,
        servesScheduled: Bool,
        in lanes: inout BroadcastLanes
    ) -> Entrance {
        if lanes.termination == nil {
            slot.isCounted = true
            if isScheduled { lanes.scheduled.audience += 1 } else { lanes.immediate.audience += 1 }
        }
        // A nested subscription, or one beside another thread's delivery, is handed the current value at once, while
        // the lane is busy: it waits in front of the list meanwhile.
        let isBusy = lanes.isOwner(thread) || (!isScheduled && lanes.immediate.owner != 0)
        if isBusy, !events.isEmpty, !isScheduled || servesScheduled {
            if lanes.termination == nil, lanes.joining?.append(slot) == nil { lanes.joining = [slot] }
            return .replay
        }
        enqueue(
            Entry(kind: .join(slot, events), stamp: lanes.stamp(from: thread)), isScheduled: isScheduled, in: &lanes)
        return .queued
    }

    /// Lets an observer into the list that has been handed what came before it subscribed.
    @usableFromInline
    mutating func finishJoining(
        _ slot: Slot<Element>, from thread: UInt, isScheduled: Bool, in lanes: inout BroadcastLanes
    ) {
        guard let position = lanes.joining?.firstIndex(where: { $0 === slot }) else { return }
        lanes.joining?.remove(at: position)
        if lanes.joining?.isEmpty == true { lanes.joining = nil }
        let inbox = slot.inbox.take() ?? []
        enqueue(Entry(kind: .join(slot, inbox), stamp: lanes.stamp(from: thread)), isScheduled: isScheduled, in: &lanes)
    }

    /// Begins anew, for a source that is connected again later.
    ///
    /// Observers that have yet to be told of the end count no more: they are none of what is connected next, and must not
    /// keep it connected.
    @usableFromInline
    func reset(in lanes: inout BroadcastLanes) {
        if lanes.audience > 0 {
            lanes.immediate.uncount(lanes.immediate.list.slots.all)
            lanes.scheduled.uncount(lanes.scheduled.list.slots.all)
            let waiting = (backlog?.immediate.elements ?? []) + (backlog?.scheduled.elements ?? [])
            for case .join(let slot, _) in waiting.map(\.kind) { slot.isCounted = false }
            for slot in lanes.joining ?? [] { slot.isCounted = false }
            lanes.immediate.audience = 0
            lanes.scheduled.audience = 0
        }
        lanes.termination = nil
    }
}
