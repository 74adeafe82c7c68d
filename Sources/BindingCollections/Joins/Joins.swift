import Binding

extension ListUpdates {
    /// Each row with each row of another list that has the same key: in the order of this list, and for each row in
    /// that of the other one. A row that has no partner is left out. DynamicData's and SQL's `InnerJoin`.
    ///
    /// ```swift
    /// orders.updates().innerJoin(customers.updates(), on: { $0.customerID }, equals: { $0.id })
    ///     .map { "\($0.right.name): \($0.left.total)" } => listBox.rx.rows
    /// ```
    ///
    /// Nothing is sent before both lists have their rows. If both change together, it is one update. A key that does
    /// not equal itself, NaN, has no partner.
    ///
    /// - Parameters:
    ///   - other: The other list.
    ///   - key: The key of a row of this list. Called once for each new or changed row, on the main actor.
    ///   - otherKey: The key of a row of the other list. Called once for each new or changed row, on the main actor.
    /// - Complexity: O(log *n*) for each row of either list that has changed, and for each pair of such a row.
    @inlinable
    public func innerJoin<Other: Sendable, Key: Hashable & Sendable>(
        _ other: ListUpdates<Other>, on key: @escaping @MainActor (Row) -> Key,
        equals otherKey: @escaping @MainActor (Other) -> Key
    ) -> ListUpdates<JoinedRow<Row, Other>> {
        innerJoined(other, identity: nil, key, otherKey)
    }

    /// Each row with each row of another list that has the same key, told apart by the identities of both; see
    /// `innerJoin(_:on:equals:)`.
    ///
    /// - Parameters:
    ///   - other: The other list.
    ///   - key: The key of a row of this list. Called once for each new or changed row, on the main actor.
    ///   - otherKey: The key of a row of the other list. Called once for each new or changed row, on the main actor.
    @inlinable
    public func innerJoin<Other: Identifiable & Sendable, Key: Hashable & Sendable>(
        _ other: ListUpdates<Other>, on key: @escaping @MainActor (Row) -> Key,
        equals otherKey: @escaping @MainActor (Other) -> Key
    ) -> ListUpdates<JoinedRow<Row, Other>>
    where Row: Identifiable, Row.ID: Sendable, Other.ID: Sendable {
        innerJoined(other, identity: RowIdentity { $0.id }, key, otherKey)
    }

    /// Each row with each row of another list that has the same key, or with `nil` if there is none: in the order of
    /// this list. DynamicData's and SQL's `LeftJoin`.
    ///
    /// ```swift
    /// customers.updates().leftJoin(orders.updates(), on: { $0.id }, equals: { $0.customerID })
    /// ```
    ///
    /// Otherwise as `innerJoin(_:on:equals:)`.
    ///
    /// - Parameters:
    ///   - other: The other list.
    ///   - key: The key of a row of this list. Called once for each new or changed row, on the main actor.
    ///   - otherKey: The key of a row of the other list. Called once for each new or changed row, on the main actor.
    /// - Complexity: O(log *n*) for each row of either list that has changed, and for each pair of such a row.
    @inlinable
    public func leftJoin<Other: Sendable, Key: Hashable & Sendable>(
        _ other: ListUpdates<Other>, on key: @escaping @MainActor (Row) -> Key,
        equals otherKey: @escaping @MainActor (Other) -> Key
    ) -> ListUpdates<JoinedRow<Row, Other?>> {
        leftJoined(other, identity: nil, key, otherKey)
    }

    /// Each row with each row of another list that has the same key, or with `nil`, told apart by the identities of
    /// both; see `leftJoin(_:on:equals:)`.
    ///
    /// - Parameters:
    ///   - other: The other list.
    ///   - key: The key of a row of this list. Called once for each new or changed row, on the main actor.
    ///   - otherKey: The key of a row of the other list. Called once for each new or changed row, on the main actor.
    @inlinable
    public func leftJoin<Other: Identifiable & Sendable, Key: Hashable & Sendable>(
        _ other: ListUpdates<Other>, on key: @escaping @MainActor (Row) -> Key,
        equals otherKey: @escaping @MainActor (Other) -> Key
    ) -> ListUpdates<JoinedRow<Row, Other?>>
    where Row: Identifiable, Row.ID: Sendable, Other.ID: Sendable {
        leftJoined(other, identity: RowIdentity { JoinedID(left: $0.left.id, right: $0.right?.id) }, key, otherKey)
    }

    @inlinable
    func innerJoined<Other: Sendable, Key: Hashable & Sendable>(
        _ other: ListUpdates<Other>, identity: RowIdentity<JoinedRow<Row, Other>>?,
        function: StaticString = #function, _ key: @escaping @MainActor (Row) -> Key,
        _ otherKey: @escaping @MainActor (Other) -> Key
    ) -> ListUpdates<JoinedRow<Row, Other>> {
        joined(other, identity: identity, function: function, key, otherKey) { row, others, results in
            for other in others { results.append(JoinedRow(left: row.pointee, right: other)) }
            return others.count
        }
    }

    @inlinable
    func leftJoined<Other: Sendable, Key: Hashable & Sendable>(
        _ other: ListUpdates<Other>, identity: RowIdentity<JoinedRow<Row, Other?>>?,
        function: StaticString = #function, _ key: @escaping @MainActor (Row) -> Key,
        _ otherKey: @escaping @MainActor (Other) -> Key
    ) -> ListUpdates<JoinedRow<Row, Other?>> {
        joined(other, identity: identity, function: function, key, otherKey) { row, others, results in
            if others.isEmpty { results.append(JoinedRow(left: row.pointee, right: nil)) }
            for other in others { results.append(JoinedRow(left: row.pointee, right: other)) }
            return Swift.max(1, others.count)
        }
    }

    @inlinable
    func joined<Other: Sendable, Key: Hashable & Sendable, Result: Sendable>(
        _ other: ListUpdates<Other>, identity: RowIdentity<Result>?, function: StaticString = #function,
        _ key: @escaping @MainActor (Row) -> Key, _ otherKey: @escaping @MainActor (Other) -> Key,
        _ combine: @escaping JoinRun<Row, Other, Key, Result>.Combine
    ) -> ListUpdates<Result> {
        let sections = other.grouped(by: otherKey)
        return combined(with: sections.rows, identity: identity, function: function) {
            var run = JoinRun<Row, Other, Key, Result>(key, combine)
            return { rows, sections in run.take(rows, sections) ? run.flattened.output : nil }
        }
    }
}
