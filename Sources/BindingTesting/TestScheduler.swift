import Binding

/// A scheduler whose time is advanced by hand: tests with it are exact, and take no time.
///
/// ```swift
/// let scheduler = TestScheduler()
/// let observer = scheduler.createObserver(String.self)
/// let subscription = query.debounce(.milliseconds(300), scheduler: scheduler).subscribe(observer)
/// query.accept("swift")
/// scheduler.advance(by: 300)
/// #expect(observer.events == [.next(300, "swift")])
/// ```
///
/// Time is counted in ticks, of a millisecond by default. Nothing runs by itself: scheduled actions run during a call
/// of ``advance(by:)-(Duration)``, ``advance(to:)`` or ``start()``, on the calling thread, in the order of their times,
/// and for the same time in the order of scheduling.
public final class TestScheduler: Scheduler {
    private struct State {
        var clock: Int
        var due = DueActions<Int>(isBefore: <)
    }

    private let state: Guarded<State>
    /// The length of a tick.
    let resolution: Duration

    /// A scheduler with a given time.
    ///
    /// - Parameters:
    ///   - initialClock: The time at the start.
    ///   - resolution: The length of a tick, greater than zero. RxTest's default is a second.
    public init(initialClock: Int = 0, resolution: Duration = .milliseconds(1)) {
        precondition(resolution > .zero, "A tick of a TestScheduler must be longer than zero.")
        state = Guarded(State(clock: initialClock))
        self.resolution = resolution
    }

    /// The current time in ticks.
    public var clock: Int { state.withLock { $0.clock } }

    public var now: Duration { resolution * clock }

    /// Schedules an action for the current time. It runs when the time is advanced next, even if by nothing.
    public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
        schedule(at: clock, action)
    }

    /// Schedules an action for a later time; the delay is rounded up to whole ticks.
    public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
        schedule(at: clock.plus(delay.ticks(of: resolution)), action)
    }

    /// Schedules an action for a time. A time that has passed means the current time.
    ///
    /// - Returns: A disposable that cancels the action.
    @discardableResult
    public func schedule(at time: Int, _ action: @escaping @Sendable () -> Void) -> any Disposable {
        let number = state.withLock { $0.due.insert(action, at: max(time, $0.clock)) }
        return Disposables.create { [state] in
            let outgoing = state.withLock { $0.due.remove(number) }
            withExtendedLifetime(outgoing) {}
        }
    }

    /// Advances the time by some ticks without running anything, as if the program had been suspended. Actions that
    /// have become due meanwhile run when the time is advanced next, at the time of that call.
    public func sleep(_ ticks: Int) {
        state.withLock { $0.clock = $0.clock.plus(max(0, ticks)) }
    }

    /// Advances the time to a moment; RxTest's name for ``advance(to:)``.
    public func advanceTo(_ time: Int) { advance(to: time) }

    /// Schedules an action for a time; RxTest's name for ``schedule(at:_:)``.
    public func scheduleAt(_ time: Int, action: @escaping @Sendable () -> Void) { schedule(at: time, action) }

    /// Advances the time by some ticks, and runs all actions that become due before it returns.
    public func advance(by ticks: Int) {
        advance(to: clock.plus(ticks))
    }

    /// Advances the time by a duration, which is rounded up to whole ticks.
    public func advance(by duration: Duration) {
        advance(by: duration.ticks(of: resolution))
    }

    /// Advances the time to a moment, and runs all actions that become due before it returns.
    ///
    /// - Parameter time: The moment. If it has passed, the time stays as it is.
    public func advance(to time: Int) {
        while let action = take(until: time) { action() }
        state.withLock { $0.clock = max($0.clock, time) }
    }

    /// Advances the time until nothing is scheduled any more.
    ///
    /// Does not return if something reschedules itself forever, such as an `interval`: use ``advance(to:)`` then.
    public func start() {
        while let action = take(until: .max) { action() }
    }

    /// Removes and returns the next action, and advances the time to it.
    func take(until time: Int) -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard let first = state.due.popFirst(until: time) else { return nil }
            state.clock = max(state.clock, first.time)
            return first.action
        }
    }
}

extension Int {
    /// The sum, or the nearest representable number.
    func plus(_ other: Int) -> Int {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? (other > 0 ? .max : .min) : sum
    }
}

extension Duration {
    /// The number of ticks of a length in this duration, rounded up, or the largest representable number.
    fileprivate func ticks(of length: Duration) -> Int {
        let (quotient, rest) = attoseconds.quotientAndRemainder(dividingBy: length.attoseconds)
        return Int(clamping: rest > 0 ? quotient + 1 : quotient)
    }
}
