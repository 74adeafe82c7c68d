import Binding

extension Selection {
    /// Makes these rows, in this order, the ones that can be selected, until the result is disposed of.
    ///
    /// It follows one list at a time: a second one takes the place of the first. The selection is not kept alive.
    ///
    /// - Returns: A disposable that ends it. What is selected then stays selected.
    /// - Complexity: O(*n*) at the beginning; then O(log *n*) for each row that has changed, O(*n*) if the row that
    ///   arrow keys start from goes after it was selected by identity.
    @inlinable
    public func follow<Row: Identifiable & Sendable>(_ updates: ListUpdates<Row>) -> any Disposable
    where Row.ID == ID {
        follow(updates) { $0.id }
    }

    /// Makes these rows the ones that can be selected; see ``follow(_:)``.
    ///
    /// - Parameters:
    ///   - updates: The rows.
    ///   - id: The property that identifies a row.
    @inlinable
    public func follow<Row: Sendable>(
        _ updates: ListUpdates<Row>, by id: KeyPath<Row, ID> & Sendable
    ) -> any Disposable {
        follow(updates) { $0[keyPath: id] }
    }

    @inlinable
    func follow<Row: Sendable>(
        _ updates: ListUpdates<Row>, _ id: @escaping @MainActor (Row) -> ID
    ) -> any Disposable {
        // Where rows have moved to does not matter.
        let identities = updates.through(identity: nil) { MapStage(identity: nil, id) }.rows
        let turn = state.modify { $0.beginFollowing() }
        let state = WeakReference(state)
        let following = identities.drive(onNext: { ids in state.object?.modify { $0.take(ids, in: turn) } })
        return Disposables.create(
            following, Disposables.create { state.object?.modify { $0.endFollowing(in: turn) } })
    }

    /// The rows that are selected, in their order.
    ///
    /// What is selected may change when the selection begins to follow the rows: a selection of exactly one row has
    /// none before. Let it follow them first, so that this begins with what is selected then.
    ///
    /// - Parameter updates: The rows.
    /// - Complexity: O(*n*) when something is selected, otherwise O(*k*) in the selected rows and O(log *n*) for each
    ///   row that has changed.
    @inlinable
    public func rows<Row: Identifiable & Sendable>(in updates: ListUpdates<Row>) -> Driver<[Row]>
    where Row.ID == ID {
        rows(in: updates) { $0.id }
    }

    /// The rows that are selected, in their order; see ``rows(in:)``.
    ///
    /// - Parameters:
    ///   - updates: The rows.
    ///   - id: The property that identifies a row.
    @inlinable
    public func rows<Row: Sendable>(
        in updates: ListUpdates<Row>, by id: KeyPath<Row, ID> & Sendable
    ) -> Driver<[Row]> {
        rows(in: updates) { $0[keyPath: id] }
    }

    /// The row that is selected, or the first of several; `nil` at first if the selection follows the rows only after
    /// this has been subscribed to, see ``rows(in:)``.
    ///
    /// - Parameter updates: The rows.
    @inlinable
    public func row<Row: Identifiable & Sendable>(in updates: ListUpdates<Row>) -> Driver<Row?>
    where Row.ID == ID {
        rows(in: updates).map { $0.first }
    }

    @inlinable
    func rows<Row: Sendable>(
        in updates: ListUpdates<Row>, _ id: @escaping @MainActor (Row) -> ID
    ) -> Driver<[Row]> {
        Driver.combineLatest(updates.rows, $ids.asDriver()).stage {
            var selected = SelectedRows(id)
            return { selected.take($0.0, $0.1) ? selected.rows : nil }
        }
    }
}

/// The selected rows of a list, found from what changes.
@usableFromInline
struct SelectedRows<Row: Sendable, ID: Hashable & Sendable> {
    @usableFromInline let id: @Sendable (Row) -> ID
    @usableFromInline var input: TreeArray<Row>?
    @usableFromInline var ids: Set<ID> = []
    /// Where the selected rows are, in ascending order.
    @usableFromInline var places: [Int] = []

    @inlinable
    init(_ id: @escaping @MainActor (Row) -> ID) {
        self.id = MainActorDispatcher.unchecked(id)
    }

    @inlinable
    var rows: [Row] { input.map { input in places.map { input[$0] } } ?? [] }

    /// Takes in the rows and what is selected, as they are now.
    ///
    /// - Returns: Whether the selected rows are others than before, or have changed.
    @inlinable
    mutating func take(_ rows: TreeArray<Row>, _ ids: Set<ID>) -> Bool {
        guard let old = input, ids.isSubset(of: self.ids) else {
            let former = input
            let formerPlaces = places
            (input, self.ids) = (rows, ids)
            places = ids.isEmpty ? [] : places(in: 0..<rows.count, of: rows)
            return former == nil || !isSame(formerPlaces, in: former ?? [])
        }
        let formerPlaces = places
        input = rows
        var hasChanged = false
        if ids.count < self.ids.count {
            self.ids = ids
            let count = places.count
            places.removeAll { !ids.contains(id(old[$0])) }
            hasChanged = count != places.count
        }
        let splices = rows.splices(from: old)
        guard !splices.isEmpty, !ids.isEmpty else { return hasChanged }
        var result: [Int] = []
        var rest = places[...]
        var offset = 0
        for splice in splices {
            while let place = rest.first, place < splice.old.lowerBound {
                result.append(place + offset)
                rest.removeFirst()
            }
            while let place = rest.first, place < splice.old.upperBound {
                hasChanged = true
                rest.removeFirst()
            }
            let found = places(in: splice.new, of: rows)
            hasChanged = hasChanged || !found.isEmpty
            result += found
            offset = splice.new.upperBound - splice.old.upperBound
        }
        places = result + rest.map { $0 + offset }
        // A row that only moved is not a change.
        return hasChanged && !isSame(formerPlaces, in: old)
    }

    @inlinable
    func places(in range: Range<Int>, of rows: TreeArray<Row>) -> [Int] {
        var index = range.lowerBound
        var result: [Int] = []
        for row in rows[range] {
            if ids.contains(id(row)) { result.append(index) }
            index += 1
        }
        return result
    }

    /// Whether the selected rows are the same to the bit as those at other places of other rows.
    @inlinable
    func isSame(_ others: [Int], in rows: TreeArray<Row>) -> Bool {
        guard let input, places.count == others.count else { return false }
        return zip(places, others).allSatisfy { areIdentical(input[$0], rows[$1]) }
    }
}
