import Binding

/// Has what is judged be judged anew where judging it has changed it, for what a rule says of an old value counts no more:
/// one time after the other, as what observers send waits for its turn, so that the stack is enough.
@MainActor
final class RuleTurns {
    /// Where rules still edit what they read after so many turns, they do so for ever.
    private static let most = 100

    private var isJudging = false
    private var isOutdated = false

    /// Judges; where that is under way, it is done once more after that.
    ///
    /// - Parameter again: Whether nothing has changed, but is to be judged. Within a judgement that is nothing.
    /// - Returns: Whether it has been judged; otherwise it is being judged further up the stack.
    @discardableResult
    func take(again: Bool, _ judge: () -> Void) -> Bool {
        if isJudging {
            if !again { isOutdated = true }
            return false
        }
        isJudging = true
        defer { isJudging = false }
        for _ in 0..<Self.most {
            isOutdated = false
            judge()
            if !isOutdated { return true }
        }
        BindingDiagnostics.warn(.unsettledRule)
        return true
    }
}
