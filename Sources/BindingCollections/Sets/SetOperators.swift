import Binding

extension ListUpdates {
    /// The first row of each key, in the order of the rows: what `uniqued(on:)` of swift-algorithms makes of arrays.
    /// DynamicData's `DistinctValues`, with an order.
    ///
    /// When the first row of a key goes, the next one with that key takes its place.
    ///
    /// - Parameter key: Returns what rows may have in common. Called once for each new or changed row, on the main
    ///   actor.
    /// - Complexity: O(log *n*) for each row that has changed.
    @inlinable
    public consuming func uniqued<Key: Hashable>(on key: @escaping @MainActor (Row) -> Key) -> ListUpdates {
        through { KeyedSubset(.first, key: key) }
    }

    /// The rows of this list, and then those of another one, without rows whose key an earlier row has. DynamicData's
    /// `Or`.
    ///
    /// It sends nothing before both lists have their rows. If both change together, as parts of one source do, it
    /// sends one update.
    ///
    /// - Parameters:
    ///   - other: The other list.
    ///   - key: Returns what rows may have in common. Called once for each new or changed row, on the main actor.
    /// - Complexity: O(log *n*) for each row that has changed.
    @inlinable
    public func union<Key: Hashable>(
        _ other: ListUpdates, on key: @escaping @MainActor (Row) -> Key
    ) -> ListUpdates {
        merged(with: other).uniqued(on: key)
    }

    /// The rows whose key a row of another list has, too, in the order of this list. DynamicData's `And`.
    ///
    /// It sends nothing before both lists have their rows. If both change together, as parts of one source do, it
    /// sends one update.
    ///
    /// - Parameters:
    ///   - other: The other list. Its rows are not shown.
    ///   - key: Returns what rows may have in common. Called on the main actor, with a row of the other list when it
    ///     comes and when it goes, and must return the same both times.
    /// - Complexity: O(log *n*) for each row that has changed, and for each that is shown now or no longer.
    @inlinable
    public func intersection<Key: Hashable>(
        _ other: ListUpdates, on key: @escaping @MainActor (Row) -> Key
    ) -> ListUpdates {
        subset(.matched, other, on: key)
    }

    /// The rows whose key no row of another list has, in the order of this list. DynamicData's `Except`.
    ///
    /// It sends nothing before both lists have their rows. If both change together, as parts of one source do, it
    /// sends one update.
    ///
    /// - Parameters:
    ///   - other: The other list. Its rows are not shown.
    ///   - key: Returns what rows may have in common. Called on the main actor, with a row of the other list when it
    ///     comes and when it goes, and must return the same both times.
    /// - Complexity: O(log *n*) for each row that has changed, and for each that is shown now or no longer.
    @inlinable
    public func subtracting<Key: Hashable>(
        _ other: ListUpdates, on key: @escaping @MainActor (Row) -> Key
    ) -> ListUpdates {
        subset(.unmatched, other, on: key)
    }

    @inlinable
    func subset<Key: Hashable>(
        _ choice: KeyedChoice, _ other: ListUpdates, function: StaticString = #function,
        on key: @escaping @MainActor (Row) -> Key
    ) -> ListUpdates {
        combined(with: other.rows, identity: identity, function: function) {
            var run = StageRun(KeyedSubset(choice, key: key))
            return { rows, others in run.output(ifChanged: run.stage.take(rows, others: others)) }
        }
    }
}

extension ListUpdates where Row: Identifiable, Row.ID: Sendable {
    /// The first row of each identity; see ``uniqued(on:)``.
    @inlinable
    public consuming func uniqued() -> ListUpdates { uniqued { $0.id } }

    /// The rows of this list, and then those of another one with other identities; see ``union(_:on:)``.
    @inlinable
    public func union(_ other: ListUpdates) -> ListUpdates { union(other) { $0.id } }

    /// The rows whose identity is in another list, too; see ``intersection(_:on:)``.
    @inlinable
    public func intersection(_ other: ListUpdates) -> ListUpdates { intersection(other) { $0.id } }

    /// The rows whose identity is not in another list; see ``subtracting(_:on:)``.
    @inlinable
    public func subtracting(_ other: ListUpdates) -> ListUpdates { subtracting(other) { $0.id } }
}

// Rows that have an identity are told apart by it.

extension ListUpdates where Row: Hashable {
    /// The first of the rows that are equal; see ``uniqued(on:)``.
    @inlinable @_disfavoredOverload
    public consuming func uniqued() -> ListUpdates { uniqued { $0 } }

    /// The rows of this list, and then those of another one that are not in it; see ``union(_:on:)``.
    @inlinable @_disfavoredOverload
    public func union(_ other: ListUpdates) -> ListUpdates { union(other) { $0 } }

    /// The rows that are in another list, too; see ``intersection(_:on:)``.
    @inlinable @_disfavoredOverload
    public func intersection(_ other: ListUpdates) -> ListUpdates { intersection(other) { $0 } }

    /// The rows that are not in another list; see ``subtracting(_:on:)``.
    @inlinable @_disfavoredOverload
    public func subtracting(_ other: ListUpdates) -> ListUpdates { subtracting(other) { $0 } }
}
