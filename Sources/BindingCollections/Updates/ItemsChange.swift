/// Some adjacent rows replaced by others: what GTK's `GListModel` reports with `items-changed`.
public struct ItemsChange: Hashable, Sendable {
    /// Where, in the list as it is at that time.
    public let position: Int
    /// How many rows went there.
    public let removed: Int
    /// How many rows came in their place.
    public let added: Int

    /// A change at a position, by how many rows went and how many came.
    public init(position: Int, removed: Int, added: Int) {
        self.position = position
        self.removed = removed
        self.added = added
    }
}

extension ListUpdate {
    /// The update as changes one after another, each of the list that the earlier ones have left.
    ///
    /// A move is two: the row goes, and then it comes. A reload is one, of all previous rows, of which an observer's
    /// first update has none, whatever a model has shown until then. ``steps(from:)`` counts the rows that are there.
    public var itemsChanged: [ItemsChange] {
        switch change {
        case .reload: [ItemsChange(position: 0, removed: previousCount, added: rows.count)]
        case .edits(let edits): edits.flatMap(\.itemsChanged)
        }
    }

    /// The update step by step, each with the rows that the list has after it, for a list model that has to hold them
    /// when it reports the step:
    ///
    /// ```swift
    /// for step in update.steps(from: rows) {
    ///     rows = step.rows
    ///     itemsChanged(step.change.position, step.change.removed, step.change.added)
    /// }
    /// ```
    ///
    /// The changes are those of ``itemsChanged``, and the rows after the last one are the ``rows`` of the update. A
    /// reload replaces whatever rows there are, so that a model that has shown one list can be bound to another one.
    ///
    /// - Parameter rows: The previous rows, ``previousCount`` in number, unless the update is a reload.
    /// - Complexity: O(log *n*) for each row that changed.
    public func steps(from rows: TreeArray<Row>) -> some Sequence<ListStep<Row>> {
        var edits: [ListEdit] = []
        var isReload = false
        switch change {
        case .reload: isReload = true
        case .edits(let steps):
            checkPreviousCount(rows.count)
            edits = steps
        }
        // One state for each step: the edit that it belongs to, and the row that is on its way, if one is.
        return sequence(state: (rows, edits[...], nil as (Row, Int)?, isReload)) { state -> ListStep<Row>? in
            if state.3 {
                state.3 = false
                let change = ItemsChange(position: 0, removed: state.0.count, added: self.rows.count)
                return ListStep(change: change, rows: self.rows)
            }
            if let (row, place) = state.2 {
                state.2 = nil
                state.0.insert(row, at: place)
                return ListStep(change: ItemsChange(position: place, removed: 0, added: 1), rows: state.0)
            }
            guard let edit = state.1.popFirst() else { return nil }
            if case .move(let from, let to) = edit {
                state.2 = (state.0.remove(at: from), to)
            } else {
                state.0.perform(edit, from: self.rows)
            }
            return ListStep(change: edit.itemsChanged[0], rows: state.0)
        }
    }
}

/// One step of an update, with the rows after it.
public struct ListStep<Row: Sendable>: Sendable {
    /// The change.
    public let change: ItemsChange
    /// The rows after that.
    public let rows: TreeArray<Row>

    /// A step of a change and the rows after it.
    public init(change: ItemsChange, rows: TreeArray<Row>) {
        self.change = change
        self.rows = rows
    }
}

extension ListStep: Equatable where Row: Equatable {}

extension ListEdit {
    /// The edit as changes one after another.
    var itemsChanged: [ItemsChange] {
        switch self {
        case .remove(let range): [ItemsChange(position: range.lowerBound, removed: range.count, added: 0)]
        case .insert(let range): [ItemsChange(position: range.lowerBound, removed: 0, added: range.count)]
        case .replace(let range): [ItemsChange(position: range.lowerBound, removed: range.count, added: range.count)]
        case .move(let from, let to):
            [ItemsChange(position: from, removed: 1, added: 0), ItemsChange(position: to, removed: 0, added: 1)]
        }
    }
}
