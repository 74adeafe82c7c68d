/// The number of values that a source remembers for later observers.
@usableFromInline
enum ReplayCapacity: Equatable, Sendable {
    case nothing
    case latest
    case last(Int)
}

extension ReplayCapacity {
    /// The same without the number.
    @inlinable
    var memory: ReplayMemory {
        switch self {
        case .nothing: .nothing
        case .latest: .latest
        case .last: .several
        }
    }
}

/// Where a source stores the values that it remembers.
@usableFromInline
enum ReplayMemory: Equatable, Sendable {
    case nothing
    /// In the source itself.
    case latest
    /// In a ``ReplayHistory``.
    case several
}

/// Several remembered values: a separate object, because most sources remember one or none.
@usableFromInline
final class ReplayHistory<Element: Sendable> {
    @exclusivity(unchecked) @usableFromInline var values = Queue<Element>()
    @usableFromInline let limit: Int

    @usableFromInline
    init(_ limit: Int) {
        self.limit = limit
    }
}

/// The values that a source remembers. Called under the lock.
extension Broadcaster {
    /// The latest values, if several are remembered.
    var history: ReplayHistory<Element>? {
        guard let history = lanes.ledger?.pointee.history else { return nil }
        return unsafeDowncast(history, to: ReplayHistory<Element>.self)
    }

    /// Notes a value.
    ///
    /// - Returns: The value that it displaces, to be released outside of the lock.
    @inlinable
    func remember(_ element: Element) -> Element? {
        switch memory {
        case .nothing:
            return nil
        case .latest:
            let displaced = remembered
            remembered = element
            return displaced
        case .several:
            return note(element)
        }
    }

    @usableFromInline
    func note(_ element: Element) -> Element? {
        guard let history else { return nil }
        history.values.append(element)
        return history.values.count > history.limit ? history.values.popFirst() : nil
    }

    /// The events that an observer that subscribes now receives: the values, oldest first, and the end, if it has come.
    ///
    /// After the end only the observers of a `ReplaySubject` receive values
    /// ([ReactiveX: Subject](https://reactivex.io/documentation/subject.html)).
    var eventsToReplay: [Event<Element>] {
        var events: [Event<Element>] = history?.values.elements.map { .next($0) } ?? []
        guard let termination = lanes.termination else {
            if let remembered { events.append(.next(remembered)) }
            return events
        }
        events.append(termination.event())
        return events
    }

    /// Forgets everything.
    ///
    /// - Returns: What was remembered, to be released outside of the lock.
    func forgetAll() -> (Element?, ReplayHistory<Element>?) {
        let forgotten = (remembered, history)
        remembered = nil
        if let history { lanes.open().pointee.history = ReplayHistory<Element>(history.limit) }
        return forgotten
    }
}
