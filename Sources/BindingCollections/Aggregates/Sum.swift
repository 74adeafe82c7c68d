import Binding

extension ListUpdates {
    /// The sum of the values that a closure makes of the rows. Sent when it changes.
    ///
    /// It is the sum of the current rows, not what is left when others are subtracted, so that it does not drift:
    /// floating-point numbers are at least as exact as if they were added one by one, and neither a huge one nor NaN
    /// leaves a trace when it goes.
    ///
    /// - Parameter value: Called on the main actor, for each row that is new or has changed, and for some dozens of rows beside it.
    ///   If it takes long, make its results rows of a list of their own, by `map`, and add these.
    /// - Complexity: O(log *n*) for each row that has changed.
    @inlinable
    public consuming func sum<Value: AdditiveArithmetic & Sendable>(
        of value: @escaping @MainActor (Row) -> Value
    ) -> Driver<Value> {
        aggregated { Self.sum { $0.pass(to: value) } }
    }

    /// The sum of a property of the rows; see `sum(of:)`.
    ///
    /// - Complexity: O(log *n*) for each row that has changed.
    @inlinable
    public consuming func sum<Value: AdditiveArithmetic & Sendable>(
        _ property: KeyPath<Row, Value> & Sendable
    ) -> Driver<Value> {
        let value = RowProperty(property)
        return aggregated { Self.sum { value($0) } }
    }

    /// The sum of the integers that a closure makes of the rows. Sent when it changes.
    ///
    /// - Parameter value: Called on the main actor, for each row that is new or has changed, and for some dozens of rows beside it.
    ///   The sum must be representable in this type.
    /// - Complexity: O(log *n*) for each row that has changed.
    @inlinable
    public consuming func sum<Value: FixedWidthInteger & Sendable>(
        of value: @escaping @MainActor (Row) -> Value
    ) -> Driver<Value> {
        aggregated { Self.sum { $0.pass(to: value) } }
    }

    /// The sum of a property of the rows, an integer; see `sum(of:)`.
    ///
    /// - Complexity: O(log *n*) for each row that has changed.
    @inlinable
    public consuming func sum<Value: FixedWidthInteger & Sendable>(_ property: KeyPath<Row, Value> & Sendable)
        -> Driver<Value>
    {
        let value = RowProperty(property)
        return aggregated { Self.sum { value($0) } }
    }

    // Inlined for the same reason as what they call.

    @MainActor @inlinable @inline(__always)
    static func sum<Value: AdditiveArithmetic>(
        _ value: @escaping @MainActor (UnsafePointer<Row>) -> Value
    ) -> @MainActor (TreeArray<Row>) -> Value {
        let sum = total(of: value) { $0 + $1 }
        return { sum($0) ?? .zero }
    }

    @MainActor @inlinable @inline(__always)
    static func sum<Value: FixedWidthInteger>(
        _ value: @escaping @MainActor (UnsafePointer<Row>) -> Value
    ) -> @MainActor (TreeArray<Row>) -> Value {
        let sum = total(of: { IntegerSum(value($0)) }, { $0 + $1 })
        return { sum($0)?.value ?? .zero }
    }
}

/// A sum of some rows, which may be too large for its type until others are added.
@usableFromInline
struct IntegerSum<Value: FixedWidthInteger> {
    @usableFromInline var low: Value
    /// How many more overflows there were at the upper end of the type than at the lower one.
    @usableFromInline var high = 0

    @inlinable
    init(_ value: Value) {
        low = value
    }

    @inlinable
    static func + (first: IntegerSum, second: IntegerSum) -> IntegerSum {
        let (low, isOver) = first.low.addingReportingOverflow(second.low)
        var sum = IntegerSum(low)
        sum.high = first.high + second.high
        if isOver { sum.high += second.low < 0 ? -1 : 1 }
        return sum
    }

    @inlinable var value: Value {
        precondition(high == 0, "The sum is not representable as \(Value.self)")
        return low
    }
}
