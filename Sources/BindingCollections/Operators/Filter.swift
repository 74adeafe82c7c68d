import Binding

/// How a change of the filter affects rows that stay as they are.
public enum FilterChange: Hashable, Sendable {
    /// No row that was out comes in: only those that are in are tested.
    case stricter
    /// No row that was in goes out: only those that are out are tested.
    case looser
    /// Rows may come in and go out: all are tested.
    case any
}

extension ListUpdates {
    /// The rows that a predicate is true for, in their order.
    ///
    /// ```swift
    /// viewModel.$people.updates().filter { $0.isActive } => listBox.rx.rows
    /// ```
    ///
    /// A row is tested when it comes, has become another value or has moved, and at no other time. A change of a row
    /// that is out, and stays so, is not sent. DynamicData has this under the same name.
    ///
    /// - Parameter isIncluded: Called on the main actor.
    /// - Complexity: O(log n) for each row that has changed. It needs little more than a bit for each row of the
    ///   source.
    @inlinable
    public consuming func filter(_ isIncluded: @escaping @MainActor (Row) -> Bool) -> ListUpdates {
        through { FilterStage(isIncluded) }
    }

    /// The rows that the latest predicate is true for, in their order.
    ///
    /// ```swift
    /// people.updates().filter(by: $query.map { query in { $0.name.contains(query) } })
    /// ```
    ///
    /// Nothing is sent before there is a predicate. See also ``filter(by:change:_:)-(Driver<Value>,_,_)``, which can tell a
    /// stricter filter from a looser one.
    ///
    /// - Parameter predicates: The predicates over time. They are called on the main actor.
    /// - Complexity: O(log n) for each row that has changed, O(n) for each predicate.
    @inlinable
    public func filter(by predicates: Driver<@Sendable (Row) -> Bool>) -> ListUpdates {
        through(predicates, identity: identity) {
            FilterStage($0)
        } adapt: { stage, _, predicate, rows in
            stage.change(to: predicate, .any, of: rows)
        }
    }

    /// The rows that a predicate is true for with the latest value of a driver, in their order.
    ///
    /// ```swift
    /// people.updates().filter(by: viewModel.$query) { person, query in person.name.contains(query) }
    /// ```
    ///
    /// Nothing is sent before there is a value. If it is known of two values that a filter by the second can only be
    /// stricter, or looser, than one by the first, some of the rows need not be tested:
    ///
    /// ```swift
    /// people.updates().filter(by: $query, change: { $1.hasPrefix($0) ? .stricter : .any }) { $0.name.hasPrefix($1) }
    /// ```
    ///
    /// DynamicData has the same, without that.
    ///
    /// - Parameters:
    ///   - values: The values that the predicate depends on.
    ///   - change: How a change from the first value to the second one affects rows. Called on the main actor.
    ///   - isIncluded: Called on the main actor.
    /// - Complexity: O(log n) for each row that has changed, O(n) for each value.
    @inlinable
    public func filter<Value: Sendable>(
        by values: Driver<Value>, change: @escaping @MainActor (Value, Value) -> FilterChange = { _, _ in .any },
        _ isIncluded: @escaping @MainActor (Row, Value) -> Bool
    ) -> ListUpdates {
        through(values, identity: identity) { value in
            FilterStage { isIncluded($0, value) }
        } adapt: { stage, old, value, rows in
            stage.change(to: { isIncluded($0, value) }, change(old, value), of: rows)
        }
    }

    /// The same with the latest value of a relay, a derived value, or whatever else converts to a driver.
    @_disfavoredOverload @inlinable
    public func filter<Value: Sendable>(
        by values: some DriverConvertibleType<Value>,
        change: @escaping @MainActor (Value, Value) -> FilterChange = { _, _ in .any },
        _ isIncluded: @escaping @MainActor (Row, Value) -> Bool
    ) -> ListUpdates {
        filter(by: values.asSharedSequence(), change: change, isIncluded)
    }
}
