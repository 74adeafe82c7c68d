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
/// Time is counted in ticks of a millisecond. Nothing runs by itself: what is scheduled runs while ``advance(by:)``,
/// ``advance(to:)`` or ``start()`` is being called, on the thread that calls, in the order of the times, and for one time
/// in the order of scheduling.
public final class TestScheduler: Scheduler {
    private struct State {
        var clock: Int
        var nextNumber = 0
        var due = DueTimes()
        /// What is scheduled, by its number.
        var actions: [Int: @Sendable () -> Void] = [:]
    }

    private let state: Guarded<State>

    /// A scheduler at a time.
    public init(initialClock: Int = 0) {
        state = Guarded(State(clock: initialClock))
    }

    /// The time.
    public var clock: Int { state.withLock { $0.clock } }

    public var now: Duration { .milliseconds(clock) }

    /// Schedules an action for the current time. It runs at the next move of the time, even if by nothing.
    public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
        schedule(at: clock, action)
    }

    /// Schedules an action for a later time; parts of a tick count as a whole one.
    public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
        schedule(at: clock.plus(delay.ticks), action)
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

    /// Moves the time on by some ticks, and runs all that comes due on the way. When this returns, it has run.
    public func advance(by ticks: Int) {
        advance(to: clock.plus(ticks))
    }

    /// Moves the time on by some time; parts of a tick count as a whole one.
    public func advance(by duration: Duration) {
        advance(by: duration.ticks)
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
    private func take(until time: Int) -> (@Sendable () -> Void)? {
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
    /// The time in milliseconds, rounded up; as many as can be counted where it is longer.
    fileprivate var ticks: Int {
        let longest = Duration.seconds(Int.max / 2_000)
        guard self < longest, self > .zero - longest else { return self > .zero ? .max : .min }
        let (seconds, attoseconds) = components
        let (rest, part) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000_000)
        return Int(seconds) * 1_000 + Int(rest) + (part > 0 ? 1 : 0)
    }
}
