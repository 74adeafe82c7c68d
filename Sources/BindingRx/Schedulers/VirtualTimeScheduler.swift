public import Binding

/// A scheduler whose time is of any type, and advances as its actions run: for simulations, and for test schedulers of
/// a program's own.
///
/// ```swift
/// let days = VirtualTimeScheduler(initialClock: 1, converter: Days())     // see VirtualTimeConverterType
/// let reminders = Observable.timer(.seconds(7 * 86_400), scheduler: days)
/// let subscription = reminders.subscribe { _ in print("day \(days.clock)") }
/// days.start()                                                            // day 8
/// ```
///
/// Nothing runs by itself: actions run during a call of ``start()`` or ``advanceTo(_:)``, on the calling thread, in the
/// order of their times, and for the same time in the order of scheduling. They can be scheduled and cancelled on any
/// thread. In tests, `TestScheduler` of `BindingTesting` does with less.
///
/// Scheduling an action and running it takes O(log n) comparisons of times, where n actions are scheduled; cancelling
/// one takes O(1).
open class VirtualTimeScheduler<Converter: VirtualTimeConverterType>: Scheduler, @unchecked Sendable {
    // Sound: what changes is in a lock. The compiler does not check that of a class that may have subclasses, which
    // RxSwift's must have for `adjustScheduledTime`; one with variables of its own says what guards them.

    /// A moment of the scheduler's time.
    public typealias VirtualTime = Converter.VirtualTimeUnit

    /// A difference of two moments.
    public typealias VirtualTimeInterval = Converter.VirtualTimeIntervalUnit

    private struct State {
        var clock: VirtualTime
        /// The time at which the actions were due that have begun. The clock is before it if the converter rounds down.
        var reached: Duration?
        var due: DueActions<VirtualTime>
        var isRunning = false
    }

    private let converter: Converter
    private let state: Guarded<State>

    /// A scheduler with a given time.
    ///
    /// - Parameters:
    ///   - initialClock: The time at the start.
    ///   - converter: What says how long virtual time is.
    public init(initialClock: VirtualTime, converter: Converter) {
        self.converter = converter
        let due = DueActions<VirtualTime> { converter.isEarlier($0, than: $1) }
        state = Guarded(State(clock: initialClock, due: due))
    }

    /// The current time.
    public var clock: VirtualTime { state.withLock { $0.clock } }

    /// The current time, converted.
    ///
    /// An action that was scheduled with a delay finds that it has passed, even if the converter rounds down and the
    /// clock is before that: operators that look at the time do not wait for ever.
    public var now: Duration {
        let (clock, reached) = state.withLock { ($0.clock, $0.reached) }
        let now = converter.convertFromVirtualTime(clock)
        return reached.map { max(now, $0) } ?? now
    }

