// These are nonisolated because of a limitation of the compiler: if an isolated initializer has default arguments, it
// rejects a closure in a lazy property that calls anything with a default argument, such as `Task.sleep(for:)`.

extension Command {
    /// A command of an object, which is held weakly.
    ///
    /// - Parameters:
    ///   - owner: The object. Once it is gone, the command does nothing.
    ///   - overlap: How a call is handled while a run is under way.
    ///   - fileID: The file that declares the command, for warnings.
    ///   - line: The line that declares the command, for warnings.
    ///   - body: The work of a run, on the main actor.
    public nonisolated convenience init<Owner: AnyObject & Sendable>(
        of owner: Owner, whileExecuting overlap: Overlap = .ignoring, fileID: StaticString = #fileID,
        line: UInt = #line,
        _ body: @escaping @MainActor (Owner) async throws -> Output
    ) where Input == Void {
        self.init(overlap, SourcePlace(fileID, line)) { [weak owner] (_, _) throws(CommandRefusal) in
            guard let owner else { throw .disabled }
            return { try await body(owner) }
        }
    }

    /// A command of an object, which is held weakly, with an input. See ``init(of:whileExecuting:fileID:line:_:)``.
    @_disfavoredOverload
    public nonisolated convenience init<Owner: AnyObject & Sendable>(
        of owner: Owner, whileExecuting overlap: Overlap = .ignoring, fileID: StaticString = #fileID,
        line: UInt = #line,
        _ body: @escaping @MainActor (Owner, Input) async throws -> Output
    ) {
        self.init(overlap, SourcePlace(fileID, line)) { [weak owner] (input, _) throws(CommandRefusal) in
            guard let owner else { throw .disabled }
            return { try await body(owner, input) }
        }
    }

    /// A command of an object, which is held weakly, with an input, whose runs report their progress. See
    /// ``init(of:whileExecuting:fileID:line:_:)``.
    public nonisolated convenience init<Owner: AnyObject & Sendable>(
        of owner: Owner, whileExecuting overlap: Overlap = .ignoring, fileID: StaticString = #fileID,
        line: UInt = #line,
        _ body: @escaping @MainActor (Owner, Input, CommandProgress) async throws -> Output
    ) {
        self.init(overlap, SourcePlace(fileID, line)) {
            [weak owner] (input, progress) throws(CommandRefusal) in
            guard let owner else { throw .disabled }
            return { try await body(owner, input, progress) }
        }
    }

    /// A command of an object, which is held weakly, whose runs report their progress:
    /// `Command(of: self) { (me, progress: CommandProgress) in … progress(0.5) … }`. See
    /// ``init(of:whileExecuting:fileID:line:_:)``.
    public nonisolated convenience init<Owner: AnyObject & Sendable>(
        of owner: Owner, whileExecuting overlap: Overlap = .ignoring, fileID: StaticString = #fileID,
        line: UInt = #line,
        _ body: @escaping @MainActor (Owner, CommandProgress) async throws -> Output
    ) where Input == Void {
        self.init(of: owner, whileExecuting: overlap, fileID: fileID, line: line) {
            (owner, _: Void, progress: CommandProgress) in try await body(owner, progress)
        }
    }

    /// A command without an owner.
    ///
    /// - Parameters:
    ///   - overlap: How a call is handled while a run is under way.
    ///   - fileID: The file that declares the command, for warnings.
    ///   - line: The line that declares the command, for warnings.
    ///   - body: The work of a run, on the main actor.
    public nonisolated convenience init(
        whileExecuting overlap: Overlap = .ignoring, fileID: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @MainActor () async throws -> Output
    ) where Input == Void {
        self.init(overlap, SourcePlace(fileID, line)) { _, _ in { try await body() } }
    }

    /// A command without an owner, with an input. See ``init(whileExecuting:fileID:line:_:)``.
    @_disfavoredOverload
    public nonisolated convenience init(
        whileExecuting overlap: Overlap = .ignoring, fileID: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @MainActor (Input) async throws -> Output
    ) {
        self.init(overlap, SourcePlace(fileID, line)) { input, _ in { try await body(input) } }
    }

    /// A command without an owner, whose runs report their progress. See ``init(whileExecuting:fileID:line:_:)``.
    public nonisolated convenience init(
        whileExecuting overlap: Overlap = .ignoring, fileID: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @MainActor (CommandProgress) async throws -> Output
    ) where Input == Void {
        self.init(whileExecuting: overlap, fileID: fileID, line: line) {
            (_: Void, progress: CommandProgress) in try await body(progress)
        }
    }

    /// A command without an owner, with an input, whose runs report their progress. See
    /// ``init(whileExecuting:fileID:line:_:)``.
    public nonisolated convenience init(
        whileExecuting overlap: Overlap = .ignoring, fileID: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @MainActor (Input, CommandProgress) async throws -> Output
    ) {
        self.init(overlap, SourcePlace(fileID, line)) { input, progress in
            { try await body(input, progress) }
        }
    }

    /// A command that runs several commands at once with the same input, and waits for all of them.
    ///
    /// It is enabled while all of them are. If one fails, the others are cancelled, and it fails with that error. It
    /// holds the commands. ReactiveUI calls this `CreateCombined`.
    ///
    /// - Returns: A command whose values are those of the commands, in their order.
    public static func combined<Part: Sendable>(
        _ commands: Command<Input, Part>..., fileID: StaticString = #fileID, line: UInt = #line
    ) -> Command where Output == [Part] {
        let combined = Command(.ignoring, SourcePlace(fileID, line)) { input, _ in
            {
                let runs = commands.map { $0.startAwaited(input) }
                return try await withTaskCancellationHandler {
                    do {
                        return try await values(of: runs)
                    } catch {
                        for run in runs { run.cancel() }
                        throw error
                    }
                } onCancel: {
                    for run in runs { run.cancel() }
                }
            }
        }
        for command in commands { combined.enabled(by: command.isEnabled) }
        return combined
    }

    /// The results of several runs, in their order, or the first error of any of them.
    private static func values<Part: Sendable>(of runs: [CommandRun<Part>]) async throws -> [Part] {
        var parts = try runs.map { try $0.result?.get() }
        var remaining = 0
        let (outcomes, continuation) = AsyncStream<(index: Int, outcome: Result<Part, any Error>)>.makeStream()
        for (index, run) in runs.enumerated() where parts[index] == nil {
            remaining += 1
            Task { continuation.yield((index, await run.outcome())) }
        }
        var iterator = outcomes.makeAsyncIterator()
        while remaining > 0 {
            guard let (index, outcome) = await iterator.next(isolation: #isolation) else { throw CancellationError() }
            parts[index] = try outcome.get()
            remaining -= 1
        }
        return parts.compactMap { $0 }
    }
}
