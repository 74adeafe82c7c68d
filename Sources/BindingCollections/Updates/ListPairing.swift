/// A row that has moved among those that stayed.
@usableFromInline
struct MovedRow: Hashable, Sendable {
    @usableFromInline let old: Int
    @usableFromInline let new: Int

    @inlinable
    init(old: Int, new: Int) {
        self.old = old
        self.new = new
    }
}

/// What happened to the rows of a list, as positions in the previous and the current list. Rows that are not mentioned
/// stayed, in order.
@usableFromInline
struct ListPairing: Sendable {
    /// Ascending positions in the previous list.
    @usableFromInline var removed: [Range<Int>] = []
    /// Ascending positions in the current list.
    @usableFromInline var inserted: [Range<Int>] = []
    /// Positions in the current list.
    @usableFromInline var replaced: [Int] = []
    /// In ascending order of where they are now.
    @usableFromInline var moved: [MovedRow] = []
    /// Whether there are more moves than edits are worthwhile, so that the rest was not examined.
    @usableFromInline var hasTooManyMoves = false
    /// An identity that several rows have.
    @usableFromInline var duplicate: (any Hashable & Sendable)?

    @inlinable
    init() {}

    @inlinable
    mutating func remove(_ range: Range<Int>, shift: Int) { removed.extend(by: range, shift: shift) }

    @inlinable
    mutating func insert(_ range: Range<Int>, shift: Int) { inserted.extend(by: range, shift: shift) }

    /// Takes in what was found by identity among what a walk has left.
    @usableFromInline
    mutating func note(
        _ partners: IdentityPartners, gaps: [RowGap], limit: Int, isSame: (Int, Int) -> Bool
    ) {
        for gap in gaps {
            for place in gap.old where partners.ofOld[place] < 0 { remove(place..<(place + 1), shift: gap.oldShift) }
            let candidates = gap.new.compactMap { place in
                let partner = Int(partners.ofNew[place])
                return gap.old.contains(partner) ? partner : nil
            }
            // Of two neighbors in the wrong order at least one moves, and each row has two neighbors.
            let wrong = zip(candidates, candidates.dropFirst()).count { $0 > $1 }
            if wrong / 2 > limit {
                hasTooManyMoves = true
                return
            }
            let stays = longestIncreasingRun(of: candidates)
            if stays.count(where: { !$0 }) + moved.count > limit {
                hasTooManyMoves = true
                return
            }
            var staying = stays.makeIterator()
            for place in gap.new {
                let partner = Int(partners.ofNew[place])
                if partner < 0 {
                    insert(place..<(place + 1), shift: gap.newShift)
                    continue
                }
                if !gap.old.contains(partner) {
                    let shift = gaps[gaps.partitioningIndex { $0.old.upperBound > partner }].oldShift
                    moved.append(MovedRow(old: partner + shift, new: place + gap.newShift))
                } else if staying.next() != true {
                    moved.append(MovedRow(old: partner + gap.oldShift, new: place + gap.newShift))
                }
                if !isSame(partner, place) { replaced.append(place + gap.newShift) }
            }
        }
    }
}

extension [Range<Int>] {
    @inlinable
    mutating func extend(by range: Range<Int>, shift: Int) {
        guard !range.isEmpty else { return }
        let (lower, upper) = (range.lowerBound + shift, range.upperBound + shift)
        if let last, last.upperBound == lower {
            self[count - 1] = last.lowerBound..<upper
        } else {
            append(lower..<upper)
        }
    }
}

extension Array {
    /// The first index whose element meets a condition that all later ones meet, too.
    func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// For each of some numbers, all different, whether it is in a longest increasing run of them.
@usableFromInline
func longestIncreasingRun(of numbers: [Int]) -> [Bool] {
    // For each length, the place of the smallest number that ends a run of that length; for each number, the one before
    // it.
    var ends: [Int] = []
    var previous = Array(repeating: -1, count: numbers.count)
    for (place, number) in numbers.enumerated() {
        var length = ends.count
        if let last = ends.last, numbers[last] > number {
            length = ends.partitioningIndex { numbers[$0] > number }
        }
        if length > 0 { previous[place] = ends[length - 1] }
        if length == ends.count { ends.append(place) } else { ends[length] = place }
    }
    var isInRun = Array(repeating: false, count: numbers.count)
    var place = ends.last ?? -1
    while place >= 0 {
        isInRun[place] = true
        place = previous[place]
    }
    return isInRun
}
