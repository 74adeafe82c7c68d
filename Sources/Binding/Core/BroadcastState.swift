/// The bookkeeping of a ``Broadcaster``: a plain value, with no lock and no callback inside.
///
/// Its functions note what happened and say what is to be done next; the broadcaster locks, asks, unlocks and acts.
///
/// Observers stand in one of two *lanes*. Those in `here` are called on the thread that sends. Those in `away` are called
/// where the broadcaster's executor says, as a rule on the main actor. Each lane has the values that it was not handed
/// yet, in order, and at most one *owner*: the thread that hands them out. Whoever sends becomes the owner of every lane
/// that is free and may be served from there, and remains so until nothing is left to hand out; everybody else only
/// adds to the queue. A lane's list of observers is changed by its owner only, between two values, so that it can be
/// walked without a lock.
@usableFromInline
struct BroadcastState<Element: Sendable>: ~Copyable {
    /// What waits in a lane.
    @usableFromInline
    struct Entry {
        @usableFromInline
        enum Kind {
            case next(Element, except: Slot<Element>?)
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

    /// When an event was accepted, and what it follows from.
    @usableFromInline
    struct Stamp: Equatable {
        /// The place among all accepted events.
        @usableFromInline let number: UInt64
        /// The number of the event from outside that led to this one, through observers that sent in turn. Its own
        /// number, if it came from outside.
        @usableFromInline let origin: UInt64

        @inlinable
        init(number: UInt64, origin: UInt64) {
            self.number = number
            self.origin = origin
        }

        /// What no event has.
        @inlinable
        static var none: Stamp { Stamp(number: 0, origin: 0) }

        @inlinable
        var isNested: Bool { number != origin }
    }

    @usableFromInline
    struct Lane: ~Copyable {
        @usableFromInline var list = SlotList<Element>()
        @usableFromInline var queue = Queue<Entry>()
        /// The thread that hands out, or 0.
        @usableFromInline var owner: UInt = 0
        /// The event that is being handed out, or was last.
        @usableFromInline var current = Stamp.none
        /// Observers in the list or on their way into it.
        @usableFromInline var audience = 0
        /// Observers that left while the list was being walked.
        @usableFromInline var leaving: [Slot<Element>] = []
        /// Whether ended subscriptions that nobody took out were met on the last walk.
        @usableFromInline var hasEnded = false

        @inlinable
        init() {}
    }

    /// The slots of a lane, to be walked by its owner without the lock.
    @usableFromInline typealias Slots = UnsafeMutableBufferPointer<SlotList<Element>.Reference?>

    /// What the broadcaster is to do.
    @usableFromInline
    enum Step {
        /// Call these observers with a value.
        case next(Element, Slots, except: Slot<Element>?)
        /// Tell these observers that it is over.
        case stop(Termination, [Slot<Element>])
        /// Call one observer with these events.
        case replay([Event<Element>], Slot<Element>)
        /// Let go of these observers, outside of the lock.
        case release([Slot<Element>])
        /// Warn that the source feeds itself, and ask again.
        case warn
        /// Have the away lane served by its executor.
        case hop
        /// Nothing.
        case rest
    }

    @usableFromInline var here = Lane()
    @usableFromInline var away = Lane()
    /// Observers that are being handed earlier values by the thread that subscribed them.
    @usableFromInline var joining: [Slot<Element>] = []
    @usableFromInline var clock: UInt64 = 0
    @usableFromInline var termination: Termination?
    /// Whether the executor has been asked to serve the away lane and has not yet come.
    @usableFromInline var isHopUnderWay = false
    /// How many values the source was sent by its own observers within the outermost send under way.
    @usableFromInline var nestedCount = 0
    @usableFromInline var lastCounted: UInt64 = 0
    @usableFromInline var memory: ReplayMemory<Element>

    @usableFromInline static var nestedLimit: Int { 10_000 }

    @inlinable
    init(replay: ReplayMemory<Element>.Capacity) {
        memory = ReplayMemory(capacity: replay)
    }

    /// Whether code that runs on this thread was called, however indirectly, by this broadcaster.
    @inlinable
    func isOwner(_ thread: UInt) -> Bool {
        here.owner == thread || away.owner == thread
    }

    /// The event that this thread is handing out.
    @inlinable
    func current(on thread: UInt) -> Stamp? {
        // One thread serves both lanes in the order of acceptance: the higher number is the one under way.
        let ofHere = here.owner == thread ? here.current : Stamp.none
        let ofAway = away.owner == thread ? away.current : Stamp.none
        let latest = ofAway.number >= ofHere.number ? ofAway : ofHere
        return latest == .none ? nil : latest
    }

    /// The observers of both lanes.
    @inlinable
    var audience: Int { here.audience + away.audience }

