import Binding

extension ListUpdates {
    /// The average of the values that a closure makes of the rows, or `nil` if there are none. Sent when it changes.
    /// DynamicData's `Avg`.
    ///
    /// Like `sum(of:)`, it is computed from the current rows, so that it does not drift.
    ///
    /// - Parameter value: Called on the main actor, as that of `sum(of:)`.
    /// - Complexity: O(log *n*) for each row that has changed.
    @inlinable
    public consuming func average<Value: BinaryFloatingPoint & Sendable>(
        of value: @escaping @MainActor (Row) -> Value
    ) -> Driver<Value?> {
        aggregated { Self.average { $0.pass(to: value) } }
    }

    /// The average of a property of the rows, or `nil` if there are none; see `average(of:)`.
    ///
    /// - Complexity: O(log *n*) for each row that has changed.
    @inlinable
    public consuming func average<Value: BinaryFloatingPoint & Sendable>(
        _ property: KeyPath<Row, Value> & Sendable
    ) -> Driver<Value?> {
        let value = RowProperty(property)
        return aggregated { Self.average { value($0) } }
    }

    /// The average of the integers that a closure makes of the rows, or `nil` if there are none. Sent when it changes.
    ///
    /// - Parameter value: Called on the main actor, as that of `sum(of:)`.
    /// - Complexity: O(log *n*) for each row that has changed.
    @inlinable
    public consuming func average<Value: BinaryInteger & Sendable>(
        of value: @escaping @MainActor (Row) -> Value
    ) -> Driver<Double?> {
        aggregated { Self.average { Double($0.pass(to: value)) } }
    }

    /// The average of a property of the rows, an integer, or `nil` if there are none; see `average(of:)`.
    ///
    /// - Complexity: O(log *n*) for each row that has changed.
    @inlinable
    public consuming func average<Value: BinaryInteger & Sendable>(_ property: KeyPath<Row, Value> & Sendable)
        -> Driver<Double?>
    {
        let value = RowProperty(property)
        return aggregated { Self.average { Double(value($0)) } }
    }

    @MainActor @inlinable @inline(__always)
    static func average<Value: BinaryFloatingPoint>(
        _ value: @escaping @MainActor (UnsafePointer<Row>) -> Value
    ) -> @MainActor (TreeArray<Row>) -> Value? {
        let sum = total(of: value) { $0 + $1 }
        return { rows in sum(rows).map { $0 / Value(rows.count) } }
    }
}
