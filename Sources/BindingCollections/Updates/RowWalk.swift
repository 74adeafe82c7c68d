/// Goes through the previous and the current rows side by side, and pairs runs of the same rows.
///
/// Where the two differ, it searches for the nearest place from which they continue alike, within bounds. The less that
/// finds, the farther it goes before it searches again, so that the whole takes linear time whatever the rows are.
@usableFromInline
struct RowWalk {
    @usableFromInline let gap: RowGap

    /// Up to how many rows, previous and current together, are skipped for the nearest pair that continues alike.
    @inlinable static var nearby: Int { 8 }
    /// Up to how many rows that only came, or only went, are skipped.
    @inlinable static var faraway: Int { 512 }

    @inlinable
    init(_ gap: RowGap) {
        self.gap = gap
    }

    /// - Parameters:
    ///   - needed: How many consecutive rows have to be the same for the walk to continue from there.
    ///   - isSame: Whether the previous row at one position is the current one at another.
    ///   - pair: The same for rows that become a pair if so. Called in ascending order.
    ///   - leave: Called with what is left, the rows that were not paired, in ascending order.
    @inlinable
    func run(
        needed: Int, isSame: (Int, Int) -> Bool, pair: (Int, Int) -> Bool, leave: (RowGap) -> Void
    ) {
        func note(_ old: Range<Int>, _ new: Range<Int>) {
            if !old.isEmpty || !new.isEmpty { leave(gap.part(old: old, new: new)) }
        }
        var (oldPlace, newPlace) = (gap.old.lowerBound, gap.new.lowerBound)
        var (oldEnd, newEnd) = (gap.old.upperBound, gap.new.upperBound)
        while oldPlace < oldEnd, newPlace < newEnd, pair(oldPlace, newPlace) {
            oldPlace += 1
            newPlace += 1
        }
        while oldPlace < oldEnd, newPlace < newEnd, isSame(oldEnd - 1, newEnd - 1) {
            oldEnd -= 1
            newEnd -= 1
        }
        // What is before this is paired or in a gap.
        var (oldDone, newDone) = (oldPlace, newPlace)
        var skipped = 1
        while oldPlace < oldEnd, newPlace < newEnd {
            guard
                var (oldNext, newNext) = Self.next(
                    oldPlace..<oldEnd, newPlace..<newEnd, needed: needed, isSame: isSame)
            else {
                oldPlace += skipped
                newPlace += skipped
                skipped = min(skipped * 2, Self.faraway)
                continue
            }
            while oldNext > oldDone, newNext > newDone, isSame(oldNext - 1, newNext - 1) {
                oldNext -= 1
                newNext -= 1
            }
            note(oldDone..<oldNext, newDone..<newNext)
            while oldNext < oldEnd, newNext < newEnd, pair(oldNext, newNext) {
                oldNext += 1
                newNext += 1
            }
            (oldPlace, newPlace) = (oldNext, newNext)
            (oldDone, newDone) = (oldNext, newNext)
            skipped = 1
        }
        note(oldDone..<oldEnd, newDone..<newEnd)
        while oldEnd < gap.old.upperBound {
            _ = pair(oldEnd, newEnd)
            oldEnd += 1
            newEnd += 1
        }
    }

    /// The nearest pair from which both continue alike.
    @inlinable
    static func next(
        _ oldRange: Range<Int>, _ newRange: Range<Int>, needed: Int, isSame: (Int, Int) -> Bool
    ) -> (Int, Int)? {
        func continueAlike(_ oldPlace: Int, _ newPlace: Int) -> Bool {
            guard oldPlace + needed <= oldRange.upperBound, newPlace + needed <= newRange.upperBound else {
                return false
            }
            for offset in 0..<needed where !isSame(oldPlace + offset, newPlace + offset) {
                return false
            }
            return true
        }
        let (oldStart, newStart) = (oldRange.lowerBound, newRange.lowerBound)
        // Most edits are of one row.
        if continueAlike(oldStart, newStart) { return (oldStart, newStart) }
        if continueAlike(oldStart, newStart + 1) { return (oldStart, newStart + 1) }
        if continueAlike(oldStart + 1, newStart) { return (oldStart + 1, newStart) }
        for distance in 2...nearby {
            // The same number on both sides comes first: that is a row that was changed in place.
            if distance & 1 == 0, continueAlike(oldStart + distance / 2, newStart + distance / 2) {
                return (oldStart + distance / 2, newStart + distance / 2)
            }
            for gone in 0...distance where continueAlike(oldStart + gone, newStart + distance - gone) {
                return (oldStart + gone, newStart + distance - gone)
            }
        }
        let last = max(oldRange.count, newRange.count)
        guard nearby + 1 < last else { return nil }
        for distance in (nearby + 1)..<min(faraway, last) {
            if continueAlike(oldStart + distance, newStart) { return (oldStart + distance, newStart) }
            if continueAlike(oldStart, newStart + distance) { return (oldStart, newStart + distance) }
        }
        return nil
    }
}
