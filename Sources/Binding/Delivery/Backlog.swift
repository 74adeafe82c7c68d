/// The events that wait for the observers of a ``Broadcaster``.
extension BroadcastState {
    @usableFromInline typealias Stamp = BroadcastStamp

    /// An entry that waits in a lane.
    @usableFromInline
    struct Entry {
        @usableFromInline
        enum Kind {
            case next(Element, to: Recipients)
            case stop(Termination)
            /// An observer joins, after it has received these events.
            case join(Slot<Element>, [Event<Element>])
            /// Plain values that were accepted one right after the other: only their places matter.
            case values(Values)
        }

        @usableFromInline let kind: Kind
        @usableFromInline let stamp: Stamp
        /// The two-way bindings that have led to it.
        @usableFromInline let bindings: BindingChain?

        @inlinable
        init(kind: Kind, stamp: Stamp, bindings: BindingChain? = nil) {
            self.kind = kind
            self.stamp = stamp
            self.bindings = bindings
        }
    }

    /// Consecutive values: a flood of values needs no more memory than the values themselves.
    @usableFromInline
    final class Values {
        /// The number of the first remaining one.
        @exclusivity(unchecked) @usableFromInline var number: UInt64
        @exclusivity(unchecked) @usableFromInline var elements: ContiguousArray<Element?> = []
        @exclusivity(unchecked) @usableFromInline var taken = 0

        @inlinable static var limit: Int { 256 }

        @inlinable
        init(_ number: UInt64) {
            self.number = number
        }

        @inlinable
        var isEmpty: Bool { taken == elements.count }

        @inlinable
        func take() -> Element? {
            guard taken < elements.count else { return nil }
            taken += 1
            number += 1
            return elements[taken - 1].take()
        }
    }

    /// The entries that the owner of a lane has taken over.
    @usableFromInline
    final class Outgoing: LaneProgress {
        @exclusivity(unchecked) @usableFromInline var queue = Queue<Entry>()
        /// The first entry of the queue, if it is a row of values of which some have been taken.
        @exclusivity(unchecked) @usableFromInline var row: Values?

        @inlinable
        override init() {}

        /// The stamp of the next event.
        @inlinable
        var next: Stamp? {
            guard let first = queue.first else { return nil }
            guard case .values(let values) = first.kind else { return first.stamp }
            return Stamp(number: values.number, origin: values.number)
        }

        /// Whether the next event was accepted before the next one of another lane, or the other lane has none.
        @inlinable
        func isBefore(_ other: Outgoing) -> Bool {
            guard let own = next?.number, let others = other.next?.number else { return !queue.isEmpty }
            return own < others
        }

        /// Removes and returns the next entry.
        @inlinable
        func popFirst() -> Entry? {
            guard case .values(let values) = queue.first?.kind else { return queue.popFirst() }
            let stamp = Stamp(number: values.number, origin: values.number)
            guard let element = take(values) else { return nil }
            return Entry(kind: .next(element, to: .all), stamp: stamp)
        }

        /// Removes and returns the next value, if it is a plain one, of which only the place matters.
        @inlinable
        func popPlain(to limit: UInt64) -> Element? {
            guard let row else { return popFirstPlain(to: limit) }
            guard row.number <= limit else { return nil }
            number = row.number
            taken += 1
            return take(row)
        }

        @inlinable
        func take(_ values: Values) -> Element? {
            let element = values.take()
            if values.isEmpty { leaveRow() }
            return element
        }

        @inlinable @inline(never)
        func leaveRow() {
            row = nil
            _ = queue.popFirst()
        }

        @inlinable @inline(never)
        func popFirstPlain(to limit: UInt64) -> Element? {
            guard let first = queue.first else { return nil }
            switch first.kind {
            case .values(let values):
                guard values.number <= limit else { return nil }
                row = values
                return popPlain(to: limit)
            case .next(let element, to: .all) where first.stamp.isPlain && first.stamp.number <= limit:
                number = first.stamp.number
                taken += 1
                _ = queue.popFirst()
                return element
            default:
                return nil
            }
        }
    }

    /// The queue of a lane: incoming entries, under the lock, and outgoing ones, which the lane's owner has taken over
    /// and delivers without the lock. All incoming entries are later than all outgoing ones.
    @usableFromInline
    struct Line {
        @usableFromInline var incoming = Queue<Entry>()
        @usableFromInline let outgoing = Outgoing()
        /// The row of values at the end of the incoming entries, if there is one.
        @usableFromInline var last: Values?

        @inlinable
        init() {}

        @inlinable
        mutating func append(_ entry: Entry) {
            incoming.append(entry)
            last = nil
        }

        /// Adds a plain value, of which only the number matters.
        @inlinable
        mutating func append(_ element: Element, number: UInt64) {
            if let last, last.elements.count < Values.limit, last.number + UInt64(last.elements.count) == number {
                last.elements.append(element)
            } else {
                appendApart(element, Stamp(number: number, origin: number))
            }
        }

        /// Begins a new row, unless the value is the first that waits, and so may remain the only one.
        @inlinable @inline(never)
        mutating func appendApart(_ element: Element, _ stamp: Stamp) {
            guard !incoming.isEmpty else { return append(Entry(kind: .next(element, to: .all), stamp: stamp)) }
            let values = Values(stamp.number)
            values.elements.append(element)
            incoming.append(Entry(kind: .values(values), stamp: stamp))
            last = values
        }

        /// Takes over the incoming entries, once no outgoing ones are left.
        ///
        /// - Parameter one: Whether to take over one entry at most.
        @inlinable
        mutating func takeOver(one: Bool) {
            guard outgoing.queue.isEmpty else { return }
            if one {
                if let entry = incoming.popFirst() { outgoing.queue.append(entry) }
            } else {
                swap(&incoming, &outgoing.queue)
            }
            last = nil
        }
    }

    /// The queues of the two lanes.
    @usableFromInline
    final class Backlog: AnyBacklog {
        @exclusivity(unchecked) @usableFromInline var immediate: Line
        @exclusivity(unchecked) @usableFromInline var scheduled: Line

        @inlinable
        init() {
            immediate = Line()
            scheduled = Line()
            super.init(immediate.outgoing, scheduled.outgoing)
        }
    }

    /// Values that the owner of lanes delivers one after the other without the lock: the plain ones up to a number.
    @usableFromInline
    struct Run {
        @usableFromInline let limit: UInt64
        /// The outgoing entries of each lane that is owned, with its observers.
        @usableFromInline let immediate: (Outgoing, SlotList.Slots)?
        @usableFromInline let scheduled: (Outgoing, SlotList.Slots)?

        @inlinable
        init(to limit: UInt64, immediate: (Outgoing, SlotList.Slots)?, scheduled: (Outgoing, SlotList.Slots)?) {
            self.limit = limit
            self.immediate = immediate
            self.scheduled = scheduled
        }

        /// The next value with its observers; `nil` if the lock is needed to continue.
        @inlinable
        func next() -> (Element, SlotList.Slots)? {
            guard let immediate else { return scheduled.flatMap(next) }
            guard let scheduled, scheduled.0.isBefore(immediate.0) else { return next(immediate) }
            return next(scheduled)
        }

        @inlinable
        func next(_ lane: (Outgoing, SlotList.Slots)) -> (Element, SlotList.Slots)? {
            lane.0.popPlain(to: limit).map { ($0, lane.1) }
        }
    }
}
