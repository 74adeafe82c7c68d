import Binding

/// A scheduler whose time is moved by hand: tests with it are exact, and take no time.
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
/// Time is counted in ticks of a millisecond, unless said. Nothing runs by itself: what is scheduled runs while
/// ``advance(by:)-(Duration)``, ``advance(to:)`` or ``start()`` is being called, on the thread that calls, in the order
/// of the times, and for one time in the order of scheduling.
public final class TestScheduler: Scheduler {
    private struct State {
        var clock: Int
        var nextNumber = 0
        var due = DueTimes()
        /// What is scheduled, by its number.
        var actions: [Int: @Sendable () -> Void] = [:]
    }

    private let state: Guarded<State>
    /// How long a tick is.
    let resolution: Duration

    /// A scheduler at a time.
    ///
    /// - Parameters:
    ///   - initialClock: The time.
    ///   - resolution: How long a tick is, more than nothing. RxTest's is a second unless said.
    public init(initialClock: Int = 0, resolution: Duration = .milliseconds(1)) {
        precondition(resolution > .zero, "A tick of a TestScheduler must take some time.")
        state = Guarded(State(clock: initialClock))
        self.resolution = resolution
    }

    /// The time.
    public var clock: Int { state.withLock { $0.clock } }

    public var now: Duration { resolution * clock }

    /// Schedules an action for the current time. It runs at the next move of the time, even if by nothing.
    public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
        schedule(at: clock, action)
    }

    /// Schedules an action for a later time; parts of a tick count as a whole one.
    public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
        schedule(at: clock.plus(delay.ticks(of: resolution)), action)
    }

    /// Schedules an action for a time. One that has passed means the current time.
    ///
    /// - Returns: What calls it off.
    @discardableResult
    public func schedule(at time: Int, _ action: @escaping @Sendable () -> Void) -> any Disposable {
        let number = state.withLock { state in
            let number = state.nextNumber
            state.nextNumber += 1
            state.due.insert(DueTimes.Entry(time: max(time, state.clock), number: number))
            state.actions[number] = action
            return number
        }
        return Disposables.create { [state] in
            let outgoing = state.withLock { $0.actions.removeValue(forKey: number) }
            withExtendedLifetime(outgoing) {}
        }
    }

    /// Moves the time on by some ticks, and runs nothing: as if the program had been held up. What has come due
    /// meanwhile runs at the next move, at the time of that.
    public func sleep(_ ticks: Int) {
        state.withLock { $0.clock = $0.clock.plus(max(0, ticks)) }
    }

    /// Moves the time on to a moment; RxTest's name of ``advance(to:)``.
    public func advanceTo(_ time: Int) { advance(to: time) }

    /// Schedules an action for a time; RxTest's name of ``schedule(at:_:)``.
    public func scheduleAt(_ time: Int, action: @escaping @Sendable () -> Void) { schedule(at: time, action) }

    /// Moves the time on by some ticks, and runs all that comes due on the way. When this returns, it has run.
    public func advance(by ticks: Int) {
        advance(to: clock.plus(ticks))
    }

    /// Moves the time on by some time; parts of a tick count as a whole one.
    public func advance(by duration: Duration) {
        advance(by: duration.ticks(of: resolution))
    }

    /// Moves the time on to a moment, and runs all that comes due on the way. When this returns, it has run.
    ///
    /// - Parameter time: The moment. One that has passed leaves the time as it is.
    public func advance(to time: Int) {
        while let action = take(until: time) { action() }
        state.withLock { $0.clock = max($0.clock, time) }
    }

    /// Moves the time on until nothing is scheduled any more.
    ///
    /// Does not come back where something schedules itself for ever, such as an `interval`: use ``advance(to:)`` there.
    public func start() {
        while let action = take(until: .max) { action() }
    }

    /// Takes the next action out, and moves the time on to it.
    func take(until time: Int) -> (@Sendable () -> Void)? {
        state.withLock { state in
            while let first = state.due.first, first.time <= time {
                state.due.removeFirst()
                // One that has been called off has no action any more.
                guard let action = state.actions.removeValue(forKey: first.number) else { continue }
                state.clock = max(state.clock, first.time)
                return action
            }
            return nil
        }
    }
}

/// When something is due: a binary heap, the first on top.
private struct DueTimes {
    struct Entry: Comparable {
        let time: Int
        let number: Int

        static func < (left: Entry, right: Entry) -> Bool {
            (left.time, left.number) < (right.time, right.number)
        }
    }

    private var heap: [Entry] = []

    var first: Entry? { heap.first }

    mutating func insert(_ entry: Entry) {
        heap.append(entry)
        var child = heap.count - 1
        while child > 0, heap[child] < heap[(child - 1) / 2] {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func removeFirst() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            let children = (2 * parent + 1)..<min(2 * parent + 3, max(2 * parent + 1, heap.count))
            guard let least = children.min(by: { heap[$0] < heap[$1] }), heap[least] < heap[parent] else { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}

extension Int {
    /// The sum, or the largest number where that is too large.
    func plus(_ other: Int) -> Int {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? (other > 0 ? .max : .min) : sum
    }
}

extension Duration {
    /// How many ticks of a length make this time, rounded up; as many as can be counted where it is longer.
    fileprivate func ticks(of length: Duration) -> Int {
        let (quotient, rest) = attoseconds.quotientAndRemainder(dividingBy: length.attoseconds)
        return Int(clamping: rest > 0 ? quotient + 1 : quotient)
    }
}
