import Binding

extension SharedSequence where Sharing == DriverSharing {
    /// The rows of the list that a closure returns for the latest value: those of the selected folder, for example.
    /// DynamicData's `Switch`.
    ///
    /// ```swift
    /// viewModel.$folder.flatMapLatest { $0.$files.updates() }.sorted(by: \.name) => listBox.rx.rows
    /// ```
    ///
    /// Observers receive what turns the rows of the previous list into those of the next one. Until that has sent
    /// its rows, if only that there are none, the previous ones stay. Rows are not told apart by an identity: see `flatMapLatest(by:_:)`.
    ///
    /// - Parameter list: Returns the list for a value. Called on the main actor.
    @inlinable
    public func flatMapLatest<Row: Sendable>(
        _ list: @escaping @MainActor (Element) -> ListUpdates<Row>
    ) -> ListUpdates<Row> {
        ListUpdates(latestRows(list), identity: nil)
    }

    /// The rows of the list that a closure returns for the latest value, told apart by their `id`.
    ///
    /// - Parameter list: Returns the list for a value. Called on the main actor.
    @inlinable
    public func flatMapLatest<Row: Identifiable & Sendable>(
        _ list: @escaping @MainActor (Element) -> ListUpdates<Row>
    ) -> ListUpdates<Row> where Row.ID: Sendable {
        ListUpdates(identifying: latestRows(list))
    }

    /// The rows of the list that a closure returns for the latest value, told apart by an identity.
    ///
    /// - Parameters:
    ///   - id: The property that identifies a row.
    ///   - list: Returns the list for a value. Called on the main actor.
    @inlinable
    public func flatMapLatest<Row: Sendable, ID: Hashable & Sendable>(
        by id: KeyPath<Row, ID> & Sendable, _ list: @escaping @MainActor (Element) -> ListUpdates<Row>
    ) -> ListUpdates<Row> {
        ListUpdates(latestRows(list), identity: RowIdentity(id))
    }

    @inlinable
    func latestRows<Row: Sendable>(
        _ list: @escaping @MainActor (Element) -> ListUpdates<Row>
    ) -> Driver<TreeArray<Row>> {
        flatMapLatest { list($0).rows } as Driver<TreeArray<Row>>
    }
}

extension SharedSequence where Sharing == DriverSharing {
    /// The rows of the latest list; see `flatMapLatest(_:)`.
    @inlinable
    public func switchLatest<Row: Sendable>() -> ListUpdates<Row> where Element == ListUpdates<Row> {
        flatMapLatest { $0 }
    }

    /// The rows of the latest list, told apart by their `id`; see `flatMapLatest(_:)`.
    @inlinable
    public func switchLatest<Row: Identifiable & Sendable>() -> ListUpdates<Row>
    where Element == ListUpdates<Row>, Row.ID: Sendable {
        flatMapLatest { $0 }
    }
}
