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
    /// for asynchronous rules, and runs if all is valid then. Fields that are disabled while it waits count until the
    /// wait is over. An invalid form is not an error: ``refusals`` says where, and code that awaits `execute` or a run
    /// receives `CommandRefusal.invalid`. The command is enabled whether or not the form is valid: a user who does not
    /// see what is wrong finds out by submitting.
    ///
    /// - Parameters:
    ///   - owner: The owner of the command, held weakly, and strongly for the length of a run. Once it has gone, the
    ///     command does nothing.
    ///   - overlap: What a call does while a run is under way.
    ///   - fileID: The place of the command in the source, for warnings.
    ///   - line: The place of the command in the source, for warnings.
    ///   - body: The work of a run, on the main actor. If a server finds something wrong, it rejects the fields
    ///     (``FormField/reject(_:)``) and throws `CommandRefusal.invalid`.
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
        return Command(overlap, place) { [weak owner] (_, progress) throws(CommandRefusal) in
            guard let owner else { throw .disabled }
            let submission = try self.beginSubmission()
            return {
                try await submission.end()
                do {
                    return try await body(owner, progress)
                } catch CommandRefusal.invalid {
                    throw self.refusal()
                }
            }
        }
    }

    /// A command that submits the form and needs no object; see `command(of:whileExecuting:fileID:line:_:)`.
    public nonisolated func command<Output: Sendable>(
        whileExecuting overlap: Command<Void, Output>.Overlap = .ignoring, fileID: StaticString = #fileID,
        line: UInt = #line, _ body: @escaping @MainActor () async throws -> Output
    ) -> Command<Void, Output> {
        command(of: self, whileExecuting: overlap, fileID: fileID, line: line) { _ in try await body() }
    }

    /// Waits until no asynchronous rule is pending, for tests.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    public func settled() async throws {
        while state.isPending {
            for await isPending in isPending.valuesCompactly() where !isPending { break }
            try Task.checkCancellation()
        }
    }

    /// Has all fields show what is wrong, and asynchronous rules run at once.
    package func prepareSubmission() {
        commit()
        FormUpdate.perform {
            touchAll()
            for field in fields { field.endPauses() }
        }
    }

    private func beginSubmission() throws(CommandRefusal) -> FormSubmission {
        prepareSubmission()
        if state.status == .invalid { throw refusal() }
        return FormSubmission(of: self)
    }

    /// Reports that it was not submitted because something is wrong.
    fileprivate func refusal() -> CommandRefusal {
        if let field = firstInvalid { refused.accept(field) }
        return .invalid
    }
}

/// A submission that waits for asynchronous rules.
///
/// What is disabled meanwhile counts until it is over: programs disable a form while they submit it, and its rules
/// apply nevertheless.
@MainActor
private final class FormSubmission {
    private let form: Form
    private var isOver = false

    init(of form: Form) {
        self.form = form
        form.submissions += 1
    }

    isolated deinit { leave() }

    /// Waits until all rules have answered.
    ///
    /// - Throws: `CommandRefusal.invalid` if anything is wrong then; `CancellationError` if the task is cancelled.
    func end() async throws {
        defer { leave() }
        try await form.settled()
        guard form.state.isValid else { throw form.refusal() }
    }

    private func leave() {
        guard !isOver else { return }
        isOver = true
        form.submissions -= 1
        if form.submissions == 0 { form.enablingChanged() }
    }
}
