import Binding

// For anything that has a state for the main actor: drivers, relays, lenses, properties of controls.

extension SharedSequenceConvertibleType where Sharing == DriverSharing {
    /// The rows over time, for a list control.
    ///
    /// The differences between two values of the list are found by what they share, in time proportional to the
    /// changes. Moves are not recognized: a row that moved has gone from one place and come at another one; see
    /// `updates(by:)` for moves.
    ///
    /// - Complexity: For each change, see ``ListUpdates/drive(onNext:)``.
    @inlinable
    public consuming func updates<Row: Sendable>() -> ListUpdates<Row> where Element == TreeArray<Row> {
        ListUpdates(asSharedSequence(), identity: nil)
    }

    /// The rows over time, for a list control, told apart by their `id`: moves are recognized, and two lists that have
    /// nothing in common in memory are compared by it.
    @inlinable
    public consuming func updates<Row: Identifiable & Sendable>() -> ListUpdates<Row>
    where Element == TreeArray<Row>, Row.ID: Sendable {
        ListUpdates(identifying: asSharedSequence())
    }

    /// The rows over time, for a list control, told apart by an identity: moves are recognized, and two lists that have
    /// nothing in common in memory are compared by it.
    ///
    /// - Parameter id: The property that identifies a row, whatever else it holds. It should be different for each row:
    ///   if it is not, `BindingDiagnostics` reports it once for each observer, and the updates are correct
    ///   nevertheless. Such rows are noticed if they have changed, or are among the first thousand of those that an
    ///   observer begins with.
    @inlinable
    public consuming func updates<Row: Sendable, ID: Hashable & Sendable>(
        by id: KeyPath<Row, ID> & Sendable
    ) -> ListUpdates<Row> where Element == TreeArray<Row> {
        ListUpdates(asSharedSequence(), identity: RowIdentity(id))
    }

    /// The rows of an array over time, for a list control, told apart by their `id`; see `updates(by:)`.
    @inlinable
    public consuming func updates<Row: Identifiable & Sendable>() -> ListUpdates<Row>
    where Element == [Row], Row.ID: Sendable {
        ListUpdates(arrays: asSharedSequence(), identity: RowIdentity { $0.id })
    }

    /// The rows of an array that have no `id`: one has to be named.
    @available(
        *, unavailable,
        message:
            "the rows of an array are told apart by an identity; name it, as in 'updates(by: \\.name)', or 'updates(by: \\.self)' for rows that are all different, or make the array a 'TreeArray'"
    )
    @_documentation(visibility: internal)
    public consuming func updates<Row: Sendable>() -> ListUpdates<Row> where Element == [Row] {
        ListUpdates(arrays: asSharedSequence(), identity: RowIdentity(at: { _ in 0 }))
    }

    /// The rows of an array over time, for a list control, told apart by an identity.
    ///
    /// Each array is compared with the one before, once for all observers. A `TreeArray` in place of the array needs no
    /// such comparison: changes are found in time proportional to them, and an edit does not copy the array.
    ///
    /// - Parameter id: The property that identifies a row, whatever else it holds. It should be different for each row:
    ///   if it is not, `BindingDiagnostics` reports it once, and the updates are correct nevertheless. Such rows are
    ///   noticed if they have changed, or are among the first thousand.
    /// - Complexity: O(*n*) in the number of rows for each array.
    @inlinable
    public consuming func updates<Row: Sendable, ID: Hashable & Sendable>(
        by id: KeyPath<Row, ID> & Sendable
    ) -> ListUpdates<Row> where Element == [Row] {
        ListUpdates(arrays: asSharedSequence(), identity: RowIdentity(id))
    }
}

extension ListUpdates {
    /// For arrays, from which lists are made that share what stayed.
    @inlinable
    init(arrays: consuming Driver<[Row]>, identity: RowIdentity<Row>) {
        let rows = arrays.stage {
            var stage = ArrayStage(identity: identity)
            return { stage.take($0) }
        }
        self.init(rows, identity: identity.withoutReports)
    }
}

/// Makes lists from arrays, which share the rows that stayed.
@usableFromInline
struct ArrayStage<Row: Sendable>: Sendable {
    @usableFromInline var differences: ListDifferences<Row>
    @usableFromInline var last: [Row]?
    @usableFromInline var output = TreeArray<Row>()

    @inlinable
    init(identity: RowIdentity<Row>) {
        differences = ListDifferences(identity: identity)
    }

    /// - Returns: The rows; `nil` if they are the previous ones.
    @inlinable
    mutating func take(_ rows: [Row]) -> TreeArray<Row>? {
        defer { last = rows }
        guard let last else {
            differences.reportDuplicates(among: rows)
            output = TreeArray(rows)
            return output
        }
        switch differences.change(from: last, to: rows) {
        case .edits([]): return nil
        case .edits(let edits): for edit in edits { output.perform(edit, from: rows) }
        case .reload: output = TreeArray(rows)
        }
        return output
    }
}
