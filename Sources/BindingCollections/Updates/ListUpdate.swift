import Binding

/// One step of turning the previous rows into the current ones.
public enum ListEdit: Hashable, Sendable {
    /// The rows of a range are new; they stay where they are from then on.
    case insert(Range<Int>)
    /// The rows of a range are gone.
    case remove(Range<Int>)
    /// The rows of a range have become other values.
    case replace(Range<Int>)
    /// A row goes from one place to another: it is removed at the first and then inserted at the second.
    case move(from: Int, to: Int)
}

/// The rows of a list, and how they came from the previous ones: what RxDataSources calls a changeset, and DynamicData
/// a change set.
///
/// ```swift
/// viewModel.$people.updates() => { update in
///     switch update.change {
///     case .reload: table.reload(update.rows)
///     case .edits(let edits): for edit in edits { table.perform(edit, update.rows) }
///     }
/// }
/// ```
///
/// It is a value: it can be made on one actor and used on another.
public struct ListUpdate<Row: Sendable>: Sendable {
    /// How to turn the previous rows into the current ones.
    public enum Change: Hashable, Sendable {
        /// Everything is to be shown anew: the rows are the observer's first ones; or there are more than 64 edits and
        /// more than a tenth of the rows, when applying them takes longer than beginning anew; or none of more than 64
        /// rows is a previous one. Filling or emptying a list is one edit.
        case reload
        /// Edits, to be applied in this order: removals from the back to the front, moves one after another, insertions
        /// from the front to the back, replacements. The rows of an insertion or a replacement are those at its range
        /// of ``ListUpdate/rows``.
        case edits([ListEdit])
    }

    /// The current rows.
    public let rows: TreeArray<Row>

    /// How they came from the previous ones.
    public let change: Change

    /// How many rows there were before.
    public let previousCount: Int

    @inlinable
    package init(rows: TreeArray<Row>, change: Change, previousCount: Int) {
        self.rows = rows
        self.change = change
        self.previousCount = previousCount
    }

    /// Whether the rows are the previous ones, so that there is nothing to do.
    @inlinable
    public var isEmpty: Bool { change == .edits([]) }
}

extension ListUpdate: Equatable where Row: Equatable {}

extension ListUpdate {
    /// The update from some rows, or from none, to others.
    @inlinable
    package init(from old: TreeArray<Row>?, to new: TreeArray<Row>, identity: RowIdentity<Row>?) {
        var differences = ListDifferences(identity: identity)
        self = differences.update(from: old, to: new)
    }

    /// The update from some rows to others.
    ///
    /// Rows that went and as many rows that came in their place are a ``ListEdit/replace(_:)``; moves are not
    /// recognized.
    ///
    /// - Complexity: O(*m*) in the number of rows that differ, if both lists stem from one.
    @inlinable
    public init(from old: TreeArray<Row>, to new: TreeArray<Row>) {
        self.init(from: old, to: new, identity: nil)
    }

    /// The update from some rows to others, which are told apart by an identity.
    ///
    /// A row that is in both is kept, or moved, and replaced if its value is another one. Values are the same if they
    /// are equal, for an `Equatable` type, or else if they are the same to the bit.
    ///
    /// - Parameters:
    ///   - old: The previous rows.
    ///   - new: The current rows.
    ///   - id: The property that identifies a row, whatever else it holds. It should be different for each row.
    /// - Complexity: O(*m* log *m*) in the number of rows that differ, if both lists stem from one, otherwise in that
    ///   of all rows.
    @inlinable
    public init<ID: Hashable & Sendable>(
        from old: TreeArray<Row>, to new: TreeArray<Row>, by id: KeyPath<Row, ID> & Sendable
    ) {
        self.init(from: old, to: new, identity: RowIdentity(id))
    }

    /// The update from the rows of an array to those of another one. See ``init(from:to:)``.
    ///
    /// - Complexity: O(*n*) in the number of rows.
    @inlinable
    public init(from old: [Row], to new: [Row]) {
        self.init(arrays: old, new, identity: nil)
    }

    /// The update from the rows of an array to those of another one, which are told apart by an identity.
    ///
    /// - Parameters:
    ///   - old: The previous rows.
    ///   - new: The current rows.
    ///   - id: The property that identifies a row, whatever else it holds. It should be different for each row.
    /// - Complexity: O(*n*) in the number of rows, and O(*m* log *m*) in that of rows that moved.
    @inlinable
    public init<ID: Hashable & Sendable>(from old: [Row], to new: [Row], by id: KeyPath<Row, ID> & Sendable) {
        self.init(arrays: old, new, identity: RowIdentity(id))
    }

    @inlinable
    init(arrays old: [Row], _ new: [Row], identity: RowIdentity<Row>?) {
        var differences = ListDifferences(identity: identity)
        self.init(
            rows: TreeArray(new), change: differences.change(from: old, to: new), previousCount: old.count)
    }
}

extension ListUpdate where Row: Identifiable, Row.ID: Sendable {
    /// The update from some rows to others, which are told apart by their `id`. See
    /// ``init(from:to:by:)-(TreeArray<Row>,_,_)``.
    @inlinable
    public init(from old: TreeArray<Row>, to new: TreeArray<Row>) {
        self.init(from: old, to: new, identity: RowIdentity { $0.id })
    }

    /// The update from the rows of an array to those of another one, which are told apart by their `id`. See
    /// ``init(from:to:by:)-([Row],_,_)``.
    @inlinable
    public init(from old: [Row], to new: [Row]) {
        self.init(arrays: old, new, identity: RowIdentity { $0.id })
    }
}

extension ListUpdate: InspectableValue {
    package var inspected: Any { rows }
}
