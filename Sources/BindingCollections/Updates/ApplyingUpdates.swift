extension RangeReplaceableCollection where Index == Int, Element: Sendable {
    /// Turns these rows, which are the previous ones, into those of an update.
    ///
    /// - Parameter update: The update. Its ``ListUpdate/previousCount`` must be the number of rows here, unless it is a
    ///   reload.
    /// - Complexity: For a `TreeArray`, O(*m* log *n*) in the numbers *m* of rows that changed and *n* of rows. For an
    ///   array, each edit is O(*n*).
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
            update.checkPreviousCount(count)
            for edit in edits { perform(edit, from: update.rows) }
        }
    }

    /// The rows of an update, made from these, which are the previous ones. See
    /// ``apply(_:)-(ListUpdate<Self.Element>)``.
    @inlinable
    public func applying(_ update: ListUpdate<Element>) -> Self {
        var rows = self
        rows.apply(update)
        return rows
    }

    /// Applies one step of an update.
    ///
    /// - Parameter rows: The rows of the update.
    @inlinable
    mutating func perform<Rows: RandomAccessCollection<Element>>(_ edit: ListEdit, from rows: Rows)
    where Rows.Index == Int {
        let start = startIndex
        switch edit {
        case .remove(let places): removeSubrange((start + places.lowerBound)..<(start + places.upperBound))
        case .move(let from, let to): insert(remove(at: start + from), at: start + to)
        case .insert(let places):
            put((start + places.lowerBound)..<(start + places.lowerBound), rows, places)
        case .replace(let places):
            put((start + places.lowerBound)..<(start + places.upperBound), rows, places)
        }
    }

    @inlinable
    mutating func put<Rows: RandomAccessCollection<Element>>(_ range: Range<Int>, _ rows: Rows, _ places: Range<Int>)
    where Rows.Index == Int {
        // A tree is walked much faster than it is read by index, but for a few rows, cutting them out does not pay.
        if places.count > TreeArray<Element>.fewRows, let tree = rows as? TreeArray<Element> {
            replaceSubrange(range, with: tree.subtree(places))
        } else {
            replaceSubrange(range, with: rows[places])
        }
    }
}

extension ListUpdate {
    /// Stops the program unless a list has as many rows as the update is for.
    @inlinable
    func checkPreviousCount(_ count: Int) {
        precondition(
            count == previousCount, "The update is for a list of \(previousCount) rows, but this one has \(count)")
    }
}

extension TreeArray {
    /// Up to how many elements are read faster by index than by cutting them out.
    @inlinable static var fewRows: Int { 32 }
}
