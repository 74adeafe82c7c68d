import Binding

extension ListUpdates {
    /// The sum of the values that a closure makes of the rows. Sent when it changes.
    ///
    /// It is the sum of the current rows, not what is left when others are subtracted, so that it does not drift:
    /// floating-point numbers are at least as exact as if they were added one by one, and neither a huge one nor NaN
    /// leaves a trace when it goes.
    ///
    /// - Parameter value: Called once for each new or changed row, on the main actor.
    /// - Complexity: O(log *n*) for each row that has changed.
    @inlinable
    public consuming func sum<Value: AdditiveArithmetic & Sendable>(
        of value: @escaping @MainActor (Row) -> Value
    ) -> Driver<Value> {
        aggregated { AggregateTree.function(value, { $0 + $1 }) { $0 ?? .zero } }
    }

    /// The sum of a property of the rows; see `sum(of:)`.
    ///
    /// - Complexity: O(log *n*) for each row that has changed.
    @inlinable
    public consuming func sum<Value: AdditiveArithmetic & Sendable>(
        _ property: KeyPath<Row, Value> & Sendable
    ) -> Driver<Value> {
        sum { $0[keyPath: property] }
    }

    /// The sum of the integers that a closure makes of the rows. Sent when it changes.
    ///
    /// - Parameter value: Called on the main actor, with each row when it comes and when it goes, and must return the
    ///   same both times. The sum must be representable in this type.
    /// - Complexity: O(1) for each row that has changed.
    @inlinable
    public consuming func sum<Value: FixedWidthInteger & Sendable>(
        of value: @escaping @MainActor (Row) -> Value
    ) -> Driver<Value> {
        aggregated {
            let sum = Self.reduction(
                IntegerSum<Value>(), adding: { $0.add(value($1)) }, removing: { $0.subtract(value($1)) })
            return { sum($0).value }
        }
    }

    /// The sum of a property of the rows, an integer; see `sum(of:)`.
    ///
    /// - Complexity: O(1) for each row that has changed.
    @inlinable
    public consuming func sum<Value: FixedWidthInteger & Sendable>(_ property: KeyPath<Row, Value> & Sendable)
        -> Driver<Value>
    {
        sum { $0[keyPath: property] }
    }
}

/// A sum that may temporarily be too large for its type.
@usableFromInline
struct IntegerSum<Value: FixedWidthInteger & Sendable>: Equatable, Sendable {
    @usableFromInline var low = Value.zero
    /// How many more overflows there were at the upper end of the type than at the lower one.
    @usableFromInline var high = 0

    @inlinable
    init() {}

    @inlinable
    mutating func add(_ value: Value) {
        let (sum, isOver) = low.addingReportingOverflow(value)
        low = sum
        if isOver { high += value < 0 ? -1 : 1 }
    }

    @inlinable
    mutating func subtract(_ value: Value) {
        let (difference, isOver) = low.subtractingReportingOverflow(value)
        low = difference
        if isOver { high += value < 0 ? 1 : -1 }
    }

    @inlinable var value: Value {
        precondition(high == 0, "The sum is not representable as \(Value.self)")
        return low
    }
}
