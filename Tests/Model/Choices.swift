/// The decisions of a small program, from which all programs follow, one after the other.
///
/// A program asks for a number below a limit wherever it decides something. The first one gets 0 each time; each further one
/// gets the next numbers, in lexical order. So every combination of decisions is made exactly once, however the later ones
/// depend on the earlier ones. Programs of one step come before those of two if the caller asks for them in this order, and so
/// the first one that fails is as short as any.
package final class Choices {
    private var path: [(value: Int, limit: Int)] = []
    private var place = 0

    /// Whether the decisions lead to no program.
    package private(set) var isDiscarded = false

    package init() {}

    /// Notes that the decisions lead to no program, or to one that others lead to.
    package func discard() { isDiscarded = true }

    /// Decides.
    ///
    /// - Parameter limit: The number of possibilities, at least 1.
    package func next(below limit: Int) -> Int {
        precondition(limit > 0, "a decision needs a possibility")
        if place == path.count { path.append((0, limit)) }
        precondition(path[place].limit == limit, "the same decisions lead to different programs")
        defer { place += 1 }
        return path[place].value
    }

    /// Decides for one of several.
    package func pick<Options: RandomAccessCollection>(_ options: Options) -> Options.Element
    where Options.Index == Int {
        options[options.startIndex + next(below: options.count)]
    }

    /// Goes back to the beginning of the same program.
    package func rewind() { place = 0 }

    /// Goes on to the next program.
    ///
    /// - Returns: Whether there is one.
    package func advance() -> Bool {
        path.removeSubrange(place...)
        place = 0
        isDiscarded = false
        while let last = path.popLast() {
            guard last.value + 1 < last.limit else { continue }
            path.append((last.value + 1, last.limit))
            return true
        }
        return false
    }
}
