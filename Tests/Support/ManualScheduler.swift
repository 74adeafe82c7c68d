import Binding
import Foundation

/// A scheduler whose time stands still until it is advanced. Nothing runs by itself, except with ``runsAtOnce``.
package final class ManualScheduler: Scheduler {
    private struct Entry {
        let due: Duration
        let number: Int
        let action: @Sendable () -> Void
    }

    private struct State {
        var now = Duration.zero
        var nextNumber = 0
        var entries: [Entry] = []
    }

    private let lock = NSLock()
    private nonisolated(unsafe) var state = State()
    /// Whether actions without delay run where they are scheduled, as with `MainScheduler.instance` on the main actor.
    private let runsAtOnce: Bool

    package init(runsAtOnce: Bool = false) {
        self.runsAtOnce = runsAtOnce
    }

    package var now: Duration { lock.withLock { state.now } }

    /// The number of actions that are waiting.
    package var pending: Int { lock.withLock { state.entries.count } }

    package func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
        schedule(after: .zero, action)
    }

    package func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
        if runsAtOnce, delay <= .zero {
            action()
            return Disposables.create()
        }
        let number = lock.withLock {
            state.nextNumber += 1
            state.entries.append(
                Entry(due: state.now + max(delay, .zero), number: state.nextNumber, action: action))
            return state.nextNumber
        }
        return Disposables.create { [self] in
            lock.withLock { state.entries.removeAll { $0.number == number } }
        }
    }

    /// Runs the actions that are due within a duration from now, each at its own time.
    package func advance(by duration: Duration) {
        let end = now + duration
        while let entry = takeFirst(upTo: end) { entry.action() }
        lock.withLock { state.now = end }
    }

    /// Lets time pass without running anything, as a busy thread does.
    package func stall(for duration: Duration) {
        lock.withLock { state.now += duration }
    }

    private func takeFirst(upTo end: Duration) -> Entry? {
        lock.withLock {
            let due = state.entries.indices.filter { state.entries[$0].due <= end }
            let first = due.min { left, right in
                (state.entries[left].due, state.entries[left].number)
                    < (state.entries[right].due, state.entries[right].number)
            }
            guard let first else { return nil }
            let entry = state.entries.remove(at: first)
            state.now = max(state.now, entry.due)
            return entry
        }
    }
}