    @inlinable
    mutating func stamp(from thread: UInt) -> Stamp {
        clock += 1
        return Stamp(number: clock, origin: current(on: thread)?.origin ?? clock)
    }

    /// Takes in a value: from here on it will reach every observer that is subscribed now.
    @inlinable
    mutating func accept(_ element: Element, at stamp: Stamp, except: Slot<Element>?) {
        let entry = Entry(kind: .next(element, except: except), stamp: stamp)
        if here.audience > 0 { here.queue.append(entry) }
        if away.audience > 0 { away.queue.append(entry) }
        if !joining.isEmpty {
            for slot in joining where slot !== except { slot.inbox.append(.next(element)) }
        }
    }

    /// Takes in the end.
    @usableFromInline
    mutating func accept(_ termination: Termination, from thread: UInt) {
        self.termination = termination
        let entry = Entry(kind: .stop(termination), stamp: stamp(from: thread))
        if here.audience > 0 { here.queue.append(entry) }
        if away.audience > 0 { away.queue.append(entry) }
        for slot in joining { slot.inbox.append(termination.event()) }
    }

    // MARK: The short way

    /// Whether nothing is under way or waiting, so that a value can be handed out without being queued.
    @inlinable @inline(__always)
    var isQuiet: Bool {
        here.owner | away.owner == 0 && here.queue.isEmpty && away.queue.isEmpty && joining.isEmpty
    }

    /// Begins to hand out a value while all is quiet: this thread is to call the observers in `here`, then, where it
    /// serves that lane, those in `away`, and then to ask ``finish(_:metEnded:)``.
    @inlinable @inline(__always)
    mutating func begin(_ thread: UInt, servesAway: Bool) {
        clock += 1
        let stamp = Stamp(number: clock, origin: clock)
        here.owner = thread
        here.current = stamp
        if servesAway {
            away.owner = thread
            away.current = stamp
        }
    }

    /// Ends the short way.
    ///
    /// - Parameter metEnded: Whether ended subscriptions were met.
    /// - Returns: Whether nothing came up meanwhile; otherwise this thread goes on with ``step(for:servesAway:)``.
    @inlinable @inline(__always)
    mutating func finish(_ thread: UInt, metEnded: Bool) -> Bool {
        if metEnded { noteEnded(thread) }
        guard here.queue.isEmpty, away.queue.isEmpty, !here.needsTidying, !away.needsTidying else { return false }
        here.owner = 0
        if away.owner == thread { away.owner = 0 }
        return true
    }

    /// Notes that ended subscriptions were met, in a lane that this thread owns.
    @usableFromInline
    mutating func noteEnded(_ thread: UInt) {
        if here.owner == thread { here.hasEnded = true }
        if away.owner == thread { away.hasEnded = true }
    }

    // MARK: The long way

    /// What comes next for a thread that may serve `here`, and `away` if the executor says so.
    @inlinable
    mutating func step(for thread: UInt, servesAway: Bool) -> Step {
        if here.owner == thread, here.needsTidying { return .release(here.tidy()) }
        if away.owner == thread, away.needsTidying { return .release(away.tidy()) }

        let isHereOpen = here.owner == 0 || here.owner == thread
        let isAwayOpen = servesAway && (away.owner == 0 || away.owner == thread)
        let hereNumber = isHereOpen ? here.queue.first?.stamp.number : nil
        let awayNumber = isAwayOpen ? away.queue.first?.stamp.number : nil
        guard let number = hereNumber ?? awayNumber else { return rest(thread) }
        if isHereOpen { here.own(thread) }
        if isAwayOpen { away.own(thread) }
        if let awayNumber, awayNumber < number || hereNumber == nil {
            return countsTooMany(away.queue.first?.stamp) ? .warn : away.deliver()
        }
        return countsTooMany(here.queue.first?.stamp) ? .warn : here.deliver()
    }

    /// Gives up the lanes, with nothing left in them that this thread may hand out.
    @inlinable
    mutating func rest(_ thread: UInt) -> Step {
        if here.owner == thread { here.owner = 0 }
        if away.owner == thread { away.owner = 0 }
        nestedCount = 0
        guard !away.queue.isEmpty, away.owner == 0, !isHopUnderWay else { return .rest }
        isHopUnderWay = true
        return .hop
    }

    /// Counts the values that the source's own observers sent it, each once, and says whether there are now so many
    /// that a warning is due.
    @inlinable
    mutating func countsTooMany(_ stamp: Stamp?) -> Bool {
        guard let stamp, stamp.isNested, stamp.number > lastCounted else { return false }
        lastCounted = stamp.number
        nestedCount += 1
        return nestedCount == Self.nestedLimit
    }

    // MARK: Observers

