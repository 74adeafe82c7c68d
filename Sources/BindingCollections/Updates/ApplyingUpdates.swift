extension RangeReplaceableCollection where Index == Int, Element: Sendable {
    /// Makes these rows, which are those of before, those of an update.
    ///
    /// - Parameter update: The update. Its ``ListUpdate/previousCount`` must be the number of rows here, unless it is a reload.
    /// - Complexity: For a `TreeArray`, O(*m* log *n*) in the numbers *m* of rows that changed and *n* of rows. For an array,
    ///   each edit is O(*n*).
    @inlinable
    public mutating func apply(_ update: ListUpdate<Element>) {
        switch update.change {
        case .reload:
            if let rows = update.rows as? Self {
                self = rows
            } else {
                replaceSubrange(startIndex..<endIndex, with: update.rows)
            }
        case .edits(let edits):
            precondition(count == update.previousCount, "an update of a list with another number of rows")
            for edit in edits { perform(edit) { update.rows.subtree($0) } }
        }
    }

    /// The rows of an update, made of these, which are those of before. See ``apply(_:)``.
    @inlinable
    public func applying(_ update: ListUpdate<Element>) -> Self {
        var rows = self
        rows.apply(update)
        return rows
    }

    /// Does one step of an update.
    ///
    /// - Parameter rows: The rows at a range of those of the update.
    @inlinable
    mutating func perform<Rows: Collection<Element>>(_ edit: ListEdit, rows: (Range<Int>) -> Rows) {
        let start = startIndex
        func range(_ range: Range<Int>) -> Range<Int> { (start + range.lowerBound)..<(start + range.upperBound) }
        switch edit {
        case .remove(let places): removeSubrange(range(places))
        case .move(let from, let to): insert(remove(at: start + from), at: start + to)
        case .insert(let places):
            replaceSubrange((start + places.lowerBound)..<(start + places.lowerBound), with: rows(places))
        case .replace(let places): replaceSubrange(range(places), with: rows(places))
        }
    }
}
