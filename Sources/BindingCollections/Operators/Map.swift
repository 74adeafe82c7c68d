import Binding

extension ListUpdates {
    /// The rows that a closure makes of these: one for each, made once, kept for as long as its row stays as it is, and
    /// released with it. DynamicData's `Transform`.
    ///
    /// A row model that holds its bindings in a bag of its own lives exactly as long as it is needed: until its row
    /// goes or changes, or the last observer leaves. A row model that observes its own list is such an observer itself:
    /// have it observe the list before the ``map(_:)``.
    ///
    /// ```swift
    /// people.updates().map { PersonRow($0) } => listBox.rx.rows
    /// ```
    ///
    /// If the rows have identities, one that moves without a change keeps what was made of it. To keep that when the
    /// row changes, too, see ``map(_:updating:)``. The rows of the result are told apart by their `id`, if they have
    /// one, and objects by their identity.
    ///
    /// - Parameter transform: Called once for each new or changed row, on the main actor.
    /// - Complexity: O(log *n*) and one call for each row that has changed.
    @inlinable
    public consuming func map<Result: Sendable>(_ transform: @escaping @MainActor (Row) -> Result) -> ListUpdates<
        Result
    > {
        mapped(identity: nil, transform)
    }

    /// The rows that a closure makes of these, told apart by their `id`: one for each, made once, kept for as long as
    /// its row stays as it is, and released with it.
    ///
    /// - Parameter transform: Called once for each new or changed row, on the main actor.
    /// - Complexity: O(log *n*) and one call for each row that has changed.
    @inlinable
    public consuming func map<Result: Identifiable & Sendable>(
        _ transform: @escaping @MainActor (Row) -> Result
    ) -> ListUpdates<Result> where Result.ID: Sendable {
        mapped(identity: RowIdentity { $0.id }, transform)
    }

    /// The objects that a closure makes of the rows: one for each, made once, kept for as long as its row stays as it
    /// is, and released with it.
    ///
    /// - Parameter transform: Called once for each new or changed row, on the main actor.
    /// - Complexity: O(log *n*) and one call for each row that has changed.
    @inlinable
    public consuming func map<Result: AnyObject & Sendable>(
        _ transform: @escaping @MainActor (Row) -> Result
    ) -> ListUpdates<Result> {
        mapped(identity: RowIdentity { ObjectIdentifier($0) }, transform)
    }

    /// The objects that a closure makes of the rows, told apart by their `id`: one for each, made once, kept for as
    /// long as its row stays as it is, and released with it.
    ///
    /// - Parameter transform: Called once for each new or changed row, on the main actor.
    /// - Complexity: O(log *n*) and one call for each row that has changed.
    @inlinable
    public consuming func map<Result: AnyObject & Identifiable & Sendable>(
        _ transform: @escaping @MainActor (Row) -> Result
    ) -> ListUpdates<Result> where Result.ID: Sendable {
        mapped(identity: RowIdentity { $0.id }, transform)
    }

    @inlinable
    consuming func mapped<Result: Sendable>(
        identity: RowIdentity<Result>?, function: StaticString = #function,
        _ transform: @escaping @MainActor (Row) -> Result
    ) -> ListUpdates<Result> {
        let rowIdentity = self.identity
        return through(identity: identity, function: function) { MapStage(identity: rowIdentity, transform) }
    }
}

@usableFromInline
struct MapStage<Input: Sendable, Output: Sendable>: ListStage {
    @usableFromInline let identity: RowIdentity<Input>?
    @usableFromInline let transform: @Sendable (Input) -> Output
    @usableFromInline var input = TreeArray<Input>()
    @usableFromInline var output = TreeArray<Output>()

    @inlinable
    init(identity: RowIdentity<Input>?, _ transform: @escaping @MainActor (Input) -> Output) {
        self.identity = identity
        self.transform = MainActorDispatcher.unchecked(transform)
    }

    @inlinable
    mutating func take(_ rows: TreeArray<Input>) -> Bool { !change(to: rows).isEmpty }

    /// Takes in the current rows.
    ///
    /// - Returns: What may have changed in the output, in ascending order.
    @inlinable
    mutating func change(to rows: TreeArray<Input>) -> [ListSplice] {
        let splices = rows.splices(from: input, by: identity)
        var results: [Output] = []
        if let changed = RowOrigins(splices, from: input, to: rows, by: identity) {
            results.reserveCapacity(splices.count)
            var made = TreeReader(output)
            let comparison = ContentComparison<Input>()
            changed.forEachRow { row, origin in
                if let origin, comparison.areIdentical(at: origin.row, row) {
                    results.append(made.address(of: origin.place).pointee)
                } else {
                    results.append(row.pass(to: transform))
                }
            }
        } else {
            let new = rows.elements(splices)
            results.reserveCapacity(new.count)
            for row in new { results.append(transform(row)) }
        }
        output.replace(splices, with: results)
        input = rows
        return splices
    }
}
