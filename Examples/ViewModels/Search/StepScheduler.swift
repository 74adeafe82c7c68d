import Binding
import Synchronization

/// A scheduler whose time stands still until it is told how far to go: what ``ManualClock`` is to a submission, this is
/// to a search.
///
/// What has come due runs while ``advance(bySteps:)`` is being called, and where it is called, in the order of the times
/// and then of scheduling. So it depends on the calls alone.
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

    /// Shared with what calls an action off, which may outlive the scheduler.
    private final class Agenda: Sendable {
        let state = Mutex(State())

        func remove(_ number: Int) {
            // What the action holds dies outside of the lock.
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

    /// Makes a scheduler at whose time nothing has passed.
    package init() {}

    /// Whether nothing is to come, however much time passes.
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

    /// Lets so many steps pass. When this returns, all that was due by then has run.
    package func advance(bySteps steps: Int) {
        let end = now + Self.step * steps
        while let item = agenda.take(until: end) { item.action() }
        agenda.state.withLock { $0.now = end }
    }
}
