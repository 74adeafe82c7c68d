/// Values in the order in which they came in.
///
/// The first value is kept beside the others: a queue that never holds more than one, which is the usual case, never
/// allocates.
@usableFromInline
struct Queue<Element> {
    @usableFromInline var first: Element?
    @usableFromInline var rest: ContiguousArray<Element?> = []
    @usableFromInline var taken = 0

    @inlinable
    init() {}

    @inlinable
    var isEmpty: Bool { first == nil }

    @inlinable
    var count: Int { first == nil ? 0 : 1 + rest.count - taken }

    /// - Complexity: O(1) amortised.
    @inlinable
    mutating func append(_ element: Element) {
        if first == nil { first = element } else { rest.append(element) }
    }

    /// - Complexity: O(1) amortised.
    @inlinable
    mutating func popFirst() -> Element? {
        guard let element = first else { return nil }
        if rest.isEmpty {
            first = nil
        } else {
            refill()
        }
        return element
    }

    @usableFromInline
    mutating func refill() {
        first = rest[taken]
        rest[taken] = nil
        taken += 1
        if taken == rest.count {
            rest.removeAll(keepingCapacity: rest.count <= 64)
            taken = 0
        } else if taken > 64, taken * 2 > rest.count {
            rest.removeFirst(taken)
            taken = 0
        }
    }

    /// The elements, first in first.
    @usableFromInline
    var elements: [Element] {
        guard let first else { return [] }
        return [first] + rest[taken...].compactMap { $0 }
    }
}
