/// Whose turn it is in a two-way binding: detects bindings that do not settle.
///
/// An original change, by either side, begins an exchange; the other side's answer follows, and so on. Each side may
/// answer once after the original change; then there is no further turn. Consecutive values of one side are one turn:
/// any number that the program sets, and a few that a control reports in answer to one, or that other bindings bring.
/// The latter are limited because they might never end, if controls on several bindings report a new object each time
/// they are given one. (A value that goes round in a ring of relays is not detected here, but by its version.)
///
/// Exchanges may overlap, if several changes wait to be delivered. The latest ones are kept apart; an older one counts
/// as a part of the oldest of these, so that all settle in the end.
@usableFromInline
struct TwoWayTurns {
    @usableFromInline
    enum Side { case left, right }

    private struct Exchange {
        var change: UInt64 = 0
        var last = Side.left
        var turns: Int8 = 0
        /// The number of values in the last turn that were answers or were brought by other bindings.
        var run: Int8 = 0
    }

    private var latest: InlineArray<4, Exchange> = .init(repeating: Exchange())

    /// The original change and one answer by each side.
    private static let limit: Int8 = 3
    private static let longestRun: Int8 = 8

    @usableFromInline
    init() {}

    /// - Parameters:
    ///   - side: The side that the value comes from.
    ///   - change: The original change that it follows from.
    ///   - isBrought: Whether the value is an answer, or another binding brought it.
    /// - Returns: Whether the value may be passed on to the other side.
    @usableFromInline
    mutating func take(_ side: Side, in change: UInt64, isBrought: Bool) -> Bool {
        let index = index(of: change)
        if latest[index].turns == 0 || side != latest[index].last {
            guard latest[index].turns < Self.limit else { return false }
            latest[index].turns += 1
            latest[index].run = 0
        }
        if isBrought {
            guard latest[index].run < Self.longestRun else { return false }
            latest[index].run += 1
        }
        latest[index].last = side
        return true
    }

    /// The index of a change's exchange; a new one displaces the oldest.
    private mutating func index(of change: UInt64) -> Int {
        var oldest = 0
        for index in latest.indices {
            if latest[index].change == change { return index }
            if latest[index].change < latest[oldest].change { oldest = index }
        }
        if change > latest[oldest].change { latest[oldest] = Exchange(change: change) }
        return oldest
    }
}
