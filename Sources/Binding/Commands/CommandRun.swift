/// One call of a ``Command``: to be cancelled, and to be waited for.
public final class CommandRun<Output: Sendable>: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        var result: Result<Output, any Error>?
        /// Whether the outcome is certain: a cancellation comes too late.
        var isSettled = false
        var isCancelled = false
        var isAwaited = false
        var waiting: [CheckedContinuation<Result<Output, any Error>, Never>] = []
    }

    private let state = Guarded(State())
    private let onCancel: @MainActor @Sendable (CommandRun) -> Void

    init(onCancel: @escaping @MainActor @Sendable (CommandRun) -> Void) {
        self.onCancel = onCancel
    }

    /// What the run comes to, once it has ended. Where the task that waits is cancelled, it goes on waiting, and the
    /// run goes on, as with the value of a task.
    ///
    /// - Throws: What the run throws; a ``CommandRefusal`` where it did not run; `CancellationError` where it was
    ///   cancelled.
    public nonisolated(nonsending) var value: Output {
        get async throws {
            // On the caller's actor, so that a run that was started there cannot have ended before.
            noteAwaited()
            return try await outcome().get()
        }
    }

    /// Whether the run was cancelled before it had ended.
    public var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Cancels the run, on any thread. Its task is asked to come to an end, and whatever it comes to then is not told.
    /// A run that has not begun ends there and then.
    public func cancel() {
        let (task, isFirst) = state.withLock { state in
            let isFirst = state.result == nil && !state.isSettled && !state.isCancelled
            if isFirst { state.isCancelled = true }
            return (state.task, isFirst)
        }
        guard isFirst else { return }
        if let task { return task.cancel() }
        finish(.failure(CancellationError()))
        MainActorDispatcher.run { self.onCancel(self) }
    }

    var isAwaited: Bool { state.withLock { $0.isAwaited } }

    /// Whether it has neither ended nor been cancelled.
    var isUnderWay: Bool { state.withLock { $0.result == nil && !$0.isCancelled } }

    func begin(_ task: Task<Void, Never>) {
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    /// Makes the outcome certain, before anybody is told of it.
    ///
    /// - Returns: The outcome, which is a cancellation where that came first.
    func settle(_ result: Result<Output, any Error>) -> Result<Output, any Error> {
        state.withLock { state in
            state.isSettled = true
            return state.isCancelled ? .failure(CancellationError()) : result
        }
    }

    /// Notes that somebody waits who will receive its error.
    func noteAwaited() { state.withLock { $0.isAwaited = true } }

    /// Ends the run, unless it has ended.
    func finish(_ result: Result<Output, any Error>) {
        let ended = state.withLock { state -> State? in
            guard state.result == nil else { return nil }
            let old = state
            state.result = result
            (state.task, state.waiting) = (nil, [])
            return old
        }
        for continuation in ended?.waiting ?? [] { continuation.resume(returning: result) }
    }

    /// What the run comes to, for the library: nobody is told of its error by that.
    nonisolated(nonsending) func outcome() async -> Result<Output, any Error> {
        await withCheckedContinuation { continuation in
            let result = state.withLock { state in
                if state.result == nil { state.waiting.append(continuation) }
                return state.result
            }
            if let result { continuation.resume(returning: result) }
        }
    }
}

/// Why a ``Command`` did not run.
public enum CommandRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// One of its conditions did not hold, or its owner has gone.
    case disabled
    /// A run was under way, and new calls are ignored meanwhile.
    case running
    /// It works on a form, and that is invalid.
    case invalid

    public var description: String {
        switch self {
        case .disabled: "the command is disabled: a condition of it does not hold, or its owner has gone"
        case .running: "the command is running, and ignores new calls meanwhile"
        case .invalid: "the form of the command is invalid: its `firstInvalid` says where"
        }
    }
}

/// By which a run of a ``Command`` says how far it has come: `progress(0.5)`.
public struct CommandProgress: Sendable {
    private let report: @Sendable (Double) -> Void

    init(_ report: @escaping @Sendable (Double) -> Void) {
        self.report = report
    }

    /// Says how far the run has come, on any thread. What a run says after its end, or once it was cancelled, is not
    /// told.
    ///
    /// - Parameter fraction: From 0 to 1; what lies beyond is taken for the nearer of the two.
    public func callAsFunction(_ fraction: Double) { report(fraction) }
}
