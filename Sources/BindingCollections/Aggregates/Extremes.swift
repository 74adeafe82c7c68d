import Binding

extension ListUpdates {
    /// The least row, or `nil` if there is none; of several, the first. Sent when that is another row, or another
    /// value.
    ///
    /// - Parameter areInIncreasingOrder: Whether a row is less than another one, called on the main actor.
    /// - Complexity: O(log *n*) for each row that has changed.
    @inlinable
    public func min(by areInIncreasingOrder: @escaping @MainActor (Row, Row) -> Bool) -> Driver<Row?> {
        aggregated { AggregateTree.function({ $0 }, { areInIncreasingOrder($1, $0) ? $1 : $0 }) { $0 } }
    }

    /// The greatest row, or `nil` if there is none; of several, the first. Sent when that is another row, or another
    /// value.
    ///
    /// - Parameter areInIncreasingOrder: Whether a row is less than another one, called on the main actor.
    /// - Complexity: O(log *n*) for each row that has changed.
    @inlinable
    public func max(by areInIncreasingOrder: @escaping @MainActor (Row, Row) -> Bool) -> Driver<Row?> {
        aggregated { AggregateTree.function({ $0 }, { areInIncreasingOrder($0, $1) ? $1 : $0 }) { $0 } }
    }

    /// The least value that a property has in the rows, or `nil` if there is none. Sent when it changes. DynamicData's
    /// `Minimum`.
    ///
    /// - Complexity: O(log *n*) for each row that has changed.
    @inlinable
    public func min<Value: Comparable & Sendable>(_ property: KeyPath<Row, Value> & Sendable) -> Driver<Value?> {
        aggregated { AggregateTree.function({ $0[keyPath: property] }, { $1 < $0 ? $1 : $0 }) { $0 } }
    }

    /// The greatest value that a property has in the rows, or `nil` if there is none. Sent when it changes.
    /// DynamicData's `Maximum`.
    ///
    /// - Complexity: O(log *n*) for each row that has changed.
    @inlinable
    public func max<Value: Comparable & Sendable>(_ property: KeyPath<Row, Value> & Sendable) -> Driver<Value?> {
        aggregated { AggregateTree.function({ $0[keyPath: property] }, { $0 < $1 ? $1 : $0 }) { $0 } }
    }
}

extension ListUpdates where Row: Comparable {
    /// The least row, or `nil` if there is none. Sent when it changes.
    ///
    /// - Complexity: O(log *n*) for each row that has changed.
    @inlinable
    public func min() -> Driver<Row?> { min { $0 < $1 } }

    /// The greatest row, or `nil` if there is none. Sent when it changes.
    ///
    /// - Complexity: O(log *n*) for each row that has changed.
    @inlinable
    public func max() -> Driver<Row?> { max { $0 < $1 } }
}
