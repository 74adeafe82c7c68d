// For code that keeps arrays: what is to be done, without the rows as a tree.

extension ListUpdate.Change {
    /// The change from the rows of an array to those of another one; see `ListUpdate.init(from:to:)`. No ``TreeArray``
    /// is made.
    ///
    /// ```swift
    /// if case .edits(let edits) = ListUpdate.Change(from: old, to: new, by: \.id) { table.perform(edits, new) }
    /// ```
    ///
    /// - Complexity: O(*n*) in the number of rows.
    @inlinable
    public init(from old: [Row], to new: [Row]) {
        self.init(old, new, identity: nil)
    }

    /// The change from the rows of an array to those of another one, which are told apart by an identity; see
    /// ``ListUpdate/init(from:to:by:)-([Row],_,_)``. No ``TreeArray`` is made.
    ///
    /// - Parameters:
    ///   - old: The previous rows.
    ///   - new: The current rows.
    ///   - id: The property that identifies a row, whatever else it holds. It should be different for each row.
    /// - Complexity: O(*n*) in the number of rows, and O(*m* log *m*) in that of rows that moved.
    @inlinable
    public init<ID: Hashable & Sendable>(from old: [Row], to new: [Row], by id: KeyPath<Row, ID> & Sendable) {
        self.init(old, new, identity: RowIdentity(id))
    }

    @inlinable
    init(_ old: [Row], _ new: [Row], identity: RowIdentity<Row>?) {
        var differences = ListDifferences(identity: identity)
        self = differences.change(from: old, to: new)
    }
}

extension ListUpdate.Change where Row: Identifiable, Row.ID: Sendable {
    /// The change from the rows of an array to those of another one, which are told apart by their `id`; see
    /// ``ListUpdate/init(from:to:by:)-([Row],_,_)``. No ``TreeArray`` is made.
    ///
    /// - Complexity: O(*n*) in the number of rows, and O(*m* log *m*) in that of rows that moved.
    @inlinable
    public init(from old: [Row], to new: [Row]) {
        self.init(old, new, identity: RowIdentity { $0.id })
    }
}
