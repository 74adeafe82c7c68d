import Binding

/// One step of what turns the rows of before into those of now.
public enum ListEdit: Hashable, Sendable {
    /// The rows of a range, which stay where they are from then on, are new.
    case insert(Range<Int>)
    /// The rows of a range are gone.
    case remove(Range<Int>)
    /// The rows of a range have become other values.
    case replace(Range<Int>)
    /// A row goes from one place to another: it is removed at the first and then inserted at the second.
    case move(from: Int, to: Int)
}

/// The rows of a list, and how they came from those of before: what RxDataSources calls a changeset, and DynamicData a change
/// set.
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
/// It is a value: it can be made on one actor and told on another.
public struct ListUpdate<Row: Sendable>: Sendable {
    /// What is to be done to the rows of before.
    public enum Change: Hashable, Sendable {
        /// All of it is to be shown anew: the rows are the observer's first ones; or there are more than 64 edits and more than a
        /// tenth of the rows, which is where applying them takes longer than to begin anew; or of more than 64 rows none is
        /// one of before. A list that is filled, or emptied, is one edit.
        case reload
        /// Edits, to be applied in this order: removals from the back to the front, moves one after another, insertions from
        /// the front to the back, replacements. The rows of an insertion or a replacement are those at its range of
        /// ``ListUpdate/rows``.
        case edits([ListEdit])
    }

    /// The rows now.
    public let rows: TreeArray<Row>

    /// How they came from those of before.
    public let change: Change

    /// How many rows there were before.
    public let previousCount: Int

    @inlinable
    package init(rows: TreeArray<Row>, change: Change, previousCount: Int) {
        self.rows = rows
        self.change = change
        self.previousCount = previousCount
    }

    /// Whether the rows are those of before, so that there is nothing to do.
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

    /// The update from some rows to others. Rows that went and rows that came in their place, as many of them, are
    /// ``ListEdit/replace(_:)``; nothing is known of rows that moved.
    ///
    /// - Complexity: O(*m*) in the number of rows that differ, where both lists stem from one.
    @inlinable
    public init(from old: TreeArray<Row>, to new: TreeArray<Row>) {
        self.init(from: old, to: new, identity: nil)
    }

    /// The update from some rows to others, which are told apart by an identity.
    ///
    /// A row that is in both is kept, or moved, and replaced where its value is another one. Rows with equal values are the same
    /// where the type is `Equatable`; others, where they are the same to the bit.
    ///
    /// - Parameters:
    ///   - old: The rows of before.
    ///   - new: The rows now.
    ///   - id: What tells a row from others, whatever else it holds. It should be different for each row.
    /// - Complexity: O(*m* log *m*) in the number of rows that differ, where both lists stem from one, else in that of
    ///   all rows.
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
    ///   - old: The rows of before.
    ///   - new: The rows now.
    ///   - id: What tells a row from others, whatever else it holds. It should be different for each row.
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
    /// The update from some rows to others, which are told apart by their `id`. See ``init(from:to:by:)-(TreeArray<Row>,_,_)``.
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
