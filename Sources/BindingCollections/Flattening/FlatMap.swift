import Binding

extension ListUpdates {
    /// The rows that each row has, one after the other: what `flatMap` makes of arrays. DynamicData's `TransformMany`.
    ///
    /// ```swift
    /// orders.updates().flatMap { $0.lines } => listBox.rx.rows
    /// orders.updates().grouped { $0.customer }.sorted(by: \.key).flatMap { $0.rows }
    /// ```
    ///
    /// - Parameter rows: The rows of a row. Called once for each new or changed row, on the main actor.
    /// - Complexity: O(log *n*) for each row that has changed, and O(*k*) in the number of its rows.
    @inlinable
    public func flatMap<Rows: Sequence>(
        _ rows: @escaping @MainActor (Row) -> Rows
    ) -> ListUpdates<Rows.Element> where Rows.Element: Sendable {
        flattened(identity: nil) { TreeArray(rows($0)) }
    }

    /// The rows that each row has, told apart by their `id`, one after the other; see `flatMap(_:)`.
    ///
    /// - Parameter rows: The rows of a row. Called once for each new or changed row, on the main actor.
    /// - Complexity: O(log *n*) for each row that has changed, and O(*k*) in the number of its rows.
    @inlinable
    public func flatMap<Rows: Sequence>(
        _ rows: @escaping @MainActor (Row) -> Rows
    ) -> ListUpdates<Rows.Element> where Rows.Element: Identifiable & Sendable, Rows.Element.ID: Sendable {
        flattened(identity: RowIdentity { $0.id }) { TreeArray(rows($0)) }
    }

    /// The rows of a list of each row, which change while the row stays the same, one list after the other.
    /// DynamicData's `MergeManyChangeSets`, with an order.
    ///
    /// ```swift
    /// folders.updates().flatMap { $0.$files.updates() } => listBox.rx.rows
    /// ```
    ///
    /// A row's list is observed as a driver is by `following(_:)`. All that changes at once is one update.
    ///
    /// - Parameter list: The list of a row. Called once for each new or changed row, on the main actor.
    /// - Complexity: O(log *n*) for each row that has changed, and for each row whose list has, O(*k*) in the number of the list's
    ///   rows.
    @inlinable
    public func flatMap<Element: Sendable>(
        _ list: @escaping @MainActor (Row) -> ListUpdates<Element>
    ) -> ListUpdates<Element> {
        following { list($0).rows }.flattened(identity: nil) { $0.value }
    }

    /// The rows of a list of each row, told apart by their `id`, one list after the other; see `flatMap(_:)`.
    ///
    /// - Parameter list: The list of a row. Called once for each new or changed row, on the main actor.
    /// - Complexity: O(log *n*) for each row that has changed, and for each row whose list has, O(*k*) in the number of the list's
    ///   rows.
    @inlinable
    public func flatMap<Element: Identifiable & Sendable>(
        _ list: @escaping @MainActor (Row) -> ListUpdates<Element>
    ) -> ListUpdates<Element> where Element.ID: Sendable {
        following { list($0).rows }.flattened(identity: RowIdentity { $0.id }) { $0.value }
    }

    /// The rows of the lists of this list, one list after the other. DynamicData's `MergeChangeSets` of a list.
    ///
    /// - Complexity: O(log *n*) for each list that has come, gone or changed, and O(*k*) in the number of its rows.
    @inlinable
    public func joined<Element: Sendable>() -> ListUpdates<Element> where Row == ListUpdates<Element> {
        flatMap { $0 }
    }

    /// The rows of the lists of this list, told apart by their `id`, one list after the other; see `joined()`.
    ///
    /// - Complexity: O(log *n*) for each list that has come, gone or changed, and O(*k*) in the number of its rows.
    @inlinable
    public func joined<Element: Identifiable & Sendable>() -> ListUpdates<Element>
    where Row == ListUpdates<Element>, Element.ID: Sendable {
        flatMap { $0 }
    }

    @inlinable
    func flattened<Element: Sendable>(
        identity: RowIdentity<Element>?, function: StaticString = #function,
        _ rows: @escaping @MainActor (Row) -> TreeArray<Element>
    ) -> ListUpdates<Element> {
        let rowIdentity = self.identity
        return through(identity: identity, function: function) { FlatMapStage(identity: rowIdentity, rows) }
    }
}

/// Keeps the rows of each row.
@usableFromInline
struct FlatMapStage<Input: Sendable, Output: Sendable>: ListStage {
    @usableFromInline var lists: MapStage<Input, TreeArray<Output>>
    @usableFromInline var flattened = FlattenedRows<Output>()

    @inlinable
    init(identity: RowIdentity<Input>?, _ rows: @escaping @MainActor (Input) -> TreeArray<Output>) {
        lists = MapStage(identity: identity, rows)
    }

    @inlinable var output: TreeArray<Output> { flattened.output }

    @inlinable
    mutating func take(_ rows: TreeArray<Input>) -> Bool {
        let splices = lists.change(to: rows)
        if isRebuildingCheaper(edits: splices.rows, rows: rows.count, weight: 4) {
            return flattened.replaceAll(with: lists.output)
        }
        var isChanged = false
        // Earlier changes, in ascending order, are already in place.
        for splice in splices
        where flattened.replace(splice.place, with: lists.output.elements(splice.new)) {
            isChanged = true
        }
        return isChanged
    }
}
