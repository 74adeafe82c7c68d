import Binding

/// A row and the latest value of a driver of it.
public struct FollowedRow<Row: Sendable, Value: Sendable>: Sendable {
    /// The row.
    public var row: Row
    /// The latest value of its driver.
    public var value: Value

    /// A row and a value.
    @inlinable
    public init(row: Row, value: Value) {
        self.row = row
        self.value = value
    }
}

extension FollowedRow: Equatable where Row: Equatable, Value: Equatable {}
extension FollowedRow: Hashable where Row: Hashable, Value: Hashable {}
extension FollowedRow: Identifiable where Row: Identifiable {
    /// The identity of the row.
    @inlinable public var id: Row.ID { row.id }
}

extension ListUpdates {
    /// The rows with the latest value of a driver of each: for rows that are objects, such as view models, which change
    /// while the list stays the same.
    ///
    /// ```swift
    /// viewModel.$tasks.updates().following(\.$progress).map { "\($0.row.name): \($0.value)" } => listBox.rx.rows
    /// ```
    ///
    /// A row's driver is observed from when the row comes until it goes, wherever it moves if rows have identities. A row
    /// appears with its first value, which comes at once if the driver is that of a property; the rows that a list
    /// begins with, or that come in one change, are sent together. If the value of a row with an identity changes, its
    /// driver is asked for again, and the row stays with the latest value until that has sent one. The result does not
    /// complete. See also `filter(on:_:)`, `sorted(on:)` and `map(on:_:)`.
    /// DynamicData has `AutoRefresh` and `TransformOnObservable` for this.
    ///
    /// - Parameter driver: The driver of a row. Called on the main actor, once for each new or changed row.
    /// - Complexity: O(log n) for each row that has changed, and for each value.
    @inlinable
    public func following<Value: Sendable>(
        _ driver: @escaping @MainActor (Row) -> Driver<Value>
    ) -> ListUpdates<FollowedRow<Row, Value>> {
        ListUpdates<FollowedRow<Row, Value>>(followed(driver), identity: identity?.part.following(Value.self))
    }

    @inlinable
    func followed<Value: Sendable>(
        function: StaticString = #function, _ driver: @escaping @MainActor (Row) -> Driver<Value>
    ) -> Driver<TreeArray<FollowedRow<Row, Value>>> {
        let identity = identity
        return rows.stage(function: function) { (output: StageOutput<TreeArray<FollowedRow<Row, Value>>>) in
            let run = FollowRun(identity: identity, driver, output)
            return { rows in run.take(rows) }
        }
    }

    /// The rows for which a closure is true of the latest value of a driver of each, in their order.
    ///
    /// ```swift
    /// viewModel.$tasks.updates().filter(on: \.$progress) { $0 < 1 } => listBox.rx.rows
    /// ```
    ///
    /// A row whose driver has not sent anything is out. Otherwise as ``filter(_:)`` and `following(_:)`; DynamicData's
    /// `FilterOnObservable`.
    ///
    /// - Parameters:
    ///   - driver: The driver of a row. Called on the main actor, once for each new or changed row.
    ///   - isIncluded: Whether a row is in, by a value of its driver. Called on the main actor.
    /// - Complexity: O(log n) for each row that has changed, and for each value.
    @inlinable
    public func filter<Value: Sendable>(
        on driver: @escaping @MainActor (Row) -> Driver<Value>, _ isIncluded: @escaping @MainActor (Value) -> Bool
    ) -> ListUpdates {
        following(driver).filter { isIncluded($0.value) }.rowsAlone(identity)
    }

    /// The rows for which the latest value of a driver of each is true, in their order; see `filter(on:_:)`.
    @inlinable
    public func filter(on driver: @escaping @MainActor (Row) -> Driver<Bool>) -> ListUpdates {
        filter(on: driver) { $0 }
    }

    /// The rows in the order of the latest values of a driver of each, the smallest first; those with equal values in
    /// the order of the source.
    ///
    /// ```swift
    /// viewModel.$tasks.updates().sorted(on: \.$name) => listBox.rx.rows
    /// ```
    ///
    /// A row appears with the first value of its driver. Values that do not equal themselves, NaN, come last. Otherwise as `sorted(by:)` and `following(_:)`.
    ///
    /// - Parameter driver: The driver of a row. Called on the main actor, once for each new or changed row.
    /// - Complexity: O(log n) for each row that has changed, and for each value.
    @inlinable
    public func sorted<Value: Comparable & Sendable>(
        on driver: @escaping @MainActor (Row) -> Driver<Value>
    ) -> ListUpdates {
        sorted(on: driver) { RowOrder<Row>.isBefore($0, $1) }
    }

    /// The rows in an order of the latest values of a driver of each; see `sorted(on:)`.
    ///
    /// - Parameters:
    ///   - driver: The driver of a row. Called on the main actor, once for each new or changed row.
    ///   - areInIncreasingOrder: Whether a row with the first value belongs before one with the second. Called on the
    ///     main actor.
    @inlinable
    public func sorted<Value: Sendable>(
        on driver: @escaping @MainActor (Row) -> Driver<Value>,
        by areInIncreasingOrder: @escaping @MainActor (Value, Value) -> Bool
    ) -> ListUpdates {
        following(driver).sorted { areInIncreasingOrder($0.value, $1.value) }.rowsAlone(identity)
    }

