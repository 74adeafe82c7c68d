/// What a source remembers for observers that come later.
@usableFromInline
struct ReplayMemory<Element: Sendable> {
    @usableFromInline
    enum Capacity: Equatable, Sendable {
        case nothing
        case latest
        case last(Int)
    }

    /// Several values: in an object of their own, because most sources remember one or none.
    @usableFromInline
    final class History {
        @exclusivity(unchecked) @usableFromInline var values = Queue<Element>()

        @usableFromInline
        init() {}
    }

    @usableFromInline let capacity: Capacity
    @usableFromInline var latest: Element?
    @usableFromInline var history: History?

    @inlinable
    init(capacity: Capacity) {
        self.capacity = capacity
        if case .last = capacity { history = History() }
    }

    /// Notes a value.
    ///
    /// - Returns: The value that it displaces, to be released outside of the lock.
    @inlinable
    mutating func remember(_ element: Element) -> Element? {
        switch capacity {
        case .nothing:
            return nil
        case .latest:
            let displaced = latest
            latest = element
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

    /// The values for an observer that subscribes now, oldest first.
    @usableFromInline
    var events: [Event<Element>] {
        switch capacity {
        case .nothing: []
        case .latest: latest.map { [.next($0)] } ?? []
        case .last: history?.values.elements.map { .next($0) } ?? []
        }
    }

    /// Whether an observer that comes after the end is still handed the values: only those of a `ReplaySubject` are
    /// ([ReactiveX: Subject](https://reactivex.io/documentation/subject.html)).
    @usableFromInline
    var outlivesTermination: Bool {
        if case .last = capacity { true } else { false }
    }
}
