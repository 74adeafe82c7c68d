import Binding

extension Form {
    /// A command that submits the form.
    ///
    /// ```swift
    /// private(set) lazy var submit = form.command(of: self) { me in try await me.service.signUp(me.userName, me.email) }
    /// …
    /// submitButton.rx.command(viewModel.submit)
    /// ```
    ///
    /// When it is set off, it has what controls hold back told, touches all fields, waits for asynchronous rules, and runs if all
    /// is valid then. An invalid form is no error: ``firstInvalid`` says where, and whoever awaits `execute` or a run receives
    /// `CommandRefusal.invalid`. It is enabled whether or not the form is valid: a user who does not see what is wrong finds out by
    /// submitting.
    ///
    /// - Parameters:
    ///   - owner: Whose command it is, held weakly, and strongly for the length of a run. Once it has gone, the command does nothing.
    ///   - overlap: What a call means while a run is under way.
    ///   - fileID: Where the command stands, for warnings.
    ///   - line: Where the command stands, for warnings.
    ///   - body: What a run does, on the main actor.
    public func command<Owner: AnyObject & Sendable, Output: Sendable>(
        of owner: Owner, whileExecuting overlap: Command<Void, Output>.Overlap = .ignoring,
        fileID: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @MainActor (Owner) async throws -> Output
    ) -> Command<Void, Output> {
        let place = SourcePlace(fileID: "\(fileID)", line: Int(line))
        return Command(overlap, place) { [weak owner] (_, _) throws(CommandRefusal) in
            guard let owner else { throw .disabled }
            try self.beginSubmission()
            return {
                try await self.endSubmission()
                return try await body(owner)
            }
        }
    }

    /// A command that submits the form and needs no object; see ``command(of:whileExecuting:fileID:line:_:)``.
    public func command<Output: Sendable>(
        whileExecuting overlap: Command<Void, Output>.Overlap = .ignoring, fileID: StaticString = #fileID,
        line: UInt = #line, _ body: @escaping @MainActor () async throws -> Output
    ) -> Command<Void, Output> {
        command(of: self, whileExecuting: overlap, fileID: fileID, line: line) { _ in try await body() }
    }

    /// Waits until no asynchronous rule has yet to say: for tests.
    ///
    /// - Throws: `CancellationError` where the task is cancelled.
    public func settled() async throws {
        while state.isPending {
            for await isPending in isPending.values where !isPending { break }
            try Task.checkCancellation()
        }
    }

    private func beginSubmission() throws(CommandRefusal) {
        FormUpdate.perform {
            for field in fields { field.commit() }
            touchAll()
            for field in fields { field.hasten() }
        }
        if state.status == .invalid { throw .invalid }
    }

    private func endSubmission() async throws {
        try await settled()
        guard state.isValid else { throw CommandRefusal.invalid }
    }
}
