/// What waits for the observers of a ``Broadcaster``.
extension BroadcastState {
    @usableFromInline typealias Stamp = BroadcastStamp

    /// What waits in a lane.
    @usableFromInline
    struct Entry {
        @usableFromInline
        enum Kind {
            case next(Element, except: Lifetime?)
            case stop(Termination)
            /// An observer comes in, after it has been handed these events.
            case join(Slot<Element>, [Event<Element>])
            /// Values that were accepted one right after the other, about which nothing is to be known but their
            /// places.
            case values(Values)
        }

        @usableFromInline let kind: Kind
        @usableFromInline let stamp: Stamp

        @inlinable
        init(kind: Kind, stamp: Stamp) {
            self.kind = kind
            self.stamp = stamp
        }
    }

    /// Values in a row: what floods a source takes no more room than they need themselves.
    @usableFromInline
    final class Values {
        /// The number of the first one that is left.
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

    /// What the owner of a lane has taken over.
    @usableFromInline
    final class Outgoing: LaneProgress {
        @exclusivity(unchecked) @usableFromInline var queue = Queue<Entry>()
        /// What is first in the queue, if these are values in a row and some have been taken.
        @exclusivity(unchecked) @usableFromInline var row: Values?

        @inlinable
        override init() {}

        /// The stamp of what goes out next.
        @inlinable
        var next: Stamp? {
            guard let first = queue.first else { return nil }
            guard case .values(let values) = first.kind else { return first.stamp }
            return Stamp(number: values.number, origin: values.number)
        }

        /// Whether what goes out next was accepted before what goes out next of another lane, or was not accepted
        /// there.
        @inlinable
        func isBefore(_ other: Outgoing) -> Bool {
            guard let own = next?.number, let others = other.next?.number else { return !queue.isEmpty }
            return own < others
        }

        /// Takes out what goes out next.
        @inlinable
        func popFirst() -> Entry? {
            guard case .values(let values) = queue.first?.kind else { return queue.popFirst() }
            let stamp = Stamp(number: values.number, origin: values.number)
            guard let element = take(values) else { return nil }
            return Entry(kind: .next(element, except: nil), stamp: stamp)
        }

        /// Takes out what goes out next, if it is a value about which nothing is to be known but its place.
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
            case .next(let element, except: nil) where first.stamp.isPlain && first.stamp.number <= limit:
                number = first.stamp.number
                taken += 1
                _ = queue.popFirst()
                return element
            default:
                return nil
            }
        }
    }

    /// What waits in a lane: what has come in, under the lock, and what its owner has taken over from there and hands
    /// out without the lock. All of the first is later than all of the second.
    @usableFromInline
    struct Line {
        @usableFromInline var incoming = Queue<Entry>()
        @usableFromInline let outgoing = Outgoing()
        /// Those at the end of what has come in, if there are such.
        @usableFromInline var last: Values?

        @inlinable
        init() {}

        @inlinable
        mutating func append(_ entry: Entry) {
            incoming.append(entry)
            last = nil
        }

        /// Takes in a value about which nothing is to be known but its number.
        @inlinable
        mutating func append(_ element: Element, number: UInt64) {
            if let last, last.elements.count < Values.limit, last.number + UInt64(last.elements.count) == number {
                last.elements.append(element)
            } else {
                appendApart(element, Stamp(number: number, origin: number))
            }
        }

        /// Begins a new row, unless it is the first that waits, which may remain the only one.
        @inlinable @inline(never)
        mutating func appendApart(_ element: Element, _ stamp: Stamp) {
            guard !incoming.isEmpty else { return append(Entry(kind: .next(element, except: nil), stamp: stamp)) }
            let values = Values(stamp.number)
            values.elements.append(element)
            incoming.append(Entry(kind: .values(values), stamp: stamp))
            last = values
        }

        /// Takes over what has come in, once nothing is left of before.
        ///
        /// - Parameter one: Whether no more than one entry is wanted.
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

    /// What waits in the two lanes.
    @usableFromInline
    final class Backlog {
        @exclusivity(unchecked) @usableFromInline var immediate = Line()
        @exclusivity(unchecked) @usableFromInline var scheduled = Line()

        @inlinable
        init() {}
    }

    /// Values that the owner of lanes hands out one after the other without the lock: those up to a number, as long as
    /// nothing is to be known about them but their places.
    @usableFromInline
    struct Run {
        @usableFromInline let limit: UInt64
        /// What there is in each lane, where it is owned, and its observers.
        @usableFromInline let immediate: (Outgoing, SlotList.Slots)?
        @usableFromInline let scheduled: (Outgoing, SlotList.Slots)?

        @inlinable
        init(to limit: UInt64, immediate: (Outgoing, SlotList.Slots)?, scheduled: (Outgoing, SlotList.Slots)?) {
            self.limit = limit
            self.immediate = immediate
            self.scheduled = scheduled
        }

        /// The next value with its observers; `nil` where the lock is needed to go on.
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
