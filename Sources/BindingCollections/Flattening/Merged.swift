import Binding

extension ListUpdates {
    /// The rows of this list, and then those of others, in the order given: what `+` makes of arrays.
    ///
    /// Each change is sent with the row's place in the whole. Nothing is sent before each list has its rows. Lists that
    /// change together, such as parts of one source, are one update: a row that goes from one to another moves.
    ///
    /// - Complexity: O(log *n*) for each list, and the time of what changes.
    @inlinable
    public func merged(with others: ListUpdates...) -> ListUpdates { .merged([self] + others) }

    /// The rows of several lists, in the order given: what `joined()` makes of arrays. DynamicData's
    /// `MergeChangeSets`, with an order.
    ///
    /// Nothing is sent before each list has its rows. With no lists, the result is empty.
    ///
    /// - Parameter lists: The lists. Rows are told apart as in the first one.
    /// - Complexity: O(log *n*) for each list, and the time of what changes.
    @inlinable
    public static func merged(_ lists: [ListUpdates]) -> ListUpdates {
        let rows = Driver<[TreeArray<Row>]>.combineLatest(lists.map(\.rows)) as Driver<[TreeArray<Row>]>
        return ListUpdates(rows.map { $0.joinedAsTree() }, identity: lists.first?.identity)
    }
}

extension Array {
    /// All elements of some trees, one tree after the other. The result shares their nodes.
    @inlinable
    func joinedAsTree<Row>() -> TreeArray<Row> where Element == TreeArray<Row> {
        var whole = first ?? TreeArray()
        for tree in dropFirst() { whole.append(tree: tree) }
        return whole
    }
}
