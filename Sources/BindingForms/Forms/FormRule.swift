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
                "A rule across fields reads no field. Name those that it reads: rule($from, $to) { … }.")
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
            look(again: true)
        }
    }

    /// Checks its fields.
    ///
    /// - Parameter again: Whether to do so even if it has checked them already.
    func look(again: Bool = false) {}

    final func say(_ text: String?, isPending: Bool = false) {
        let message = text.map { ValidationMessage($0, severity: severity) }
        guard message != self.message || isPending != self.isPending else { return }
        self.message = message
        self.isPending = isPending
        target.update()
    }
}

/// A synchronous rule.
final class SynchronousRule: FormRule {
    private let check: @MainActor () -> String?
    private let turns = RuleTurns()

    init(
        _ fields: [FormField], _ target: FormField?, _ severity: ValidationMessage.Severity,
        _ check: @escaping @MainActor () -> String?
    ) {
        self.check = check
        super.init(fields, target, severity)
    }

    override func look(again: Bool = false) {
        var text: String?
        let hasJudged = turns.take(again: again) {
            // What cannot be read has no value, and what does not count breaks no rule.
            text = fields.allSatisfy(\.canBeRead) ? check() : nil
        }
        if hasJudged { say(text) }
    }
}
