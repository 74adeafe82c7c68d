/// Whose turn it is in a two-way binding: how it is told that it does not settle.
///
/// An original change, by either side, begins an exchange; what the other side makes of it follows, and so on. Each side
/// may answer once after the original change; then there is no further turn. Consecutive values of one side are one
/// turn, unless another binding has brought them, as in a ring.
///
/// Exchanges may overlap, where several changes wait to be handed out. The latest ones are kept apart; an older one counts
/// as a part of the oldest of these, so that in the end all come to rest.
struct TwoWayTurns {
    enum Side { case left, right }

    private struct Exchange {
        var change: UInt64 = 0
        var last = Side.left
        var turns = 0
    }

    private var latest: InlineArray<4, Exchange> = .init(repeating: Exchange())
    /// The number of the right side's last value that the relay accepted.
    private var lastFromRight: UInt64 = 0

    /// The original change, and one answer by each side.
    private static let limit = 3

    /// Whether a value of the relay was accepted before the right side's latest, and so is not to be written to it.
    func isSuperseded(_ number: UInt64) -> Bool { number != 0 && number < lastFromRight }

    /// Notes that the relay has accepted a value of the right side.
    mutating func accepted(_ number: UInt64) { lastFromRight = number }

    /// - Parameters:
    ///   - side: Where the value comes from.
    ///   - change: The original change that it follows from.
    ///   - isFromBinding: Whether another binding has brought it there.
    /// - Returns: Whether the value may be passed on to the other side.
    mutating func take(_ side: Side, in change: UInt64, isFromBinding: Bool) -> Bool {
        let index = index(of: change)
        if latest[index].turns == 0 || side != latest[index].last || isFromBinding {
            guard latest[index].turns < Self.limit else { return false }
            latest[index].turns += 1
        }
        latest[index].last = side
        return true
    }

    /// Where the exchange of a change is kept; a new one displaces the oldest.
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
