/// How much a source remembers for observers that come later.
@usableFromInline
enum ReplayCapacity: Equatable, Sendable {
    case nothing
    case latest
    case last(Int)
}

/// Several values: in an object of their own, because most sources remember one or none.
@usableFromInline
final class ReplayHistory<Element: Sendable> {
    @exclusivity(unchecked) @usableFromInline var values = Queue<Element>()

    @usableFromInline
    init() {}
}

/// What a source remembers. Called under the lock.
extension Broadcaster {
    /// Notes a value.
    ///
    /// - Returns: The value that it displaces, to be released outside of the lock.
    @inlinable
    func remember(_ element: Element) -> Element? {
        switch capacity {
        case .nothing:
            return nil
        case .latest:
            let displaced = remembered
            remembered = element
            return displaced
        case .last(let limit):
            return note(element, limit)
        }
    }

    @usableFromInline
    func note(_ element: Element, _ limit: Int) -> Element? {
        guard let history else { return nil }
        history.values.append(element)
        return history.values.count > limit ? history.values.popFirst() : nil
    }

    /// What an observer that subscribes now is handed, oldest first, and the end, if it has come.
    ///
    /// After the end only the observers of a `ReplaySubject` are handed values
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
        if history != nil { history = ReplayHistory() }
        return forgotten
    }
}
