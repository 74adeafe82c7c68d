/// One call of a ``Command``, which can be cancelled and awaited.
public final class CommandRun<Output: Sendable>: Sendable {
    private struct State {
        var hasBegun = false
        /// There is none before the run waits for the first time.
        var task: Task<Void, Never>?
        var result: Result<Output, any Error>?
        /// Whether the outcome is final: a cancellation comes too late.
        var isSettled = false
        var isCancelled = false
        var isAwaited: Bool
        var waiting: [CheckedContinuation<Result<Output, any Error>, Never>] = []
    }

    private let state: Guarded<State>
    private let onCancel: @MainActor @Sendable (CommandRun) -> Void

    init(isAwaited: Bool, onCancel: @escaping @MainActor @Sendable (CommandRun) -> Void) {
        state = Guarded(State(isAwaited: isAwaited))
        self.onCancel = onCancel
    }

    /// The result of the run, once it has ended. If the waiting task is cancelled, it continues to wait and the run
    /// continues, as with the value of a task.
    ///
    /// - Throws: What the run throws; a ``CommandRefusal`` if it did not run; `CancellationError` if it was cancelled.
    public nonisolated(nonsending) var value: Output {
        get async throws {
            // On the caller's actor, so that a run that was started there cannot have ended before.
            noteAwaited()
            return try await outcome().get()
        }
    }

    /// Whether the run was cancelled before it had ended.
    public var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Cancels the run, from any thread. Its task is cancelled, and its outcome is not reported. A run that has not
    /// begun ends immediately.
    public func cancel() {
        let old = state.withLock { state -> State? in
            guard state.result == nil, !state.isSettled, !state.isCancelled else { return nil }
            state.isCancelled = true
            return state
        }
        guard let old else { return }
        if let task = old.task { return task.cancel() }
        if !old.hasBegun { finish(.failure(CancellationError())) }
        MainActorDispatcher.run { self.onCancel(self) }
    }

    /// The outcome, once it has ended.
    var result: Result<Output, any Error>? { state.withLock { $0.result } }

    var isAwaited: Bool { state.withLock { $0.isAwaited } }

    /// Whether it has neither ended nor been cancelled.
    var isUnderWay: Bool { state.withLock { $0.result == nil && !$0.isCancelled } }

    /// Notes that its work begins.
    ///
    /// - Returns: Whether it does: it has not been cancelled.
    func begin() -> Bool {
        state.withLock { state in
            state.hasBegun = !state.isCancelled
            return state.hasBegun
        }
    }

    /// Notes the task in which its work goes on, unless it has ended.
    func hasWaited(in task: Task<Void, Never>) {
        let isCancelled = state.withLock { state in
            if state.result == nil { state.task = task }
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    /// Makes the outcome final, before it is reported.
    ///
    /// - Returns: The outcome, which is a cancellation if that came first.
    func settle(_ result: Result<Output, any Error>) -> Result<Output, any Error> {
        state.withLock { state in
            state.isSettled = true
            // Such as when the form that a command submits is reset while it waits.
            if case .failure(is CancellationError) = result { state.isCancelled = true }
            return state.isCancelled ? .failure(CancellationError()) : result
        }
    }

    /// Notes that the run is awaited, and that its error will be received.
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

    /// The outcome of the run, for the library: this does not count as awaiting its error.
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
    /// It works on a form, which is invalid.
    case invalid

    public var description: String {
        switch self {
        case .disabled: "the command is disabled: one of its conditions does not hold, or its owner has gone"
        case .running: "the command is running, and ignores new calls meanwhile"
        case .invalid: "the form of the command is invalid: its `firstInvalid` says where, if it still is"
        }
    }
}

/// Reports the progress of a run of a ``Command``: `progress(0.5)`.
public struct CommandProgress: Sendable {
    private let report: @Sendable (Double) -> Void

    init(_ report: @escaping @Sendable (Double) -> Void) {
        self.report = report
    }

    /// Reports the run's progress, from any thread. Calls after the run has ended or was cancelled have no effect.
    ///
    /// - Parameter fraction: From 0 to 1; other values are clamped.
    public func callAsFunction(_ fraction: Double) { report(fraction) }
}
