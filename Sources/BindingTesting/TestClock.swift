import Binding

/// A Swift clock, for `Task.sleep` and the like, with the time of a ``TestScheduler``: tasks that sleep by it wake when
/// the scheduler's time is advanced.
///
/// ```swift
/// let scheduler = TestScheduler()
/// let clock = TestClock(scheduler)
/// let save = Command { try await clock.sleep(for: .seconds(2)) }      // what is tested is given any Clock<Duration>
/// save.start()
/// await clock.sleeping()
/// scheduler.advance(by: .seconds(2))
/// await save.finished()
/// ```
///
/// When a task runs does not depend on the clock: ``sleeping(_:)`` waits until it sleeps, so that a test needs neither
/// delays nor polling.
public final class TestClock: Clock {
    /// A moment of the scheduler's time.
    public struct Instant: InstantProtocol {
        /// The scheduler's ``TestScheduler/now`` at that moment.
        public let offset: Duration

        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        public func duration(to other: Instant) -> Duration { other.offset - offset }

        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct State {
        var sleepers = 0
        var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let scheduler: TestScheduler
    private let state = Guarded(State())

    /// A clock with the time of a scheduler.
    public init(_ scheduler: TestScheduler) {
        self.scheduler = scheduler
    }

    public var now: Instant { Instant(offset: scheduler.now) }

    /// A tick of the scheduler.
    public var minimumResolution: Duration { scheduler.resolution }

    /// Sleeps until the scheduler's time has been advanced to a moment. The task continues after the call that advances
    /// it.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        let length = now.duration(to: deadline)
        guard length > .zero else { return }
        let sleeper = Sleeper()
        defer { state.withLock { $0.sleepers -= 1 } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                sleeper.begin(continuation)
                sleeper.alarm.disposable = scheduler.schedule(after: length) { sleeper.end(.success(())) }
                noteSleeper()
            }
        } onCancel: {
            sleeper.end(.failure(CancellationError()))
        }
    }

    /// Waits until tasks sleep by this clock; returns at once if they do.
    ///
    /// - Parameter count: The minimum number of tasks.
    public func sleeping(_ count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isEnough = state.withLock { state in
                if state.sleepers < count { state.waiting.append((count, continuation)) }
                return state.sleepers >= count
            }
            if isEnough { continuation.resume() }
        }
    }

    private func noteSleeper() {
        let reached = state.withLock { state in
            state.sleepers += 1
            let reached = state.waiting.filter { $0.count <= state.sleepers }.map(\.continuation)
            state.waiting.removeAll { $0.count <= state.sleepers }
            return reached
        }
        for continuation in reached { continuation.resume() }
    }
}

/// A task that sleeps until its deadline or its cancellation, whichever is first.
private final class Sleeper: Sendable {
    private enum State {
        case awake
        case asleep(CheckedContinuation<Void, any Error>)
        case over(Result<Void, any Error>)
    }

    private let state = Guarded(State.awake)
    let alarm = SerialDisposable()

    func begin(_ continuation: CheckedContinuation<Void, any Error>) {
        let result = state.withLock { state -> Result<Void, any Error>? in
            if case .over(let result) = state { return result }
            state = .asleep(continuation)
            return nil
        }
        if let result { continuation.resume(with: result) }
    }

    func end(_ result: Result<Void, any Error>) {
        let continuation = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            defer { if case .over = state {} else { state = .over(result) } }
            if case .asleep(let continuation) = state { return continuation }
            return nil
        }
        alarm.dispose()
        continuation?.resume(with: result)
    }
}
