/// An order of rows, as a value: what a table's header sets.
///
/// ```swift
/// @Bindable var order: SortOrder<Person> = .ascending(\.name)
/// people.updates().sorted(by: viewModel.$order) => listBox.rx.rows
/// viewModel.order = .descending(\.age).then(.ascending(\.name))
/// ```
///
/// DynamicData has `SortExpressionComparer` for this, Foundation `SortDescriptor`.
public struct SortOrder<Row>: Sendable {
    /// Whether a row belongs before another one.
    public let areInIncreasingOrder: @Sendable (Row, Row) -> Bool

    /// An order by a closure.
    ///
    /// - Parameter areInIncreasingOrder: Whether the first row belongs before the second one, as for `sort(by:)`.
    public init(by areInIncreasingOrder: @escaping @Sendable (Row, Row) -> Bool) {
        self.areInIncreasingOrder = areInIncreasingOrder
    }

    /// That of the source: no row belongs before another one.
    public static var ofSource: SortOrder { SortOrder { _, _ in false } }

    /// The smallest first, by a key of the rows.
    @inlinable
    public static func ascending<Key: Comparable & SendableMetatype>(_ key: KeyPath<Row, Key> & Sendable) -> SortOrder {
        SortOrder { $0[keyPath: key] < $1[keyPath: key] }
    }

    /// The greatest first, by a key of the rows.
    @inlinable
    public static func descending<Key: Comparable & SendableMetatype>(_ key: KeyPath<Row, Key> & Sendable) -> SortOrder
    {
        SortOrder { $1[keyPath: key] < $0[keyPath: key] }
    }

    /// This order, and another one for rows that it makes no difference between.
    public func then(_ next: SortOrder) -> SortOrder {
        let (first, second) = (areInIncreasingOrder, next.areInIncreasingOrder)
        return SortOrder { first($0, $1) || (!first($1, $0) && second($0, $1)) }
    }

    /// The opposite order. Rows that this makes no difference between stay in the order of the source.
    public func reversed() -> SortOrder {
        let order = areInIncreasingOrder
        return SortOrder { order($1, $0) }
    }
}
