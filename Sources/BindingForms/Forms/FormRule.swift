import Binding

/// A rule across fields, shown at one of them.
@MainActor
class FormRule {
    final let fields: [FormField]
    final let target: FormField
    private final let severity: ValidationMessage.Severity
    /// Its message.
    private(set) final var message: ValidationMessage?
    /// Whether it has yet to answer.
    private(set) final var isPending = false
    /// Whether it is to check its fields, and whether also if it has checked them already.
    private final var isDue = false
    private final var isDueAgain = false
    private final var isChecking = false
    /// The run of rules in which it has checked last, and how often it has done so in that.
    private final var run = 0
    private final var checks = 0

    /// A rule that is due again after so many checks, because rules edit what they read, is taken to be so forever.
    private static let most = 100

    var isAsynchronous: Bool { false }

    /// - Parameter target: The field that shows its message; if `nil`, the last of its fields.
    init(_ fields: [FormField], _ target: FormField?, _ severity: ValidationMessage.Severity) {
        guard let target = target ?? fields.last else {
            preconditionFailure(
                "A rule across fields reads no field. Name the fields that it reads: rule($from, $to) { … }.")
        }
        self.fields = fields
        self.target = target
        self.severity = severity
    }

    // Its form has gone, and with it the rule's message.
    isolated deinit { target.update() }

    /// Registers with the fields, and checks them for the first time.
    final func begin() {
        FormUpdate.perform {
            for field in fields { field.addReader(self) }
            target.show(self)
            FormUpdate.check(self, again: true)
        }
    }

    /// Notes that it is to check its fields.
    ///
    /// - Parameter again: Whether to do so even if it has checked them already. If it is checking them, it will not.
    /// - Returns: Whether it was not to do so before.
    final func becomesDue(again: Bool) -> Bool {
        if again, isChecking { return false }
        if again { isDueAgain = true }
        guard !isDue else { return false }
        isDue = true
        return true
    }

    /// Checks its fields, as is due.
    ///
    /// - Parameter run: The number of the run of rules.
    final func checkAsDue(in run: Int) {
        let again = isDueAgain
        (isDue, isDueAgain) = (false, false)
        if self.run != run { (self.run, checks) = (run, 0) }
        checks += 1
        guard checks <= Self.most else {
            if checks == Self.most + 1 { BindingDiagnostics.warn(.unsettledRule) }
            return
        }
        isChecking = true
        check(again: again)
        isChecking = false
    }

    /// Checks its fields.
    ///
    /// - Parameter again: Whether to do so even if it has checked them already.
    func check(again: Bool = false) {}

    /// Has its target show another message, or that it has yet to answer.
    final func setMessage(_ text: String?, isPending: Bool = false) {
        let message = text.map { ValidationMessage($0, severity: severity) }
        guard message != self.message || isPending != self.isPending else { return }
        self.message = message
        self.isPending = isPending
        target.update()
    }
}

/// A synchronous rule.
final class SynchronousRule: FormRule {
    private let verdict: @MainActor () -> String?

    init(
        _ fields: [FormField], _ target: FormField?, _ severity: ValidationMessage.Severity,
        _ verdict: @escaping @MainActor () -> String?
    ) {
        self.verdict = verdict
        super.init(fields, target, severity)
    }

    override func check(again: Bool = false) {
        // What cannot be read has no value, and what does not count breaks no rule.
        setMessage(fields.allSatisfy(\.canBeRead) ? verdict() : nil)
    }
}
