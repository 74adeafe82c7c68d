import Binding

extension ListUpdates {
    /// A model for each row, made once, updated with each new value of the row, and released with it: it stays for as
    /// long as the identity of its row is in the list, wherever that moves. DynamicData's `TransformWithInlineUpdate`.
    ///
    /// ```swift
    /// people.updates().map({ PersonRow($0) }, updating: { row, person in row.person = person }) => listBox.rx.rows
    /// ```
    ///
    /// A row that goes in one update and comes back in a later one has a new model. If identities are not unique, rows
    /// that have the same one may exchange their models.
    ///
    /// - Parameters:
    ///   - make: Called once for each new row, on the main actor.
    ///   - update: Called with the model of a row and its new value, on the main actor, when that is not the same to
    ///     the bit. Observers of the list have not received the update at that time.
    /// - Complexity: O(log *n*) and one call for each row that has changed.
    @inlinable
    public consuming func map<Model: AnyObject & Sendable>(
        _ make: @escaping @MainActor (Row) -> Model, updating update: @escaping @MainActor (Model, Row) -> Void
    ) -> ListUpdates<Model> where Row: Identifiable, Row.ID: Sendable {
        map(identity: identity ?? RowIdentity { $0.id }, make, updating: update)
    }

    /// A model for each row, made once, updated with each new value of the row, and released with it; see
    /// ``map(_:updating:)``.
    ///
    /// - Parameters:
    ///   - id: The property that identifies a row.
    ///   - make: Called once for each new row, on the main actor.
    ///   - update: Called with the model of a row and its new value, on the main actor, when that is not the same to
    ///     the bit.
    /// - Complexity: O(log *n*) and one call for each row that has changed.
    @inlinable
    public consuming func map<ID: Hashable & Sendable, Model: AnyObject & Sendable>(
        by id: KeyPath<Row, ID> & Sendable, _ make: @escaping @MainActor (Row) -> Model,
        updating update: @escaping @MainActor (Model, Row) -> Void
    ) -> ListUpdates<Model> {
        map(identity: RowIdentity { $0[keyPath: id] }, make, updating: update)
    }

    @inlinable
    consuming func map<Model: AnyObject & Sendable>(
        identity: RowIdentity<Row>, _ make: @escaping @MainActor (Row) -> Model,
        updating update: @escaping @MainActor (Model, Row) -> Void
    ) -> ListUpdates<Model> {
        through(identity: RowIdentity { ObjectIdentifier($0) }) { ModelStage(identity: identity, make, update) }
    }
}

/// Keeps a model for each identity.
@usableFromInline
struct ModelStage<Input: Sendable, Output: AnyObject & Sendable>: ListStage {
    @usableFromInline let identity: RowIdentity<Input>
    @usableFromInline let make: @Sendable (Input) -> Output
    @usableFromInline let update: @Sendable (Output, Input) -> Void
    @usableFromInline var input = TreeArray<Input>()
    @usableFromInline var output = TreeArray<Output>()

    @inlinable
    init(
        identity: RowIdentity<Input>, _ make: @escaping @MainActor (Input) -> Output,
        _ update: @escaping @MainActor (Output, Input) -> Void
    ) {
        self.identity = identity
        self.make = MainActorDispatcher.unchecked(make)
        self.update = MainActorDispatcher.unchecked(update)
    }

    @inlinable
    mutating func take(_ rows: TreeArray<Input>) -> Bool {
        let splices = rows.splices(from: input)
        guard let changed = RowOrigins(splices, from: input, to: rows, by: identity) else {
            output.replace(splices, with: rows.elements(splices).map(make))
            input = rows
            return !splices.isEmpty
        }
        var models: [Output] = []
        models.reserveCapacity(changed.count)
        changed.forEachRow { row, origin in
            guard let origin else { return models.append(make(row.pointee)) }
            let model = output[origin.place]
            models.append(model)
            if !areIdentical(at: origin.row, row) { update(model, row.pointee) }
        }
        let before = output
        output.replace(splices, with: models)
        input = rows
        // Models that stay where they are and were updated are still the same ones.
        return !output.splices(from: before).isEmpty
    }
}
