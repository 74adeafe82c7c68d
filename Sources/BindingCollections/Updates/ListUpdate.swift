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

/// The rows of a list, and how they came from those of before.
public struct ListUpdate<Row: Sendable>: Sendable {
    /// What is to be done to the rows of before.
    public enum Change: Hashable, Sendable {
        /// All of it is to be shown anew.
        case reload
        /// Edits, to be applied in this order: removals from the back to the front, moves, insertions from the front to the back, replacements.
        /// That of an insertion or a replacement are the rows at that range of ``ListUpdate/rows``.
        case edits([ListEdit])
    }

    /// The rows now.
    public let rows: TreeArray<Row>

    /// How they came from those of before.
    public let change: Change

    @inlinable
    package init(rows: TreeArray<Row>, change: Change) {
        self.rows = rows
        self.change = change
    }
}

extension ListUpdate: Equatable where Row: Equatable {}

extension ListUpdate {
    /// The update from some rows, or from none, to others.
    @inlinable
    package init(from old: TreeArray<Row>?, to new: TreeArray<Row>, identity: RowIdentity<Row>?) {
        guard let old else {
            self.init(rows: new, change: .reload)
            return
        }
        // Skeleton: without moves.
        let splices = new.splices(from: old)
        let removals = splices.reversed().filter { !$0.old.isEmpty }.map { ListEdit.remove($0.old) }
        let insertions = splices.filter { !$0.new.isEmpty }.map { ListEdit.insert($0.new) }
        self.init(rows: new, change: .edits(removals + insertions))
    }
}