    /// Schedules an action for the current time.
    ///
    /// - Returns: A disposable that cancels the action, if it has not begun.
    public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
        schedule(at: adjustScheduledTime(clock), action)
    }

    /// Schedules an action for a later time, which the converter converts and ``adjustScheduledTime(_:)`` may change.
    ///
    /// - Parameters:
    ///   - delay: The delay. Zero or less means the current time.
    ///   - action: The action.
    /// - Returns: A disposable that cancels the action, if it has not begun.
    public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
        guard delay > .zero else { return schedule(action) }
        let time = now + delay
        return schedule(at: adjustScheduledTime(converter.convertToVirtualTime(time))) { [state] in
            state.withLock { $0.reached = $0.reached.map { max($0, time) } ?? time }
            action()
        }
    }

    /// Schedules an action for a later time, and holds the disposable that it returns.
    ///
    /// - Parameters:
    ///   - state: The argument of the action.
    ///   - dueTime: The interval from now.
    ///   - action: The action. The disposable that it returns is disposed of with the result.
    /// - Returns: A disposable that cancels the action, if it has not begun, and disposes of the one that it has
    ///   returned.
    public func scheduleRelativeVirtual<ActionState: Sendable>(
        _ state: ActionState, dueTime: VirtualTimeInterval,
        action: @escaping @Sendable (ActionState) -> any Disposable
    ) -> any Disposable {
        scheduleAbsoluteVirtual(state, time: converter.offsetVirtualTime(clock, offset: dueTime), action: action)
    }

    /// Schedules an action for a moment, and holds the disposable that it returns.
    ///
    /// - Parameters:
    ///   - state: The argument of the action.
    ///   - time: The moment. If it has passed, the action runs at the current time, before others that are due then.
    ///   - action: The action. The disposable that it returns is disposed of with the result.
    /// - Returns: A disposable that cancels the action, if it has not begun, and disposes of the one that it has
    ///   returned.
    public func scheduleAbsoluteVirtual<ActionState: Sendable>(
        _ state: ActionState, time: VirtualTime, action: @escaping @Sendable (ActionState) -> any Disposable
    ) -> any Disposable {
        let begun = SingleAssignmentDisposable()
        return Disposables.create(schedule(at: time) { begun.setDisposable(action(state)) }, begun)
    }

    private func schedule(at time: VirtualTime, _ action: @escaping @Sendable () -> Void) -> any Disposable {
        let number = state.withLock { $0.due.insert(action, at: time) }
        return Disposables.create { [state] in
            let outgoing = state.withLock { $0.due.remove(number) }
            withExtendedLifetime(outgoing) {}
        }
    }

    /// Returns the time for which an action is scheduled that was to be scheduled for a given one; a subclass can make
    /// it a later one. What is scheduled for virtual times is not adjusted.
    ///
    /// - Parameter time: The time. This class returns it as it is.
    open func adjustScheduledTime(_ time: VirtualTime) -> VirtualTime { time }

    /// Runs the actions, also those that they schedule, until none is left or ``stop()`` is called. Does nothing if the
    /// scheduler is running.
    public func start() {
        guard begin() else { return }
        run(until: nil)
        stop()
    }

    /// Runs the actions that are due until a moment, also those that they schedule, and then sets the clock to it. This
    /// is so even if ``stop()`` is called; what has not run by then is overdue.
    ///
    /// The scheduler must not be running: the program stops if an action calls this.
    ///
    /// - Parameter virtualTime: The moment. If it has passed, the clock stays as it is; in RxSwift it is set back.
    public func advanceTo(_ virtualTime: VirtualTime) {
        let begins = begin()
        precondition(begins, "A VirtualTimeScheduler cannot be advanced while it is running.")
        run(until: virtualTime)
        state.withLock {
            advance(&$0, to: virtualTime)
            $0.isRunning = false
        }
    }

    /// Advances the clock without running anything, as if the program had been suspended. Actions that have become due
    /// meanwhile run when the scheduler runs next, at the time of then.
    ///
    /// - Parameter virtualInterval: The interval. The program stops if it is negative.
    public func sleep(_ virtualInterval: VirtualTimeInterval) {
        let clock = clock
        let end = converter.offsetVirtualTime(clock, offset: virtualInterval)
        precondition(!converter.isEarlier(end, than: clock), "A VirtualTimeScheduler cannot sleep backwards.")
        state.withLock { advance(&$0, to: end) }
    }

    /// Ends a run after the action that is running. What is left runs with the next call of ``start()``.
    public func stop() { state.withLock { $0.isRunning = false } }

    private func begin() -> Bool {
        state.withLock { state in
            defer { state.isRunning = true }
            return !state.isRunning
        }
    }

    private func run(until limit: VirtualTime?) {
        while let action = next(until: limit) { action() }
    }

    private func next(until limit: VirtualTime?) -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard state.isRunning, let first = state.due.popFirst(until: limit) else { return nil }
            advance(&state, to: first.time)
            return first.action
        }
    }

    /// Sets the clock to a moment, unless that has passed.
    private func advance(_ state: inout State, to time: VirtualTime) {
        if converter.isEarlier(state.clock, than: time) { state.clock = time }
    }
}

extension VirtualTimeScheduler: CustomDebugStringConvertible {
    /// The times of the scheduled actions, in the order in which they will run.
    public var debugDescription: String { state.withLock { $0.due.times }.debugDescription }
}

extension VirtualTimeConverterType {
    fileprivate func isEarlier(_ left: VirtualTimeUnit, than right: VirtualTimeUnit) -> Bool {
        compareVirtualTime(left, right) == .lessThan
    }
}
