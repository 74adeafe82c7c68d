import Binding

// Isolated to no actor for the same reason as the initializers of `Command`.

extension Form {
    /// A command that submits the form.
    ///
    /// ```swift
    /// private(set) lazy var submit = form.command(of: self) { me in try await me.service.signUp(me.userName, me.email) }
    /// …
    /// submitButton.rx.command(viewModel.submit)
    /// ```
    ///
    /// When executed, it has controls deliver what they hold back (``FormPart/commit()``), touches all fields, waits
    /// for asynchronous rules, and runs if all is valid then. What counts while it waits, from the start or because it
    /// was enabled, counts until the wait is over; the form itself counts, whether or not it is enabled. An invalid
    /// form is not an error: ``refusals`` says where, once the run has ended, and code that awaits `execute` or a run
    /// receives `CommandRefusal.invalid`. If the form is reset while it waits, for its rules or for other runs, the run
    /// is cancelled. The command is enabled whether or not the form is valid: a user who does not see what is wrong
    /// finds out by submitting.
    ///
    /// - Parameters:
    ///   - owner: The owner of the command, held weakly, and strongly for the length of a run. Once it has gone, the
    ///     command does nothing.
    ///   - overlap: What a call does while a run is under way.
    ///   - fileID: The place of the command in the source, for warnings.
    ///   - line: The place of the command in the source, for warnings.
    ///   - body: The work of a run, on the main actor. If a server finds something wrong, it rejects the fields
    ///     (``FormPart/reject(_:)-(String)``) and throws `CommandRefusal.invalid`. If nothing in the form shows an error then,
    ///     that is an error like any other.
    public nonisolated func command<Owner: AnyObject & Sendable, Output: Sendable>(
        of owner: Owner, whileExecuting overlap: Command<Void, Output>.Overlap = .ignoring,
        fileID: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @MainActor (Owner) async throws -> Output
    ) -> Command<Void, Output> {
        command(of: owner, whileExecuting: overlap, fileID: fileID, line: line) { owner, _ in try await body(owner) }
    }

    /// A command that submits the form, whose runs report their progress; see the one whose closure takes the owner
    /// alone.
    public nonisolated func command<Owner: AnyObject & Sendable, Output: Sendable>(
        of owner: Owner, whileExecuting overlap: Command<Void, Output>.Overlap = .ignoring,
        fileID: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @MainActor (Owner, CommandProgress) async throws -> Output
    ) -> Command<Void, Output> {
        let place = SourcePlace(fileID: "\(fileID)", line: Int(line))
        let showInvalid: @MainActor () -> Bool = { self.showInvalid() }
        let latest = LatestSubmission()
        let command = Command<Void, Output>(overlap, place, showInvalid: showInvalid) {
            [weak owner] (_, progress) throws(CommandRefusal) in
            guard let owner else { throw .disabled }
            // Its run is being cancelled, and what it has kept counting is not to count for this one.
            if case .restarting = overlap { latest.submission?.withdraw() }
            let submission = try self.beginSubmission()
            latest.submission = submission
            return {
                try await submission.end()
                return try await body(owner, progress)
            }
        }
        if case .queueing = overlap { MainActorDispatcher.run { self.cancelWaitingRuns(of: command) } }
        return command
    }

    /// A command that submits the form and needs no object; see `command(of:whileExecuting:fileID:line:_:)`.
    public nonisolated func command<Output: Sendable>(
        whileExecuting overlap: Command<Void, Output>.Overlap = .ignoring, fileID: StaticString = #fileID,
        line: UInt = #line, _ body: @escaping @MainActor () async throws -> Output
    ) -> Command<Void, Output> {
        command(of: self, whileExecuting: overlap, fileID: fileID, line: line) { _ in try await body() }
    }

    /// Has a reset cancel the runs that wait for others: what they are to send has gone.
    private func cancelWaitingRuns<Output>(of command: Command<Void, Output>) {
        let relay = resets ?? CompactPublishRelay()
        resets = relay
        command.cancelsWaiting(at: relay.asSignal())
    }

    /// Waits until all asynchronous rules have answered, for tests: also while something else is invalid.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    public func settled() async throws { try await settled(while: .just(true)) { $0.isWaiting } }

