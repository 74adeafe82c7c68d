import Binding

/// A list of values that knows their total, by a function that combines two neighbors. Nothing is ever taken out of a
/// total, so the function needs no inverse: the minimum will do.
///
/// It is a treap whose nodes have some dozens of values each, and know the total of their subtree. It belongs to one
/// stage and is changed in place.
@usableFromInline
package struct AggregateTree<Value> {
    @usableFromInline
    final class Node {
        // Nobody but the tree accesses it, one access after the other.
        /// The values of this node, between those of both subtrees. Never empty.
        @exclusivity(unchecked) @usableFromInline var values: [Value]
        /// The total of the values of this node.
        @exclusivity(unchecked) @usableFromInline var own: Value
        /// The total of all values of the subtree.
        @exclusivity(unchecked) @usableFromInline var total: Value
        /// How many values the subtree has.
        @exclusivity(unchecked) @usableFromInline var count: Int
        @exclusivity(unchecked) @usableFromInline var left: Node?
        @exclusivity(unchecked) @usableFromInline var right: Node?
        /// At random, and never less than those of the nodes below.
        @usableFromInline let priority: UInt64

        @inlinable
        init(values: [Value], own: Value, priority: UInt64) {
            self.values = values
            self.own = own
            self.priority = priority
            total = own
            count = values.count
        }
    }

    /// How many values a node has at most.
    @usableFromInline let limit: Int
    @usableFromInline let combine: @Sendable (Value, Value) -> Value
    @usableFromInline var root: Node?
    /// How many nodes there may be.
    @usableFromInline var nodes = 0
    @usableFromInline var seed: UInt64 = 0

    @inlinable
    package init(limit: Int = 32, _ combine: @escaping @MainActor (Value, Value) -> Value) {
        self.limit = limit
        self.combine = MainActorDispatcher.unchecked(combine)
    }

    @inlinable package var count: Int { root?.count ?? 0 }

    /// The total of all values, or `nil` if there is none. O(1).
    @inlinable package var total: Value? { root?.total }

    /// Replaces the values of a range: O(log n) for each new one and for the range.
    @inlinable
    package mutating func replaceSubrange(_ range: Range<Int>, with new: [Value]) {
        if range.isEmpty && new.isEmpty { return }
        if let root, replace(range, with: new, in: root) { return }
        let (front, others) = split(root, at: range.lowerBound)
        let (_, back) = split(others, at: range.count)
        root = merge(merge(front, tree(of: new)), back)
        // Each time that a node is cut, both parts may stay small.
        if nodes > 16 + 8 * (count / limit) { rebuild() }
    }

    /// Does so within one node, if there is one that has the range and enough room.
    @inlinable
    func replace(_ range: Range<Int>, with new: [Value], in node: Node) -> Bool {
        let start = node.left?.count ?? 0
        let end = start + node.values.count
        if range.lowerBound >= start && range.upperBound <= end {
            let count = node.values.count - range.count + new.count
            guard count > 0, count <= limit else { return false }
            node.values.replaceSubrange((range.lowerBound - start)..<(range.upperBound - start), with: new)
            node.own = total(of: node.values)
        } else if let left = node.left, range.upperBound <= start {
            guard replace(range, with: new, in: left) else { return false }
        } else if let right = node.right, range.lowerBound >= end {
            guard replace((range.lowerBound - end)..<(range.upperBound - end), with: new, in: right) else {
                return false
            }
        } else {
            return false
        }
        update(node)
        return true
    }

    /// Updates the total of a subtree from those of its parts.
    @inlinable
    func update(_ node: Node) {
        node.total = node.own
        node.count = node.values.count
        if let left = node.left {
            node.total = combine(left.total, node.total)
            node.count += left.count
        }
        if let right = node.right {
            node.total = combine(node.total, right.total)
            node.count += right.count
        }
    }

    /// The total of some values, at least one.
    @inlinable
    func total(of values: [Value]) -> Value {
        var total = values[0]
        for index in 1..<values.count { total = combine(total, values[index]) }
        return total
    }

    @inlinable
    mutating func node(_ values: [Value], priority: UInt64? = nil) -> Node {
        nodes += 1
        return Node(values: values, own: total(of: values), priority: priority ?? nextPriority())
    }

    /// The next of a sequence of numbers that are as good as random: SplitMix64.
    @inlinable
    mutating func nextPriority() -> UInt64 {
        seed &+= 0x9e37_79b9_7f4a_7c15
        var number = seed
        number = (number ^ (number >> 30)) &* 0xbf58_476d_1ce4_e5b9
        number = (number ^ (number >> 27)) &* 0x94d0_49bb_1331_11eb
        return number ^ (number >> 31)
    }

    /// The first values of a subtree, and the others. Consumes the subtree.
    @inlinable
    mutating func split(_ node: Node?, at index: Int) -> (Node?, Node?) {
        guard let node else { return (nil, nil) }
        let start = node.left?.count ?? 0
        let end = start + node.values.count
        if index <= start {
            let (front, back) = split(node.left, at: index)
            node.left = back
            update(node)
            return (front, node)
        }
        if index >= end {
            let (front, back) = split(node.right, at: index - end)
            node.right = front
            update(node)
            return (node, back)
        }
        let rest = self.node(Array(node.values[(index - start)...]), priority: node.priority)
        rest.right = node.right
        update(rest)
        node.values.removeSubrange((index - start)...)
        node.own = total(of: node.values)
        node.right = nil
        update(node)
        return (node, rest)
    }

    /// One tree from two, with the values of one after those of the other. Consumes both.
    @inlinable
    func merge(_ front: Node?, _ back: Node?) -> Node? {
        guard let front else { return back }
        guard let back else { return front }
        if front.priority >= back.priority {
            front.right = merge(front.right, back)
            update(front)
            return front
        }
        back.left = merge(front, back.left)
        update(back)
        return back
    }

    @inlinable
    mutating func tree(of values: [Value]) -> Node? {
        // Not full, so that there is room for the next ones.
        let size = Swift.max(1, limit * 3 / 4)
        var tree: Node?
        var start = 0
        while start < values.count {
            let end = Swift.min(start + size, values.count)
            tree = merge(tree, node(Array(values[start..<end])))
            start = end
        }
        return tree
    }

    /// All values, in order.
    @inlinable var values: [Value] {
        var values: [Value] = []
        values.reserveCapacity(count)
        Self.walk(root) { values.append(contentsOf: $0) }
        return values
    }

    @inlinable
    mutating func rebuild() { setAll(values) }

    @inlinable
    mutating func setAll(_ values: [Value]) {
        nodes = 0
        root = tree(of: values)
    }

    /// Replaces the old ranges of splices: the values fill their new ranges, one after the other.
    ///
    /// - Complexity: O(log *n*) for each splice and each new value; O(*n*) if there are many.
    @inlinable
    mutating func replace(_ splices: [ListSplice], with new: [Value]) {
        if let root, splices.count > 1, splices.allSatisfy({ $0.old == $0.new }) {
            var next = 0
            return set(splices.flatMap(\.new), to: new, from: &next, in: root, start: 0)
        }
        var rest = new[...]
        guard isRebuildingCheaper(edits: splices.count, rows: count) else {
            for splice in splices {
                replaceSubrange(splice.place, with: Array(rest.prefix(splice.new.count)))
                rest = rest.dropFirst(splice.new.count)
            }
            return
        }
        let old = values
        var (all, done): ([Value], Int) = ([], 0)
        for splice in splices {
            all += old[done..<splice.old.lowerBound]
            all += rest.prefix(splice.new.count)
            rest = rest.dropFirst(splice.new.count)
            done = splice.old.upperBound
        }
        setAll(all + old[done...])
    }

    /// Sets the values of places in ascending order, from the next one on, as far as they are in a subtree.
    @inlinable
    func set(_ places: [Int], to new: [Value], from next: inout Int, in node: Node, start: Int) {
        guard next < places.count, places[next] < start + node.count else { return }
        if let left = node.left { set(places, to: new, from: &next, in: left, start: start) }
        let own = start + (node.left?.count ?? 0)
        let end = own + node.values.count
        let first = next
        while next < places.count, places[next] < end {
            node.values[places[next] - own] = new[next]
            next += 1
        }
        if next > first { node.own = total(of: node.values) }
        if let right = node.right { set(places, to: new, from: &next, in: right, start: end) }
        update(node)
    }

    /// Calls a closure with the values of a subtree in order, node by node.
    @inlinable
    static func walk(_ node: Node?, _ body: ([Value]) -> Void) {
        guard let node else { return }
        walk(node.left, body)
        body(node.values)
        walk(node.right, body)
    }
}

extension AggregateTree {
    /// A function of a list's rows: the first closure makes a value of each, the second combines two values, and the
    /// last makes the result.
    @inlinable
    static func function<Row: Sendable, Result>(
        _ value: @escaping @MainActor (Row) -> Value, _ combine: @escaping @MainActor (Value, Value) -> Value,
        _ result: @escaping @MainActor (Value?) -> Result
    ) -> @MainActor (TreeArray<Row>) -> Result {
        let value = MainActorDispatcher.unchecked(value)
        var input = TreeArray<Row>()
        var tree = AggregateTree(combine)
        return { rows in
            let splices = rows.exactSplices(from: input)
            var new: [Value] = []
            var reader = TreeReader(rows)
            for splice in splices { reader.forEach(in: splice.new) { new.append($0.pass(to: value)) } }
            tree.replace(splices, with: new)
            input = rows
            return result(tree.total)
        }
    }
}
