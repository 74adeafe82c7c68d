/// Actions and the times at which they are due, for schedulers whose time is advanced by hand: a binary heap with the
/// first one on top. For the same time they are in the order in which they were inserted.
///
/// Inserting an action and taking one out takes O(log n) comparisons of times; removing one takes O(1), and its time
/// stays in the heap until it has come.
package struct DueActions<Time: Sendable>: Sendable {
    package typealias Action = @Sendable () -> Void

    private struct Entry {
        let time: Time
        let number: Int
    }

    private let isBefore: @Sendable (Time, Time) -> Bool
    private var heap: [Entry] = []
    private var nextNumber = 0
    /// The actions that have not been removed, by number.
    private var actions: [Int: Action] = [:]

    /// - Parameter isBefore: Whether the first of two times is the earlier one.
    package init(isBefore: @escaping @Sendable (Time, Time) -> Bool) {
        self.isBefore = isBefore
    }

    /// The times of the actions, in the order in which they will run.
    package var times: [Time] {
        heap.filter { actions[$0.number] != nil }.sorted(by: precedes).map(\.time)
    }

    /// - Returns: The number by which the action can be removed.
    package mutating func insert(_ action: @escaping Action, at time: Time) -> Int {
        let number = nextNumber
        nextNumber += 1
        actions[number] = action
        heap.append(Entry(time: time, number: number))
        var child = heap.count - 1
        while child > 0, precedes(heap[child], heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
        return number
    }

    /// - Returns: The action, to be released outside of a lock; `nil` if it has been taken out.
    package mutating func remove(_ number: Int) -> Action? { actions.removeValue(forKey: number) }

    /// Takes out the first action.
    ///
    /// - Parameter limit: The time up to which it may be due; `nil` for any.
    package mutating func popFirst(until limit: Time?) -> (time: Time, action: Action)? {
        while let first = heap.first {
            if let limit, isBefore(limit, first.time) { return nil }
            removeTop()
            // An entry that was removed has no action any more.
            if let action = actions.removeValue(forKey: first.number) { return (first.time, action) }
        }
        return nil
    }

    private func precedes(_ left: Entry, _ right: Entry) -> Bool {
        if isBefore(left.time, right.time) { return true }
        return !isBefore(right.time, left.time) && left.number < right.number
    }

    private mutating func removeTop() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            let children = (2 * parent + 1)..<min(2 * parent + 3, max(2 * parent + 1, heap.count))
            guard let least = children.min(by: { precedes(heap[$0], heap[$1]) }), precedes(heap[least], heap[parent])
            else { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
