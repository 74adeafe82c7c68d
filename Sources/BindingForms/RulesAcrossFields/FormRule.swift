import Binding

/// A rule across fields, shown at one of them.
@MainActor
class FormRule {
    final let fields: [FormField]
    /// What shows its message: not held, because a form holds its rules.
    private final let shownAt: WeakReference<FormPart>
    private final let severity: ValidationMessage.Severity
    private final let code: ValidationMessage.Code?
    /// Its message.
    private(set) final var message: ValidationMessage?
    /// Whether it has yet to answer.
    private(set) final var isPending = false
    /// Whether it is to check its fields, and whether also if it has checked them already.
    private final var isDue = false
    /// Whether its condition holds, if it has one.
    private final var isOn = true
    private final let condition: Driver<Bool>?
    private final var following: (any Disposable)?
    /// Whether it has been removed from its form.
    private final var isRemoved = false
    private final var isDueAgain = false
    private final var isChecking = false
    /// The run of rules in which it has checked last, and how often it has done so in that.
    private final var run = 0
    private final var checks = 0

    /// A rule that is due again after so many checks, because rules edit what they read, is taken to be so forever.
    private static let most = 100

    var isAsynchronous: Bool { false }

    /// What shows its message, while that exists.
    final var target: FormPart? { shownAt.object }

    init(_ fields: [FormField], _ style: FormRuleStyle) {
        guard let target = style.target ?? fields.last else {
            preconditionFailure(
                "A rule across fields reads no field. Name the fields that it reads: rule($from, $to) { … }.")
        }
        self.fields = fields
        shownAt = WeakReference(target)
        (severity, code, condition) = (style.severity, style.code, style.condition)
    }

    // Its form has gone, and with it the rule's message.
    isolated deinit {
        following?.dispose()
        target?.update()
    }

    /// Ends it, because it has been removed from its form.
    final func end() {
        isRemoved = true
        following?.dispose()
        setMessage(nil)
    }

    /// Registers with the fields, and checks them for the first time.
    final func begin() {
        if let condition {
            following = condition.runCompactly { [weak self] holds in self?.setOn(holds) }
            target?.hasSubscribedToMore()
        }
        FormUpdate.perform {
            for field in fields { field.addReader(self) }
            target?.show(self)
            FormUpdate.check(self, again: true)
        }
    }

    private final func setOn(_ holds: Bool) {
        guard holds != isOn else { return }
        isOn = holds
        FormUpdate.perform { FormUpdate.check(self) }
    }

    /// Whether it applies: its condition holds, and so does another one for each of its fields.
    final func applies(where condition: (FormField) -> Bool) -> Bool { isOn && fields.allSatisfy(condition) }

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
        guard !isRemoved else { return }
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
        let message = text.map { ValidationMessage($0, severity: severity, code: code) }
        guard message != self.message || isPending != self.isPending else { return }
        self.message = message
        self.isPending = isPending
        target?.update()
    }
}

/// What a rule across fields is given beside its fields and its closure.
struct FormRuleStyle {
    /// What shows its message; if `nil`, the last of its fields.
    let target: FormPart?
    let severity: ValidationMessage.Severity
    let code: ValidationMessage.Code?
    let condition: Driver<Bool>?

    @MainActor
    init(
        _ target: FormPart?, _ severity: ValidationMessage.Severity, _ code: ValidationMessage.Code?,
        _ condition: (any SharedSequenceConvertibleType<Bool>)?
    ) {
        func driver(_ source: some SharedSequenceConvertibleType<Bool>) -> Driver<Bool> {
            source.asSharedSequence().asDriver()
        }
        (self.target, self.severity, self.code) = (target, severity, code)
        self.condition = condition.map { driver($0) }
    }
}

/// A synchronous rule.
final class SynchronousRule: FormRule {
    private let verdict: @MainActor () -> String?

    init(_ fields: [FormField], _ style: FormRuleStyle, _ verdict: @escaping @MainActor () -> String?) {
        self.verdict = verdict
        super.init(fields, style)
    }

    override func check(again: Bool = false) {
        // What cannot be read has no value, and what does not count breaks no rule.
        setMessage(applies(where: \.canBeRead) ? verdict() : nil)
    }
}
