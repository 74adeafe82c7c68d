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
    @usableFromInline var input = TreeArray<Row>()
    /// The mirror of the input's tree.
    @usableFromInline var output = TreeArray<Row>()

    @inlinable
    init() {}

    @inlinable
    mutating func take(_ rows: TreeArray<Row>) -> Bool {
        if rows.isIdentical(to: input) { return false }
        output = TreeArray(rows.tree.mirrored(like: input.tree, output.tree), rows.shape)
        input = rows
        return true
    }
}
