/// A clock that measures the time of work in steps.
///
/// Work in the background asks the clock when to do its next step. For a user, that is after a while; for a script,
/// when the script says so, so that its output is the same on every machine.
package protocol StepClock: Sendable {
    /// Does `count` steps, each when its time has come.
    ///
    /// - Throws: `CancellationError` if the task is cancelled meanwhile.
    func perform(_ count: Int, _ step: @Sendable (Int) -> Void) async throws
}

/// A clock that lets a fixed interval pass before each step.
package struct WallClock: StepClock {
    private let interval: Duration

    /// Makes a clock.
    ///
    /// - Parameter interval: The time before each step.
    package init(interval: Duration) {
        self.interval = interval
    }

    package func perform(_ count: Int, _ step: @Sendable (Int) -> Void) async throws {
        for number in 1...max(1, count) {
            try await Task.sleep(for: interval)
            step(number)
        }
    }
}

/// A clock that stands still until it is advanced.
///
/// It serves one piece of work at a time.
package actor ManualClock: StepClock {
    private var granted = 0
    private var hasEnded = false
    private var work: CheckedContinuation<Void, any Error>?
    private var observer: CheckedContinuation<Bool, Never>?

    /// Makes a clock that stands still.
    package init() {}

    package func perform(_ count: Int, _ step: @Sendable (Int) -> Void) async throws {
        defer { end() }
        for number in 1...max(1, count) {
            try await waitForGrant()
            step(number)
        }
    }

    /// Allows up to `steps` steps, and returns when they have been done or the work has ended.
    ///
    /// The work may begin after this has been called. If no work ever begins, this does not return until ``giveUp()``
    /// is called, so call it only while work is under way.
    ///
    /// - Returns: Whether the work has ended.
    package func advance(by steps: Int) async -> Bool {
        granted = steps
        if let work {
            guard granted > 0 else { return false }
            self.work = nil
            granted -= 1
            work.resume()
        }
        defer { hasEnded = false }
        if hasEnded { return true }
        return await withCheckedContinuation { observer = $0 }
    }

    /// Ends the wait for work that will not begin.
    package func giveUp() {
        granted = 0
        observer?.resume(returning: true)
        observer = nil
    }

    private func waitForGrant() async throws {
        try Task.checkCancellation()
        if granted > 0 {
            granted -= 1
            return
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                work = continuation
                observer?.resume(returning: false)
                observer = nil
            }
        } onCancel: {
            Task { await cancelWork() }
        }
    }

    private func cancelWork() {
        work?.resume(throwing: CancellationError())
        work = nil
    }

    private func end() {
        granted = 0
        if let observer {
            observer.resume(returning: true)
            self.observer = nil
        } else {
            hasEnded = true
        }
    }
}