    /// The result of a closure for each row and the latest value of its driver, made anew with each value.
    ///
    /// ```swift
    /// viewModel.$tasks.updates().map(on: \.$progress) { task, progress in "\(task.name): \(progress)" } => listBox.rx.rows
    /// ```
    ///
    /// A row appears with the first value of its driver. Values that do not equal themselves, NaN, come last. Otherwise as `map(_:)` and `following(_:)`; DynamicData's
    /// `TransformOnObservable`.
    ///
    /// - Parameters:
    ///   - driver: The driver of a row. Called on the main actor, once for each new or changed row.
    ///   - transform: Makes a row of the result. Called on the main actor.
    @inlinable
    public func map<Value: Sendable, Result: Sendable>(
        on driver: @escaping @MainActor (Row) -> Driver<Value>,
        _ transform: @escaping @MainActor (Row, Value) -> Result
    ) -> ListUpdates<Result> {
        following(driver).map { transform($0.row, $0.value) }
    }
}

extension ListUpdates where Row: Identifiable, Row.ID: Sendable {
    /// The rows, told apart by their `id`, with the latest value of a driver of each; see `following(_:)`.
    ///
    /// - Parameter driver: The driver of a row. Called on the main actor, once for each new or changed row.
    @inlinable
    public func following<Value: Sendable>(
        _ driver: @escaping @MainActor (Row) -> Driver<Value>
    ) -> ListUpdates<FollowedRow<Row, Value>> {
        ListUpdates<FollowedRow<Row, Value>>(identifying: followed(driver))
    }
}

// The same by a key path.

extension ListUpdates {
    /// The rows with the latest value of a property of each; see `following(_:)`.
    ///
    /// - Parameter driver: The path to a row's driver: `\.$progress`. Read on the main actor.
    @inlinable
    public func following<Value: Sendable>(
        _ driver: sending KeyPath<Row, Driver<Value>>
    ) -> ListUpdates<FollowedRow<Row, Value>> {
        following { $0[keyPath: driver] }
    }

    /// The rows for which a closure is true of the latest value of a property of each, in their order; see
    /// ``filter(on:_:)``.
    ///
    /// - Parameters:
    ///   - driver: The path to a row's driver: `\.$progress`. Read on the main actor.
    ///   - isIncluded: Whether a row is in, by a value of its driver. Called on the main actor.
    @inlinable
    public func filter<Value: Sendable>(
        on driver: sending KeyPath<Row, Driver<Value>>, _ isIncluded: @escaping @MainActor (Value) -> Bool
    ) -> ListUpdates {
        filter(on: { $0[keyPath: driver] }, isIncluded)
    }

    /// The rows for which the latest value of a property of each is true, in their order; see `filter(on:_:)`.
    ///
    /// - Parameter driver: The path to a row's driver: `\.$isActive`. Read on the main actor.
    @inlinable
    public func filter(on driver: sending KeyPath<Row, Driver<Bool>>) -> ListUpdates {
        filter(on: { $0[keyPath: driver] })
    }

    /// The rows in the order of the latest values of a property of each, the smallest first; see ``sorted(on:)``.
    ///
    /// - Parameter driver: The path to a row's driver: `\.$name`. Read on the main actor.
    @inlinable
    public func sorted<Value: Comparable & Sendable>(on driver: sending KeyPath<Row, Driver<Value>>) -> ListUpdates {
        sorted(on: { $0[keyPath: driver] })
    }

    /// The rows in an order of the latest values of a property of each; see ``sorted(on:by:)``.
    ///
    /// - Parameters:
    ///   - driver: The path to a row's driver: `\.$name`. Read on the main actor.
    ///   - areInIncreasingOrder: Whether a row with the first value belongs before one with the second. Called on the
    ///     main actor.
    @inlinable
    public func sorted<Value: Sendable>(
        on driver: sending KeyPath<Row, Driver<Value>>,
        by areInIncreasingOrder: @escaping @MainActor (Value, Value) -> Bool
    ) -> ListUpdates {
        sorted(on: { $0[keyPath: driver] }, by: areInIncreasingOrder)
    }

    /// The result of a closure for each row and the latest value of a property of it; see ``map(on:_:)``.
    ///
    /// - Parameters:
    ///   - driver: The path to a row's driver: `\.$progress`. Read on the main actor.
    ///   - transform: Makes a row of the result. Called on the main actor.
    @inlinable
    public func map<Value: Sendable, Result: Sendable>(
        on driver: sending KeyPath<Row, Driver<Value>>, _ transform: @escaping @MainActor (Row, Value) -> Result
    ) -> ListUpdates<Result> {
        map(on: { $0[keyPath: driver] }, transform)
    }
}

extension ListUpdates {
    /// The rows without the values that they were followed with.
    @inlinable
    consuming func rowsAlone<Source, Value>(_ identity: RowIdentity<Source>?) -> ListUpdates<Source>
    where Row == FollowedRow<Source, Value> {
        through(identity: identity) { MapStage(identity: nil) { $0.row } }
    }
}
