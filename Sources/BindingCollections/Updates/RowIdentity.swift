/// What tells which row is which, whatever it holds.
@usableFromInline
package struct RowIdentity<Row: Sendable>: Sendable {
    @inlinable
    package init<ID: Hashable & Sendable>(_ id: @escaping @Sendable (Row) -> ID) {}
}
