/// Finds the name that a mistyped one was meant to be.
enum Suggestion {
    /// The name that is nearest to `word`, if one is near enough: a third of the characters may be wrong.
    ///
    /// - Complexity: O(*n* × *m*) in the lengths of the word and of each name; words that are far longer than any name
    ///   are not compared.
    static func nearest(to word: String, among names: [String]) -> String? {
        let word = Array(word.lowercased().prefix(40))
        let candidates = names.map { (name: $0, distance: distance(from: word, to: Array($0.lowercased()))) }
        guard let best = candidates.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(1, best.name.count / 3) ? best.name : nil
    }

    /// The number of insertions, deletions, replacements and exchanges of neighbors that turn one word into the other.
    static func distance(from first: [Character], to second: [Character]) -> Int {
        guard !first.isEmpty, !second.isEmpty else { return max(first.count, second.count) }
        var beforeLast: [Int] = []
        var last = Array(0...second.count)
        for row in 1...first.count {
            var current = [row]
            for column in 1...second.count {
                let isSame = first[row - 1] == second[column - 1]
                var best = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
                if row > 1, column > 1, first[row - 1] == second[column - 2], first[row - 2] == second[column - 1] {
                    best = min(best, beforeLast[column - 2] + 1)
                }
                current.append(best)
            }
            beforeLast = last
            last = current
        }
        return last[second.count]
    }
}
