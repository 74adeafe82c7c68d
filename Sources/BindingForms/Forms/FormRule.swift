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
            check(again: true)
        }
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
    private let rechecks = RuleRechecks()

    init(
        _ fields: [FormField], _ target: FormField?, _ severity: ValidationMessage.Severity,
        _ verdict: @escaping @MainActor () -> String?
    ) {
        self.verdict = verdict
        super.init(fields, target, severity)
    }

    override func check(again: Bool = false) {
        var text: String?
        let hasChecked = rechecks.run(again: again) {
            // What cannot be read has no value, and what does not count breaks no rule.
            text = fields.allSatisfy(\.canBeRead) ? verdict() : nil
        }
        if hasChecked { setMessage(text) }
    }
}
