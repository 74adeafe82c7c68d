/// Lists one after the other, as one: those that rows have.
///
/// A bit tree holds a one for each row, and after it a zero for each of the elements of its list: where the list of a
/// row begins is found in O(log n), whatever the lengths of those before it.
@usableFromInline
struct FlattenedRows<Element: Sendable> {
    @usableFromInline var output = TreeArray<Element>()
    @usableFromInline let starts = BitTree()

    @inlinable
    init() {}

    /// Where the lists of a range of rows are in the output.
    @inlinable
    func places(of rows: Range<Int>) -> Range<Int> {
        (starts.index(ofOne: rows.lowerBound) - rows.lowerBound)..<(starts.index(ofOne: rows.upperBound)
            - rows.upperBound)
    }

    /// Replaces the lists of a range of rows. What is the same in them stays as it is.
    ///
    /// - Returns: Whether the output has changed.
    @inlinable
    mutating func replace(_ rows: Range<Int>, with lists: [TreeArray<Element>]) -> Bool {
        let old = places(of: rows)
        var joined = JoinedLists<Element>()
        for list in lists { joined.append(list) }
        let new = joined.finish()
        // One list that is as long as before leaves all others where they are.
        if rows.count != 1 || lists.count != 1 || new.count != old.count {
            let range = starts.index(ofOne: rows.lowerBound)..<starts.index(ofOne: rows.upperBound)
            starts.replaceSubrange(range, with: joined.starts)
        }
        let splices = old.isEmpty || new.isEmpty ? [] : new.splices(from: output.subtree(old))
        if old.isEmpty != new.isEmpty || isRebuildingCheaper(edits: splices.count, rows: new.count) {
            output.replaceSubrange(old, with: new)
            return true
        }
        for splice in splices {
            let place = splice.place
            output.replaceSubrange(
                (old.lowerBound + place.lowerBound)..<(old.lowerBound + place.upperBound), with: new[splice.new])
        }
        return !splices.isEmpty
    }

    /// Replaces all lists.
    ///
    /// - Parameters:
    ///   - elements: Those of all rows.
    ///   - starts: A one for each row, and after it a zero for each of the elements of its list.
    /// - Returns: Whether the output has changed.
    @inlinable
    mutating func replaceAll(with elements: TreeArray<Element>, starts: BitVector) -> Bool {
        self.starts.replaceSubrange(0..<self.starts.count, with: starts)
        if elements.splices(from: output).isEmpty { return false }
        output = elements
        return true
    }

    /// Replaces all lists.
    ///
    /// - Returns: Whether the output has changed.
    @inlinable
    mutating func replaceAll(with lists: TreeArray<TreeArray<Element>>) -> Bool {
        var joined = JoinedLists<Element>()
        lists.root.forEachPiece(0..<lists.count) { piece in
            for place in piece.indices { joined.append(piece[place]) }
        }
        let elements = joined.finish()
        return replaceAll(with: elements, starts: joined.starts)
    }
}

/// All elements of some lists. Long lists share their nodes with the result; of short ones, copying is faster.
@usableFromInline
struct JoinedLists<Element> {
    /// A one for each list, and after it a zero for each of its elements.
    @usableFromInline var starts = BitVector()
    @usableFromInline var elements = TreeArray<Element>()
    /// Those that follow the others.
    @usableFromInline var pending: [Element] = []

    @inlinable
    init() {}

    @inlinable
    mutating func append(_ list: TreeArray<Element>) {
        let count = list.count
        starts.appendOne(zeros: count)
        if count < 4 * TreeArray<Element>.fewRows {
            list.append(0..<count, to: &pending)
        } else {
            flush()
            elements.append(tree: list)
        }
    }

    @inlinable
    mutating func flush() {
        elements.append(contentsOf: pending)
        pending = []
    }

    @inlinable
    mutating func finish() -> TreeArray<Element> {
        flush()
        return elements
    }
}