    /// How an observer that subscribes on a thread is to come in.
    @usableFromInline
    enum Entrance {
        /// It is in the queue: serve it.
        case queued
        /// Hand it these events now; then call ``finishJoining(_:)``.
        case replay([Event<Element>])
    }

    /// Takes in an observer.
    @inlinable
    mutating func subscribe(_ slot: Slot<Element>, from thread: UInt, isAway: Bool, servesAway: Bool) -> Entrance {
        var events = memory.events
        if let termination {
            if !memory.outlivesTermination { events = [] }
            events.append(termination.event())
        } else {
            slot.isCounted = true
            if isAway { away.audience += 1 } else { here.audience += 1 }
        }
        // A nested subscription, or one beside another thread's delivery, is handed the current value at once, while
        // the lane is busy: it waits in front of the list meanwhile.
        let isBusy = isOwner(thread) || (!isAway && here.owner != 0)
        if isBusy, !events.isEmpty, !isAway || servesAway {
            if termination == nil { joining.append(slot) }
            return .replay(events)
        }
        enqueue(slot, events, from: thread, isAway: isAway)
        return .queued
    }

    /// Lets an observer into the list that has been handed what came before it subscribed.
    @usableFromInline
    mutating func finishJoining(_ slot: Slot<Element>, from thread: UInt, isAway: Bool) {
        guard let position = joining.firstIndex(where: { $0 === slot }) else { return }
        joining.remove(at: position)
        let inbox = slot.inbox
        slot.inbox = []
        enqueue(slot, inbox, from: thread, isAway: isAway)
    }

    @inlinable
    mutating func enqueue(_ slot: Slot<Element>, _ events: [Event<Element>], from thread: UInt, isAway: Bool) {
        let entry = Entry(kind: .join(slot, events), stamp: stamp(from: thread))
        if isAway { away.queue.append(entry) } else { here.queue.append(entry) }
    }

    /// Takes out an observer whose subscription has ended.
    ///
    /// - Returns: Whether it was the last one.
    @inlinable
    mutating func remove(_ slot: Slot<Element>, isAway: Bool) -> Bool {
        if isAway { away.leave(slot) } else { here.leave(slot) }
        guard slot.isCounted else { return false }
        slot.isCounted = false
        if isAway { away.audience -= 1 } else { here.audience -= 1 }
        return audience == 0
    }

    /// Begins anew, for a source that is connected again later.
    ///
    /// Observers that have yet to be told of the end count no more: they are none of what is connected next, and must not
    /// keep it connected.
    @usableFromInline
    mutating func reset() -> ReplayMemory<Element> {
        if audience > 0 {
            here.uncountAll()
            away.uncountAll()
            for slot in joining { slot.isCounted = false }
            here.audience = 0
            away.audience = 0
        }
        let outgoing = memory
        memory = ReplayMemory(capacity: memory.capacity)
        termination = nil
        return outgoing
    }
}

extension BroadcastState.Lane {
    @inlinable
    mutating func own(_ thread: UInt) {
        guard owner != thread else { return }
        owner = thread
        current = .none
    }

    /// Takes the next entry out of the queue.
    @inlinable
    mutating func deliver() -> BroadcastState.Step {
        guard let entry = queue.popFirst() else { return .rest }
        current = entry.stamp
        switch entry.kind {
        case .next(let element, let except):
            return .next(element, list.slots, except: except)
        case .stop(let termination):
            let all = list.removeAll()
            uncount(all)
            return .stop(termination, all)
        case .join(let slot, let events):
            if events.last?.isStopEvent != true, !slot.lifetime.isEnded { list.append(slot) }
            return .replay(events, slot)
        }
    }

    @inlinable
    mutating func leave(_ slot: Slot<Element>) {
        if owner == 0 { list.remove(slot) } else { leaving.append(slot) }
    }

    @inlinable
    var needsTidying: Bool { !leaving.isEmpty || hasEnded }

    /// Counts those as gone that were counted.
    @usableFromInline
    mutating func uncount(_ slots: [Slot<Element>]) {
        for slot in slots where slot.isCounted {
            slot.isCounted = false
            audience -= 1
        }
    }

    /// Counts all as gone, those on their way into the list as well.
    @usableFromInline
    mutating func uncountAll() {
        uncount(list.slots.compactMap { $0?.takeUnretainedValue() })
        for case .join(let slot, _) in queue.elements.map(\.kind) { uncount([slot]) }
    }

    /// Takes out those that left during the last walk; they are to be released outside of the lock.
    @usableFromInline
    mutating func tidy() -> [Slot<Element>] {
        var gone = leaving
        for slot in leaving { list.remove(slot) }
        leaving = []
        if hasEnded {
            hasEnded = false
            let ended = list.removeEnded()
            uncount(ended)
            gone += ended
        }
        return gone
    }
}
