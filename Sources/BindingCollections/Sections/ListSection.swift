import Binding

/// Rows that have something in common: a part of a list with a title.
public struct ListSection<Key: Hashable & Sendable, Row: Sendable>: Identifiable, Sendable {
    /// What the rows have in common, which distinguishes this section from others.
    public let key: Key

    /// The rows.
    public var rows: TreeArray<Row>

    /// The identity of the section: its key.
    @inlinable public var id: Key { key }

    /// A section.
    @inlinable
    public init(key: Key, rows: TreeArray<Row>) {
        self.key = key
        self.rows = rows
    }
}

extension ListSection: Equatable where Row: Equatable {}
extension ListSection: Hashable where Row: Hashable {}
