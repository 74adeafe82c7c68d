import Binding

extension ListUpdates where Row: Identifiable, Row.ID: Sendable {
    /// The row with an identity, or `nil` while there is none. Sent when that changes. DynamicData's `Watch` and
    /// `WatchValue`.
    ///
    /// ```swift
    /// people.updates().row(id: 7).map { $0?.name ?? "" } => nameLabel.rx.text
    /// ```
    ///
    /// For the row that is selected, see ``Selection/row(in:)``; for one that is edited, the lens `element(id:)`.
    ///
    /// - Parameter id: The identity. Of several rows that have it, it is the first one.
    /// - Complexity: O(log *n*) for each row that has changed.
    @inlinable
    public func row(id: Row.ID) -> Driver<Row?> { filter { $0.id == id }.first }
}

extension ListUpdates {
    /// The row with an identity, or `nil` while there is none; see ``row(id:)``.
    ///
    /// - Parameters:
    ///   - value: The identity. Of several rows that have it, it is the first one.
    ///   - id: The property that identifies a row.
    /// - Complexity: O(log *n*) for each row that has changed.
    @inlinable
    public func row<ID: Hashable & Sendable>(id value: ID, by id: KeyPath<Row, ID> & Sendable) -> Driver<Row?> {
        filter { $0[keyPath: id] == value }.first
    }
}
