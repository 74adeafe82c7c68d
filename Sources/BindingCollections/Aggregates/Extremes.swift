import Binding

extension ListUpdates {
    /// The least row, or `nil` if there is none; of several, the first. Sent when that is another row, or another
    /// value.
    ///
    /// - Parameter areInIncreasingOrder: Whether a row is less than another one, called on the main actor.
    /// - Complexity: O(log *n*) for each row that has changed.
    @inlinable
    public consuming func min(by areInIncreasingOrder: @escaping @MainActor (Row, Row) -> Bool) -> Driver<Row?> {
        aggregated { Self.total(of: { $0.pointee }) { areInIncreasingOrder($1, $0) ? $1 : $0 } }
    }

    /// The greatest row, or `nil` if there is none; of several, the first. Sent when that is another row, or another
    /// value.
    ///
    /// - Parameter areInIncreasingOrder: Whether a row is less than another one, called on the main actor.
    /// - Complexity: O(log *n*) for each row that has changed.
    @inlinable
    public consuming func max(by areInIncreasingOrder: @escaping @MainActor (Row, Row) -> Bool) -> Driver<Row?> {
        aggregated { Self.total(of: { $0.pointee }) { areInIncreasingOrder($0, $1) ? $1 : $0 } }
    }

    /// The least value that a property has in the rows, or `nil` if there is none. Sent when it changes. DynamicData's
    /// `Minimum`.
    ///
    /// - Complexity: O(log *n*) for each row that has changed.
    @inlinable
    public consuming func min<Value: Comparable & Sendable>(_ property: KeyPath<Row, Value> & Sendable) -> Driver<
        Value?
    > {
        let value = RowProperty(property)
        return aggregated { Self.extreme({ value($0) }, { $0 < $1 }) }
    }

    /// The greatest value that a property has in the rows, or `nil` if there is none. Sent when it changes.
    /// DynamicData's `Maximum`.
    ///
    /// - Complexity: O(log *n*) for each row that has changed.
    @inlinable
    public consuming func max<Value: Comparable & Sendable>(_ property: KeyPath<Row, Value> & Sendable) -> Driver<
        Value?
    > {
        let value = RowProperty(property)
        return aggregated { Self.extreme({ value($0) }, { $0 > $1 }) }
    }

    /// A function of the rows: the value that comes before all others in an order; of several, the first.
    ///
    /// A value that does not equal itself, such as a number that is none, comes neither before another one nor after
    /// it. The plain functions stay with it if it is the first, and pass over it otherwise.
    @MainActor @inlinable @inline(__always)
    static func extreme<Value: Comparable>(
        _ value: @escaping @MainActor (UnsafePointer<Row>) -> Value,
        _ isBefore: @escaping @MainActor (Value, Value) -> Bool
    ) -> @MainActor (TreeArray<Row>) -> Value? {
        let found = total(of: value) { isBefore($1, $0) || $0 != $0 ? $1 : $0 }
        return { (rows: TreeArray<Row>) in
            let result = found(rows)
            if let first = rows.first.map({ withUnsafePointer(to: $0, value) }), first != first { return first }
            return result
        }
    }
}

extension ListUpdates where Row: Comparable {
    /// The least row, or `nil` if there is none. Sent when it changes.
    ///
    /// - Complexity: O(log *n*) for each row that has changed.
    @inlinable
    public consuming func min() -> Driver<Row?> { aggregated { Self.extreme({ $0.pointee }, { $0 < $1 }) } }

    /// The greatest row, or `nil` if there is none. Sent when it changes.
    ///
    /// - Complexity: O(log *n*) for each row that has changed.
    @inlinable
    public consuming func max() -> Driver<Row?> { aggregated { Self.extreme({ $0.pointee }, { $0 > $1 }) } }
}
