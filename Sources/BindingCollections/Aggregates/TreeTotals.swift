import Binding

/// The total of a list's values, of which a closure makes one for each row, and another one combines two neighbors.
///
/// It knows the total of each node of the list's tree. An edit makes a leaf anew, and the branches above it: their totals are
/// computed again, and all others stay. Nothing is ever taken out of a total, so that the function needs no inverse: the
/// minimum will do.
@usableFromInline
struct TreeTotals<Row, Value> {
    /// What is known about a node of the tree.
    @usableFromInline
    struct Node {
        /// The address of the node's array, which identifies it as long as the tree is held.
        @usableFromInline let address: UnsafeRawPointer?
        @usableFromInline let count: Int
        @usableFromInline let total: Value
        @usableFromInline let children: [Node]

        @inlinable
        init(address: UnsafeRawPointer? = nil, count: Int, total: Value, children: [Node]) {
            self.address = address
            self.count = count
            self.total = total
            self.children = children
        }
    }

    /// The total of a leaf, which has one row or more.
    @usableFromInline let total: @Sendable (UnsafeBufferPointer<Row>) -> Value
    @usableFromInline let combine: @Sendable (Value, Value) -> Value
    /// The latest rows. They are held, so that none of their nodes is changed in place, or gives its address to another one.
    @usableFromInline var rows = TreeArray<Row>()
    /// `nil` if there are no rows.
    @usableFromInline var root: Node?

    @inlinable
    init(
        _ total: @escaping @MainActor (UnsafeBufferPointer<Row>) -> Value,
        _ combine: @escaping @MainActor (Value, Value) -> Value
    ) {
        self.total = MainActorDispatcher.unchecked(total)
        self.combine = MainActorDispatcher.unchecked(combine)
    }

    /// The total of a list, `nil` if that has no rows.
    ///
    /// - Complexity: O(log *n*) for each node that the list does not share with the one before.
    @inlinable
    mutating func total(of rows: TreeArray<Row>) -> Value? {
        let (old, new) = (self.rows.tree, rows.tree)
        // Of the same height as the new root.
        for _ in 0..<Swift.max(0, old.height - new.height) {
            root = root.map { Node(count: $0.count, total: $0.total, children: $0.children.flatMap(\.children)) }
        }
        for _ in 0..<Swift.max(0, new.height - old.height) {
            root = root.map { Node(count: $0.count, total: $0.total, children: [$0]) }
        }
        root = rows.isEmpty ? nil : withUnsafePointer(to: new.root) { node(for: $0, former: root) }
        self.rows = rows
        return root?.total
    }

    /// What is known about a node, from what was known about a former one of the same height in about the same place.
    @inlinable
    func node(for new: UnsafePointer<TreeNode<Row>>, former: Node?) -> Node {
        let address = new.pointee.address
        if let former, former.address == address { return former }
        let count = new.pointee.count
        if new.pointee.isLeaf {
            let total = new.pointee.elements.withUnsafeBufferPointer(total)
            return Node(address: address, count: count, total: total, children: [])
        }
        let children = new.pointee.children.withUnsafeBufferPointer { children in
            (former?.children ?? []).withUnsafeBufferPointer { nodes(for: children, former: $0) }
        }
        let total = children.dropFirst().reduce(children[0].total) { combine($0, $1.total) }
        return Node(address: address, count: count, total: total, children: children)
    }

    /// What is known about some siblings. Those that are not new are in the same order as before.
    @inlinable
    func nodes(for new: UnsafeBufferPointer<TreeNode<Row>>, former: UnsafeBufferPointer<Node>) -> [Node] {
        var nodes: [Node] = []
        nodes.reserveCapacity(new.count)
        // The first former one that may stay, and how many rows there are since the last one that does.
        var (next, passed) = (0, 0)
        for place in new.indices {
            let address = new[place].address
            if let same = former[next...].firstIndex(where: { $0.address == address }) {
                nodes.append(former[same])
                (next, passed) = (same + 1, 0)
                continue
            }
            // The one in whose place it is, or from which it has been split.
            var (candidate, end) = (next, passed + new[place].count / 2)
            while candidate < former.count - 1, end >= former[candidate].count {
                end -= former[candidate].count
                candidate += 1
            }
            passed += new[place].count
            nodes.append(
                node(for: new.baseAddress.unsafelyUnwrapped + place, former: candidate < former.count ? former[candidate] : nil))
        }
        return nodes
    }
}

extension ListUpdates {
    /// A function of the rows that keeps what it needs to be cheap when it is called again, ``TreeTotals``: the total of the
    /// values that a closure makes of them.
    ///
    /// Always inlined, so that it has the second closure in the loop over a leaf.
    @MainActor @inlinable @inline(__always)
    static func total<Value>(
        of value: @escaping @MainActor (Row) -> Value, _ combine: @escaping @MainActor (Value, Value) -> Value
    ) -> @MainActor (TreeArray<Row>) -> Value? {
        var totals = TreeTotals<Row, Value>(
            { rows in
                let first = rows.baseAddress.unsafelyUnwrapped
                var total = first.pass(to: value)
                for place in 1..<rows.count { total = combine(total, (first + place).pass(to: value)) }
                return total
            }, combine)
        return { totals.total(of: $0) }
    }
}
