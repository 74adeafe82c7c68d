/// The time that work takes, in steps.
///
/// Work that runs in the background asks the clock when to do its next step. For a user that is after a while; for a
/// script it is when the script says so, so that what it prints is the same on every machine.
package protocol StepClock: Sendable {
    /// Does `count` steps, each when its time has come.
    ///
    /// - Throws: `CancellationError` where the task is cancelled meanwhile.
    func perform(_ count: Int, _ step: @Sendable (Int) -> Void) async throws
}

/// A clock that lets a fixed time pass before each step.
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

/// A clock that stands still until it is told how far to go.
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

    /// Lets up to `steps` steps happen, and returns when they have happened or the work has ended.
    ///
    /// The work may begin after this has been called. Work that has not begun and never will is waited for in vain,
    /// so ask only while some is under way.
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

    /// Says that no work will come, to whoever waits for it.
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
