// What schedules an action with a state, as RxSwift's schedulers do. The state spares a closure that holds it; one that
// needs none has the methods of ``Scheduler`` itself.

extension Scheduler {
    /// Runs an action as soon as may be, and holds what it returns.
    ///
    /// - Parameters:
    ///   - state: What the action is called with.
    ///   - action: What to run. What it returns is disposed of with the result.
    /// - Returns: What calls the action off, if it has not begun, and disposes of what it has returned.
    public func schedule<State: Sendable>(
        _ state: State, action: @escaping @Sendable (State) -> any Disposable
    ) -> any Disposable {
        let begun = SingleAssignmentDisposable()
        return Disposables.create(schedule { begun.setDisposable(action(state)) }, begun)
    }

    /// Runs an action later, and holds what it returns; see ``schedule(_:action:)``.
    ///
    /// - Parameters:
    ///   - state: What the action is called with.
    ///   - dueTime: How much later. Zero or less means as soon as may be.
    ///   - action: What to run. What it returns is disposed of with the result.
    /// - Returns: What calls the action off, if it has not begun, and disposes of what it has returned.
    public func scheduleRelative<State: Sendable>(
        _ state: State, dueTime: Duration, action: @escaping @Sendable (State) -> any Disposable
    ) -> any Disposable {
        let begun = SingleAssignmentDisposable()
        return Disposables.create(schedule(after: dueTime) { begun.setDisposable(action(state)) }, begun)
    }

    /// Runs an action again and again, each time with what it made of its state before.
    ///
    /// The times are counted from the start: what the action takes does not put off the runs that follow, and one run
    /// does not begin before the one before it has ended.
    ///
    /// - Parameters:
    ///   - state: What the action is called with first.
    ///   - startAfter: How long until the first run. Zero or less means as soon as may be.
    ///   - period: How long from one run to the next.
    ///   - action: What to run. What it returns is what it is called with next.
    /// - Returns: What ends it. A run that has begun ends by itself.
    public func schedulePeriodic<State: Sendable>(
        _ state: State, startAfter: Duration, period: Duration, action: @escaping @Sendable (State) -> State
    ) -> any Disposable {
        let run = PeriodicRun(period: period, scheduler: self) { action($0) }
        run.begin(with: state, after: startAfter)
        return run
    }
}

/// Something that a scheduler runs again and again.
final class PeriodicRun<State: Sendable, Clock: Scheduler>: Disposable {
    private let period: Duration
    private let scheduler: Clock
    private let step: @Sendable (State) -> State?
    private let next = SerialDisposable()

    /// - Parameter step: Run with the first state, then with what it returns, until that is `nil`.
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
        // In its place beforehand: a scheduler that runs the action in place has the one after it put there meanwhile.
        let run = SerialDisposable()
        next.disposable = run
        run.disposable = scheduler.schedule(after: least.map { max(delay, $0) } ?? delay) { [self] in
            guard let state = step(state), !next.isDisposed else { return }
            // Never at once after the first: a scheduler that runs things in place would not come back.
            schedule(state, at: time + period, atLeast: .nanoseconds(1))
        }
    }

    func dispose() { next.dispose() }
}
