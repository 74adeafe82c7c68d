import Binding

/// Repeats a check that has changed what it checks, because what a rule says about an old value no longer counts. The
/// repetitions run one after the other, as what observers send waits for its turn, so that the stack does not grow.
@MainActor
final class RuleRechecks {
    /// Rules that still edit what they read after so many checks are taken to do so forever.
    private static let most = 100

    // Accessed for a moment at a time, on the main actor: no check for exclusive access is needed.
    @exclusivity(unchecked) private var isChecking = false
    @exclusivity(unchecked) private var isOutdated = false

    /// Runs a check; if one is under way, that one is repeated.
    ///
    /// - Parameter again: Whether to check although nothing has changed. Within a check, such a call does nothing.
    /// - Returns: Whether the check has run; otherwise one is running further up the stack.
    @discardableResult
    func run(again: Bool, _ check: () -> Void) -> Bool {
        if isChecking {
            if !again { isOutdated = true }
            return false
        }
        isChecking = true
        defer { isChecking = false }
        for _ in 0..<Self.most {
            isOutdated = false
            check()
            if !isOutdated { return true }
        }
        BindingDiagnostics.warn(.unsettledRule)
        return true
    }
}
