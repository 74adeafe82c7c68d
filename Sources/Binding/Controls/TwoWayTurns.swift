/// Whose turn it is in a two-way binding: how it is told that it does not settle.
///
/// An original change, by either side, begins a chain; what the other side makes of it follows, and so on. Each side has
/// one say after the original change; then there is no further turn. Consecutive values of one side are one turn.
///
/// Values belong to one chain where the relay's broadcaster says that they follow from the same event. There is one case
/// that it does not see: a control that is written to while it is telling of an edit may answer only when it is done
/// with that, after the relay has come to rest. So an answer is also what comes from the control next, in the same turn
/// of the main actor, after such a write.
struct TwoWayTurns {
    private enum Party { case relay, side }

    private var origin: UInt64 = 0
    private var last = Party.relay
    private var count = 0
    /// The number of the side's last value that the relay accepted.
    private var lastSay: UInt64 = 0
    private var isSideSpeaking = false
    /// The turn of the main actor in which the side was written to while it was speaking.
    private var answerTurn: UInt?

    /// The original change, and one say for each side.
    private static let limit = 3

    /// Whether a value of the relay was accepted before the side's latest, and so is not to be written to it.
    func isSuperseded(_ number: UInt64) -> Bool { number != 0 && number < lastSay }

    /// - Returns: Whether the relay's value may be written to the side.
    mutating func relaySays(origin: UInt64, mainActorTurn: UInt) -> Bool {
        guard take(.relay, origin: origin, follows: origin == self.origin) else { return false }
        answerTurn = isSideSpeaking ? mainActorTurn : nil
        return true
    }

    /// - Returns: Whether the side's value may be sent to the relay.
    mutating func sideSays(number: UInt64, origin: UInt64, mainActorTurn: UInt) -> Bool {
        let isAnswer = origin == self.origin || answerTurn == mainActorTurn
        answerTurn = nil
        guard take(.side, origin: origin, follows: isAnswer) else { return false }
        lastSay = number
        return true
    }

    /// Notes that the side is telling of a value.
    ///
    /// - Returns: What ``endSpeaking(_:)`` is to be given.
    mutating func beginSpeaking() -> Bool {
        defer { isSideSpeaking = true }
        return isSideSpeaking
    }

    mutating func endSpeaking(_ outer: Bool) { isSideSpeaking = outer }

    private mutating func take(_ party: Party, origin: UInt64, follows: Bool) -> Bool {
        if !follows || count == 0 {
            count = 1
        } else if party != last {
            guard count < Self.limit else { return false }
            count += 1
        }
        self.origin = origin
        last = party
        return true
    }
}
