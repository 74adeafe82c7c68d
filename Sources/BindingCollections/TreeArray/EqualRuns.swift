/// Pairs what two lists have in common, run by run, from the front to the back, by looking a little ahead where they differ.
///
/// It is no shortest difference, but a good one where edits are apart from each other, in linear time and without hashing.
@usableFromInline
enum EqualRuns {
    /// How far is looked ahead.
    @inlinable
    static var reach: Int { 16 }

    /// How many in a row have to be the same for two lists to be taken to be back in step.
    @inlinable
    static var evidence: Int { 3 }

    /// - Parameters:
    ///   - oldCount: The length of one list.
    ///   - newCount: The length of the other.
    ///   - areSame: Whether an element of the one is the same as one of the other.
    ///   - note: Called with ranges that differ, in ascending order.
    @inlinable
    static func pair(
        _ oldCount: Int, _ newCount: Int, areSame: (Int, Int) -> Bool, note: (Range<Int>, Range<Int>) -> Void
    ) {
        var (old, new, oldEnd, newEnd) = (0, 0, oldCount, newCount)
        while old < oldEnd, new < newEnd, areSame(old, new) {
            old += 1
            new += 1
        }
        while old < oldEnd, new < newEnd, areSame(oldEnd - 1, newEnd - 1) {
            oldEnd -= 1
            newEnd -= 1
        }
        while old < oldEnd, new < newEnd, let (oldNext, newNext) = backInStep(old, new, oldEnd, newEnd, areSame) {
            note(old..<oldNext, new..<newNext)
            (old, new) = (oldNext, newNext)
            while old < oldEnd, new < newEnd, areSame(old, new) {
                old += 1
                new += 1
            }
        }
        note(old..<oldEnd, new..<newEnd)
    }

    /// The next places at which the lists are in step again, as near as possible.
    @inlinable
    static func backInStep(
        _ old: Int, _ new: Int, _ oldEnd: Int, _ newEnd: Int, _ areSame: (Int, Int) -> Bool
    ) -> (Int, Int)? {
        func areInStep(_ old: Int, _ new: Int) -> Bool {
            guard old < oldEnd, new < newEnd else { return false }
            let length = Swift.min(evidence, oldEnd - old, newEnd - new)
            return (0..<length).allSatisfy { areSame(old + $0, new + $0) }
        }
        for distance in 1...reach {
            // As many gone as have come, first.
            for less in 0...distance {
                if areInStep(old + distance, new + distance - less) { return (old + distance, new + distance - less) }
                if areInStep(old + distance - less, new + distance) { return (old + distance - less, new + distance) }
            }
        }
        return nil
    }
}
