import Binding

/// An asynchronous rule: it checks when the others hold and the user has paused.
final class AsynchronousRule: FormRule {
    typealias Answer = Result<String?, any Error>

    /// What it is doing.
    private enum Phase {
        case idle
        /// It waits for the user to pause.
        case pausing(any Disposable)
        case running(any Disposable)
        /// It has answered.
        case done
    }

    private let pause: Duration
    private let limit: Duration?
    private let scheduler: any Scheduler
    /// Begins the check, and calls a closure with the answer on the main actor.
    private let ask: @MainActor (_ answer: @escaping @MainActor @Sendable (Answer) -> Void) -> any Disposable
    private let onError: @MainActor (any Error) -> String
    private weak var form: Form?
    private var phase = Phase.idle
    /// The values that it waits with, is asking about or has an answer for.
    private var tokens: [AnyObject] = []
    /// Its latest answer, and the values that it is about; none once it has asked about others. An error is an answer,
    /// too, and it tries again when it is asked to.
    private var answer: (text: String?, hasFailed: Bool, tokens: [AnyObject])?
    /// The number of the question, for answers that come too late.
    private var question = 0

    override var isAsynchronous: Bool { true }

    init(
        _ form: Form, _ fields: [FormField], _ style: FormRuleStyle, after pause: Duration, limit: Duration?,
        _ scheduler: any Scheduler, onError: @escaping @MainActor (any Error) -> String,
        _ ask: @escaping @MainActor (@escaping @MainActor @Sendable (Answer) -> Void) -> any Disposable
    ) {
        self.form = form
        self.pause = pause
        self.limit = limit
        self.scheduler = scheduler
        self.onError = onError
        self.ask = ask
        super.init(fields, style)
    }

    isolated deinit { stop() }

    override func check(again: Bool = false) {
        // Also while it does not apply: what it reads beside its fields is another one now.
        if again { answer = nil }
        guard applies(where: \.holdsSynchronousRules) else {
            stop()
            phase = .idle
            return setMessage(nil)
        }
        if !again {
            if case .idle = phase {} else if areThere(tokens) { return }
            // It was silenced meanwhile, or something else was there.
            if let answer, areThere(answer.tokens) {
                stop()
                return end(with: answer)
            }
        }
        stop()
        tokens = fields.map { $0.token() }
        question += 1
        let question = question
        let pausing = SerialDisposable()
        phase = .pausing(pausing)
        setMessage(nil, isPending: true)
        // A submission waits for the answer.
        if target?.isBeingSubmitted == true { return begin(question) }
        // Last: without a pause, the scheduler may call before this returns.
        pausing.disposable = Signal<Int>.timer(pause, scheduler: scheduler)
            .runCompactly { [weak self] _ in self?.begin(question) }
    }

    /// Whether these are the current values.
    private func areThere(_ tokens: [AnyObject]) -> Bool {
        tokens.count == fields.count && zip(fields, tokens).allSatisfy { field, token in field.isValue(ofToken: token) }
    }

    /// Ends the pause, because the form is being submitted, and asks once more if asking has failed.
    func endPause() {
        switch phase {
        case .pausing: begin(question)
        case .done where answer?.hasFailed == true:
            FormUpdate.perform {
                check(again: true)
                if case .pausing = phase { begin(question) }
            }
        case .idle, .running, .done: break
        }
    }

    private func begin(_ number: Int) {
        guard number == question, case .pausing(let pausing) = phase else { return }
        pausing.dispose()
        answer = nil
        let asking = CompositeDisposable()
        phase = .running(asking)
        let end: @MainActor @Sendable (Answer) -> Void = { [weak self] answer in self?.end(number, answer) }
        _ = asking.insert(ask(end))
        guard let limit else { return }
        _ = asking.insert(
            Signal<Int>.timer(limit, scheduler: scheduler).runCompactly { _ in
                end(.failure(TimeoutError(duration: limit)))
            })
    }

    private func end(_ number: Int, _ answer: Answer) {
        guard number == question, case .running(let asking) = phase else { return }
        FormUpdate.perform {
            switch answer {
            case .success(let text): end(with: (text, hasFailed: false, tokens))
            case .failure(let error):
                end(with: (onError(error), hasFailed: true, tokens))
                if form?.reportError(error) != true { BindingDiagnostics.warn(.unhandledRuleError(error)) }
            }
        }
        asking.dispose()
    }

    private func end(with answer: (text: String?, hasFailed: Bool, tokens: [AnyObject])) {
        self.answer = answer
        tokens = answer.tokens
        phase = .done
        setMessage(answer.text)
    }

    private func stop() {
        question += 1
        switch phase {
        case .pausing(let work), .running(let work): work.dispose()
        case .idle, .done: break
        }
    }
}
