import Binding

extension ListUpdates {
    /// The rows, the last one first.
    ///
    /// - Complexity: O(log *n*) for each row that has changed.
    @inlinable
    public consuming func reversed() -> ListUpdates { through { ReversedStage() } }
}

@usableFromInline
struct ReversedStage<Row: Sendable>: ListStage {
    /// Mirrors each node of the input's tree.
    @usableFromInline var mirror: TreeFold<Row, TreeNode<Row>>
    @usableFromInline var output = TreeArray<Row>()

    @inlinable
    init() {
        mirror = TreeFold(
            isLastFirst: true,
            leaf: { TreeNode(leaf: Self.reversed($0)) },
            branch: { children in TreeNode(branch: children.reversed().map(\.result)) })
    }

    @inlinable
    mutating func take(_ rows: TreeArray<Row>) -> Bool {
        if rows.isIdentical(to: mirror.list) { return false }
        output = TreeArray(
            mirror.result(of: rows).map { Subtree($0, height: rows.tree.height) } ?? Subtree(), rows.shape)
        return true
    }

    /// Rows, the last one first. Each is copied once; the standard library does it for all, and then swaps.
    @inlinable
    static func reversed(_ rows: UnsafeBufferPointer<Row>) -> [Row] {
        Array(unsafeUninitializedCapacity: rows.count) { buffer, count in
            count = rows.count
            guard var next = buffer.baseAddress, let first = rows.baseAddress else { return }
            var place = first + count
            while place > first {
                place -= 1
                next.initialize(to: place.pointee)
                next += 1
            }
        }
    }
}
