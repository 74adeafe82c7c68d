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
        let new = Self.joined(lists)
        // One list that is as long as before leaves all others where they are.
        if rows.count != 1 || lists.count != 1 || new.count != old.count { setStarts(of: rows, to: lists) }
        let splices = new.splices(from: output.subtree(old))
        if isRebuildingCheaper(edits: splices.count, rows: new.count) {
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
        let before = output
        output = elements
        self.starts.replaceSubrange(0..<self.starts.count, with: starts)
        return !output.splices(from: before).isEmpty
    }

    /// Notes where the lists of a range of rows begin.
    @inlinable
    func setStarts(of rows: Range<Int>, to lists: [TreeArray<Element>]) {
        var bits = BitVector()
        for list in lists { bits.appendOne(zeros: list.count) }
        starts.replaceSubrange(starts.index(ofOne: rows.lowerBound)..<starts.index(ofOne: rows.upperBound), with: bits)
    }

    /// All elements of some lists. Long lists share their nodes with the result; of short ones, copying is faster.
    @inlinable
    static func joined(_ lists: [TreeArray<Element>]) -> TreeArray<Element> {
        if lists.count == 1 { return lists[0] }
        var whole = TreeArray<Element>()
        var pending: [Element] = []
        for list in lists {
            if list.count < 4 * TreeArray<Element>.fewRows {
                list.append(0..<list.count, to: &pending)
            } else {
                whole.append(contentsOf: pending)
                pending = []
                whole.append(tree: list)
            }
        }
        whole.append(contentsOf: pending)
        return whole
    }
}
