import Binding

/// A rule across fields, shown at one of them.
@MainActor
class FormRule {
    final let fields: [FormField]
    final let target: FormField
    private final let severity: ValidationMessage.Severity
    /// What it says.
    private(set) final var message: ValidationMessage?
    /// Whether it has yet to say.
    private(set) final var isPending = false

    var isAsynchronous: Bool { false }

    init(_ fields: [FormField], _ target: FormField, _ severity: ValidationMessage.Severity) {
        self.fields = fields
        self.target = target
        self.severity = severity
    }

    // Its form has gone, and with it what the rule says.
    isolated deinit { target.update() }

    /// Has the fields know of it, and looks at them for the first time.
    final func begin() {
        FormUpdate.perform {
            for field in fields { field.addReader(self) }
            target.show(self)
            look(again: true)
        }
    }

    /// Looks at its fields.
    ///
    /// - Parameter again: Also where it has done so already.
    func look(again: Bool = false) {}

    final func say(_ text: String?, isPending: Bool = false) {
        let message = text.map { ValidationMessage($0, severity: severity) }
        guard message != self.message || isPending != self.isPending else { return }
        self.message = message
        self.isPending = isPending
        target.update()
    }
}

/// A rule that says at once.
final class SynchronousRule: FormRule {
    private let check: @MainActor () -> String?
    private let turns = RuleTurns()

    init(
        _ fields: [FormField], _ target: FormField, _ severity: ValidationMessage.Severity,
        _ check: @escaping @MainActor () -> String?
    ) {
        self.check = check
        super.init(fields, target, severity)
    }

    override func look(again: Bool = false) {
        var text: String?
        let hasJudged = turns.take(again: again) {
            // What cannot be read is no value, and what does not count breaks no rule.
            text = fields.allSatisfy(\.canBeRead) ? check() : nil
        }
        if hasJudged { say(text) }
    }
}

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

/// A rule that takes time: it looks when the others hold and the user has paused.
final class AsynchronousRule: FormRule {
    typealias Answer = Result<String?, any Error>

    /// What it is at.
    private enum Phase {
        case idle
        /// It waits for the user to pause.
        case pausing(any Disposable)
        case running(any Disposable)
        /// It has said. Errors are said, too, and it tries again when it is asked to.
        case done(hasFailed: Bool)
    }

    private let pause: Duration
    private let scheduler: any Scheduler
    /// Begins to find out, and has a closure called with the answer on the main actor.
    private let ask: @MainActor (_ answer: @escaping @MainActor @Sendable (Answer) -> Void) -> any Disposable
    private let onError: @MainActor (any Error) -> String
    private weak var form: Form?
    private var phase = Phase.idle
    /// What it waits for, has asked or has said something of.
    private var tokens: [AnyObject] = []
    /// The number of the question, for answers that come too late.
    private var question = 0

    override var isAsynchronous: Bool { true }

    init(
        _ form: Form, _ fields: [FormField], _ target: FormField, _ severity: ValidationMessage.Severity,
        after pause: Duration,
        _ scheduler: any Scheduler, onError: @escaping @MainActor (any Error) -> String,
        _ ask: @escaping @MainActor (@escaping @MainActor @Sendable (Answer) -> Void) -> any Disposable
    ) {
        self.form = form
        self.pause = pause
        self.scheduler = scheduler
        self.onError = onError
        self.ask = ask
        super.init(fields, target, severity)
    }

    isolated deinit { stop() }

    override func look(again: Bool = false) {
        guard fields.allSatisfy(\.holdsSynchronousRules) else {
            stop()
            phase = .idle
            return say(nil)
        }
        if !again, isAboutWhatIsThere { return }
        stop()
        tokens = fields.map { $0.token() }
        question += 1
        let question = question
        let pausing = SerialDisposable()
        phase = .pausing(pausing)
        say(nil, isPending: true)
        // Last, for where there is no pause the scheduler may call before this returns.
        pausing.disposable = Signal<Int>.timer(pause, scheduler: scheduler)
            .emit(onNext: { [weak self] _ in self?.begin(question) })
    }

    private var isAboutWhatIsThere: Bool {
        if case .idle = phase { return false }
        return zip(fields, tokens).allSatisfy { field, token in field.isValue(ofToken: token) }
    }

    /// Waits no longer, for the form is being submitted; and asks once more where asking has failed.
    func hasten() {
        switch phase {
        case .pausing: begin(question)
        case .done(hasFailed: true):
            FormUpdate.perform {
                look(again: true)
                if case .pausing = phase { begin(question) }
            }
        case .idle, .running, .done: break
        }
    }

    private func begin(_ number: Int) {
        guard number == question, case .pausing(let pausing) = phase else { return }
        pausing.dispose()
        let asking = SerialDisposable()
        phase = .running(asking)
        asking.disposable = ask { [weak self] answer in self?.end(number, answer) }
    }

    private func end(_ number: Int, _ answer: Answer) {
        guard number == question, case .running(let asking) = phase else { return }
        FormUpdate.perform {
            switch answer {
            case .success(let text):
                phase = .done(hasFailed: false)
                say(text)
            case .failure(let error):
                phase = .done(hasFailed: true)
                say(onError(error))
                if form?.hear(error) != true { BindingDiagnostics.warn(.unhandledRuleError(error)) }
            }
        }
        asking.dispose()
    }

    private func stop() {
        question += 1
        switch phase {
        case .pausing(let work), .running(let work): work.dispose()
        case .idle, .done: break
        }
    }
}