    /// Waits until its report says that it need not wait any more, or a condition does not hold any more.
    fileprivate func settled(
        while condition: Driver<Bool>, _ isWaiting: @escaping @MainActor (Report) -> Bool
    ) async throws {
        try Task.checkCancellation()
        func mustWait() -> Bool {
            noteRead()
            return isWaiting(report)
        }
        var holds = true
        while holds, mustWait() {
            let waiting = sentReport.asDriver(of: isWaiting)
            for await (isWaiting, isHolding) in Driver.combineLatest(waiting, condition).values {
                holds = isHolding
                if !isWaiting || !holds { break }
            }
            // In a loop within a change, what is pending has not been sent, and must not keep the main actor waiting.
            if holds, mustWait() { await Task.yield() }
            try Task.checkCancellation()
        }
    }

    /// Does what a submission begins with.
    package func prepareSubmission() {
        commit()
        showAndAsk()
    }

    /// Has all fields show what is wrong, and asynchronous rules run at once.
    private func showAndAsk() {
        FormUpdate.perform {
            touchAll()
            visit { part in
                (part as? Form)?.becomeSubmitted()
                part.endPauses()
            }
        }
    }

    private func beginSubmission() throws(CommandRefusal) -> FormSubmission {
        refusedAt = nil
        // First: an edit that is delivered now may disable parts.
        commit()
        let submission = FormSubmission(of: self)
        defer { withExtendedLifetime(submission) {} }
        // Whether a server still rejects the whole is for the server to say.
        FormUpdate.perform {
            visit { part in if let form = part as? Form, form.endRejection() { form.update() } }
        }
        showAndAsk()
        if state.status == .invalid {
            refusedAt = firstInvalidPart.map { WeakReference($0) }
            throw .invalid
        }
        return submission
    }

    /// Reports where something is wrong.
    ///
    /// - Returns: Whether anything is.
    private func showInvalid() -> Bool {
        let refusedAt = refusedAt.take()
        // The form may be disabled again.
        guard let part = firstInvalidPart ?? refusedAt?.object else { return false }
        if let field = part as? FormField { refused.accept(field) }
        return true
    }

    /// The first invalid field; if there is none, the first form that is invalid by itself.
    fileprivate var firstInvalidPart: FormPart? { firstInvalid ?? currentProblems.first?.part }
}

/// A submission that waits for asynchronous rules.
///
/// What is disabled meanwhile counts until it is over, and the form counts even if it is disabled already: programs disable a
/// form while they submit it, perhaps for a run before this one, and its rules apply nevertheless.
@MainActor
final class FormSubmission {
    private let form: Form
    private var isOver = false
    /// Whether it is still wanted.
    private let isWanted = CompactRelay(value: true)

    fileprivate init(of form: Form) {
        self.form = form
        form.submissions.append(WeakReference(self))
        if !form.counts { form.enablingSettled() }
    }

    isolated deinit { leave() }

    /// Waits until all rules have answered.
    ///
    /// - Throws: `CommandRefusal.invalid` if anything is wrong then; `CancellationError` if the task is cancelled or the
    ///   form is reset.
    fileprivate func end() async throws {
        defer { leave() }
        // What is invalid already need not wait for more.
        try await form.settled(while: isWanted.asDriver()) { $0.state.isPending }
        guard isWanted.value else { throw CancellationError() }
        if form.state.isValid { return }
        // What has come meanwhile shows what is wrong with it, too.
        FormUpdate.perform { form.touchAll() }
        form.refusedAt = form.firstInvalidPart.map { WeakReference($0) }
        throw CommandRefusal.invalid
    }

    /// Ends the wait, because another run takes its place, or because the form is being reset: the user does not want to
    /// send what it held, and its initial content even less.
    func withdraw() {
        isWanted.accept(false)
        leave()
    }

    private func leave() {
        guard !isOver else { return }
        isOver = true
        form.submissions.removeAll { $0.object == nil || $0.object === self }
        if form.submissions.isEmpty { form.enablingSettled() }
    }
}

/// The submission that a command has begun last, while it waits.
@MainActor
private final class LatestSubmission {
    weak var submission: FormSubmission?

    nonisolated init() {}
}
