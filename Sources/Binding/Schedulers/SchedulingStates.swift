// Scheduling an action with a state, as RxSwift's schedulers do. The action need not capture the state; for actions
// without one there are the methods of ``Scheduler`` itself.

extension Scheduler {
    /// Runs an action as soon as possible, and holds the disposable that it returns.
    ///
    /// - Parameters:
    ///   - state: The argument of the action.
    ///   - action: The action. The disposable that it returns is disposed of with the result.
    /// - Returns: A disposable that cancels the action, if it has not begun, and disposes of the one that it has
    ///   returned.
    public func schedule<State: Sendable>(
        _ state: State, action: @escaping @Sendable (State) -> any Disposable
    ) -> any Disposable {
        let begun = SingleAssignmentDisposable()
        return Disposables.create(schedule { begun.setDisposable(action(state)) }, begun)
    }

    /// Runs an action later, and holds the disposable that it returns; see ``schedule(_:action:)``.
    ///
    /// - Parameters:
    ///   - state: The argument of the action.
    ///   - dueTime: The delay. Zero or less means as soon as possible.
    ///   - action: The action. The disposable that it returns is disposed of with the result.
    /// - Returns: A disposable that cancels the action, if it has not begun, and disposes of the one that it has
    ///   returned.
    public func scheduleRelative<State: Sendable>(
        _ state: State, dueTime: Duration, action: @escaping @Sendable (State) -> any Disposable
    ) -> any Disposable {
        let begun = SingleAssignmentDisposable()
        return Disposables.create(schedule(after: dueTime) { begun.setDisposable(action(state)) }, begun)
    }

    /// Runs an action repeatedly, each time with the state that it returned before.
    ///
    /// The times are counted from the start: the duration of a run does not delay those that follow, and a run does not
    /// begin before the one before it has ended.
    ///
    /// - Parameters:
    ///   - state: The argument of the first run.
    ///   - startAfter: The time until the first run. Zero or less means as soon as possible.
    ///   - period: The time from one run to the next.
    ///   - action: The action. It returns the argument of its next run.
    /// - Returns: A disposable that ends the series. A run that has begun is completed.
    public func schedulePeriodic<State: Sendable>(
        _ state: State, startAfter: Duration, period: Duration, action: @escaping @Sendable (State) -> State
    ) -> any Disposable {
        let run = PeriodicRun(period: period, scheduler: self) { action($0) }
        run.begin(with: state, after: startAfter)
        return run
    }
}

/// An action that a scheduler runs repeatedly.
final class PeriodicRun<State: Sendable, Clock: Scheduler>: Disposable {
    private let period: Duration
    private let scheduler: Clock
    private let step: @Sendable (State) -> State?
    private let next = SerialDisposable()

    /// - Parameter step: Called with the first state, then with the state that it returned, until that is `nil`.
    init(period: Duration, scheduler: Clock, step: @escaping @Sendable (State) -> State?) {
        self.period = period.bounded
        self.scheduler = scheduler
        self.step = step
    }

    func begin(with state: State, after delay: Duration) {
        schedule(state, at: scheduler.now + delay.bounded, atLeast: nil)
    }

    private func schedule(_ state: State, at time: Duration, atLeast least: Duration?) {
        let delay = time - scheduler.now
        // Stored beforehand: a scheduler that runs the action immediately stores the next one here meanwhile.
        let run = SerialDisposable()
        next.disposable = run
        run.disposable = scheduler.schedule(after: least.map { max(delay, $0) } ?? delay) { [self] in
            guard let state = step(state), !next.isDisposed else { return }
            // Never without a delay after the first run: a scheduler that runs actions immediately would not return.
            schedule(state, at: time + period, atLeast: .nanoseconds(1))
        }
    }

    func dispose() { next.dispose() }
}
