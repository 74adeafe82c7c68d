import Binding
import Synchronization

/// A scheduler whose time stands still until it is advanced: for a search, what ``ManualClock`` is for a submission.
///
/// Actions that become due run during ``advance(bySteps:)``, on the caller's thread, in the order of their times and
/// then of scheduling. So their order depends on the calls alone.
package final class StepScheduler: Scheduler {
    /// The time that one step takes.
    static let step = Duration.milliseconds(100)

    private struct Item {
        let time: Duration
        let action: @Sendable () -> Void
    }

    private struct State {
        var now = Duration.zero
        var nextNumber = 0
        var items: [Int: Item] = [:]
    }

    /// Shared with the disposables of actions, which may outlive the scheduler.
    private final class Agenda: Sendable {
        let state = Mutex(State())

        func remove(_ number: Int) {
            // Release what the action holds outside of the lock.
            let outgoing = state.withLock { $0.items.removeValue(forKey: number) }
            withExtendedLifetime(outgoing) {}
        }

        func take(until time: Duration) -> Item? {
            state.withLock { state in
                let next = state.items.min { ($0.value.time, $0.key) < ($1.value.time, $1.key) }
                guard let next, next.value.time <= time else { return nil }
                state.items[next.key] = nil
                state.now = next.value.time
                return next.value
            }
        }
    }

    private let agenda = Agenda()

    /// Makes a scheduler at time zero.
    package init() {}

    /// Whether no action is scheduled.
    package var isIdle: Bool { agenda.state.withLock { $0.items.isEmpty } }

    package var now: Duration { agenda.state.withLock { $0.now } }

    package func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
        schedule(after: .zero, action)
    }

    package func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
        let number = agenda.state.withLock { state in
            state.nextNumber += 1
            state.items[state.nextNumber] = Item(time: state.now + max(.zero, delay), action: action)
            return state.nextNumber
        }
        return Disposables.create { [agenda] in agenda.remove(number) }
    }

    /// Advances time by a number of steps. When this returns, all actions that were due by then have run.
    package func advance(bySteps steps: Int) {
        let end = now + Self.step * steps
        while let item = agenda.take(until: end) { item.action() }
        agenda.state.withLock { $0.now = end }
    }
}
