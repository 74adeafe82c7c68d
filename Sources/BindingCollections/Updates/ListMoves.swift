extension ListPairing {
    /// The moves, one after another, in the list that the removals leave.
    ///
    /// In order of where they go, each row goes right after the one that it has to follow. Those that have yet to go
    /// are in between, and are counted by a tree of sums.
    ///
    /// - Complexity: O(*m* log *m*) in the number of moves, and O(*r*) in that of ranges removed and inserted.
    func moves() -> [ListEdit] {
        guard !moved.isEmpty else { return [] }
        let byOrigin = moved.indices.sorted { moved[$0].old < moved[$1].old }
        // For each row in order of where it was: how many that stay were before it.
        var staysBefore: [Int] = []
        var orderOfOrigin = Array(repeating: 0, count: moved.count)
        var removals = RunningCount(removed)
        for (order, index) in byOrigin.enumerated() {
            orderOfOrigin[index] = order
            staysBefore.append(moved[index].old - removals.count(before: moved[index].old) - order)
        }
        // For each row in order of where it goes: its place among all that are kept, and how many that stay are before
        // it.
        var insertions = RunningCount(inserted)
        let ranks = moved.map { $0.new - insertions.count(before: $0.new) }
        let staysAhead = ranks.enumerated().map { $1 - $0 }

        var waiting = SumTree(ones: moved.count)
        var passed = 0
        var moves: [ListEdit] = []
        moves.reserveCapacity(moved.count)
        for index in moved.indices {
            let order = orderOfOrigin[index]
            let arrived = min(index, staysAhead.partitioningIndex { $0 > staysBefore[order] })
            let from = staysBefore[order] + arrived + waiting.sum(before: order)
            waiting.decrement(order)
            while passed < staysBefore.count, staysBefore[passed] < staysAhead[index] { passed += 1 }
            let to = ranks[index] + waiting.sum(before: passed)
            if from != to { moves.append(.move(from: from, to: to)) }
        }
        return moves
    }
}

/// How many positions of ascending ranges are before others, queried in ascending order.
private struct RunningCount {
    private let ranges: [Range<Int>]
    private var next = 0
    private var count = 0

    init(_ ranges: [Range<Int>]) {
        self.ranges = ranges
    }

    mutating func count(before position: Int) -> Int {
        while next < ranges.count, ranges[next].lowerBound < position {
            count += ranges[next].count
            next += 1
        }
        return count
    }
}

/// Counts, and their prefix sums in O(log n): a Fenwick tree.
private struct SumTree {
    private var sums: [Int]

    init(ones count: Int) {
        sums = (0...count).map { $0 & -$0 }
    }

    func sum(before index: Int) -> Int {
        var (index, sum) = (index, 0)
        while index > 0 {
            sum += sums[index]
            index &= index - 1
        }
        return sum
    }

    mutating func decrement(_ index: Int) {
        var index = index + 1
        while index < sums.count {
            sums[index] -= 1
            index += index & -index
        }
    }
}
