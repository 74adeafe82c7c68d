import Binding

extension ListUpdates {
    /// The rows in an order; those that it makes no difference between are in the order of the source.
    ///
    /// ```swift
    /// viewModel.$people.updates().sorted { $0.age > $1.age } => listBox.rx.rows
    /// ```
    ///
    /// The order must not depend on anything that changes while the row does not. If it does, or contradicts itself,
    /// the order of the rows is unspecified, but none is lost. DynamicData has this as `Sort`, and `SortAndBind`.
    ///
    /// - Parameter areInIncreasingOrder: Whether the first row belongs before the second one. Called on the main actor.
    /// - Complexity: O(log n) for each row that has changed. If many have, they are sorted by themselves and merged
    ///   with the others in O(n), or, in the order of keys, all rows are sorted anew.
    @inlinable
    public consuming func sorted(by areInIncreasingOrder: @escaping @MainActor (Row, Row) -> Bool) -> ListUpdates {
        through { SortedStage(areInIncreasingOrder) }
    }

    /// The rows in an order; those that it makes no difference between are in the order of the source.
    ///
    /// ```swift
    /// people.updates().sorted(by: .descending(\.age).then(.ascending(\.name)))
    /// ```
    ///
    /// - Complexity: That of ``sorted(by:)``.
    @inlinable
    public consuming func sorted(by order: RowOrder<Row>) -> ListUpdates {
        through { SortedStage(order) }
    }

    /// The rows in the order of a key, the smallest first; those with equal keys are in the order of the source.
    ///
    /// - Complexity: That of ``sorted(by:)``.
    @inlinable
    public consuming func sorted<Key: Comparable & SendableMetatype>(by key: KeyPath<Row, Key> & Sendable)
        -> ListUpdates
    {
        sorted(by: .ascending(key))
    }

    /// The rows in the order of a key that may be missing, the smallest first; those without it are last, and those with
    /// equal keys in the order of the source. See also ``RowOrder/descending(_:nilFirst:)``.
    ///
    /// - Complexity: That of ``sorted(by:)``.
    @inlinable
    public consuming func sorted<Key: Comparable & SendableMetatype>(by key: KeyPath<Row, Key?> & Sendable)
        -> ListUpdates
    {
        sorted(by: .ascending(key))
    }

    /// The rows in the latest order of a driver; those that it makes no difference between are in the order of the
    /// source.
    ///
    /// Nothing is sent before there is an order. Rows are compared on the main actor.
    ///
    /// - Complexity: That of ``sorted(by:)``; O(n log n) for each order.
    @inlinable
    public func sorted(by orders: Driver<RowOrder<Row>>) -> ListUpdates {
        through(orders, identity: identity) { order in
            SortedStage(order)
        } adapt: { stage, _, order, rows in
            stage.change(to: order, of: rows)
        }
    }

    /// The same with the latest order of a relay, a derived value, or whatever else converts to a driver.
    @_disfavoredOverload @inlinable
    public func sorted(by orders: some DriverConvertibleType<RowOrder<Row>>) -> ListUpdates {
        sorted(by: orders.asSharedSequence())
    }
}

extension ListUpdates where Row: Comparable {
    /// The rows in ascending order. Rows that do not equal themselves, NaN, come last.
    ///
    /// - Complexity: That of `sorted(by:)`.
    @inlinable
    public consuming func sorted() -> ListUpdates { sorted { RowOrder<Row>.isBefore($0, $1) } }
}
