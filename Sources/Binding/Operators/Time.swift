/// A sequence that has sent nothing for too long.
public struct TimeoutError: Error, Hashable, Sendable, CustomStringConvertible {
    /// How long was waited.
    public let duration: Duration

    /// An error of a sequence that sent nothing for a time.
    public init(duration: Duration) {
        self.duration = duration
    }

    public var description: String { "nothing came within \(duration)" }
}

/// What the operators that wait have in common: a gate, a scheduler, and one timer at a time.
private final class TimedRun<State, Input: Sendable, Output: Sendable, Clock: Scheduler>: Sendable {
    typealias Step = Broadcaster<Output>.Output

    let gate: Broadcaster<Output>
    let scheduler: Clock
    /// Under the gate's lock.
    let state: Local<State>
    private let timer = SerialDisposable()

    init(_ state: State, _ down: Sink<Output>, _ subscription: Subscription, _ scheduler: Clock) {
        gate = Observable<Output>.gate(to: down, subscription)
        self.scheduler = scheduler
        self.state = Local(state)
        subscription.lifetime.whenEnded(timer)
    }

    /// Runs an action when some time has passed, in place of the one before.
    func wait(_ delay: Duration, _ action: @escaping @Sendable () -> Void) {
        // Taken away first: what is scheduled may run before this returns, and wait anew.
        timer.disposable = Disposables.create()
        let scheduled = SerialDisposable()
        timer.disposable = scheduled
        scheduled.disposable = scheduler.schedule(after: delay, action)
    }

    func stopWaiting() { timer.disposable = Disposables.create() }
}

// MARK: Debounce

/// What `debounce` remembers.
struct DebounceState<Element> {
    private var pending: Element?
    private var number = 0

    /// Takes a value in.
    ///
    /// - Returns: Its number, and the value that it displaces.
    mutating func next(_ element: Element) -> (number: Int, displaced: Element?) {
        let displaced = pending
        pending = element
        number += 1
        return (number, displaced)
    }

    /// The value of a number, if none came after it.
    mutating func due(_ number: Int) -> Element? {
        number == self.number ? pending.take() : nil
    }

    /// The value that waits.
    mutating func rest() -> Element? { pending.take() }
}

extension ObservableType {
    /// The values after which no other came for some time.
    ///
    /// See [ReactiveX: Debounce](https://reactivex.io/documentation/operators/debounce.html). At the end the value that
    /// waits is sent, as in RxSwift; an error is passed on at once, without it.
    ///
    /// - Parameters:
    ///   - dueTime: How long.
    ///   - scheduler: What counts the time, and where the values are sent.
    public func debounce(
        _ dueTime: Duration, scheduler: some Scheduler = MainScheduler.instance
    ) -> Observable<Element> {
        let source = asObservable()
        return Observable(servesMainActor: true) { down, subscription in
            let run = TimedRun<_, Element, Element, _>(DebounceState<Element>(), down, subscription, scheduler)
            Observable<Element>.attach(
                source, isMainActor: down.isMainActor, subscription.lifetime,
                next: { element in
                    var number = 0
                    var displaced: Element?
                    run.gate.send {
                        (number, displaced) = run.state.value.next(element)
                        return .nothing
                    }
                    withExtendedLifetime(displaced) {}
                    run.wait(dueTime) { [number] in
                        run.gate.send { run.state.value.due(number).map { .next($0) } ?? .nothing }
                    }
                },
                stop: { termination in
                    run.stopWaiting()
                    if case .completed = termination {
                        run.gate.send { run.state.value.rest().map { .next($0) } ?? .nothing }
                    }
                    run.gate.stop(termination)
                })
        }
    }
}

// MARK: Throttle

/// What `throttle` remembers.
struct ThrottleState<Element> {
    private let dueTime: Duration
    private let sendsLatest: Bool
    private var lastSent: Duration?
    private var pending: Element?
    private var isDone = false

    init(dueTime: Duration, latest: Bool) {
        self.dueTime = dueTime
        sendsLatest = latest
    }

    /// What becomes of a value: it is sent now, or after a time, or not at all.
    enum Fate {
        case send
        case wait(Duration)
        case keep
        case drop
    }

    /// Takes a value in.
    mutating func next(_ element: Element, at now: Duration) -> (fate: Fate, displaced: Element?) {
        if pending == nil {
            guard let lastSent, now - lastSent < dueTime else {
                self.lastSent = now
                return (.send, nil)
            }
            guard sendsLatest else { return (.drop, nil) }
            pending = element
            return (.wait(dueTime - (now - lastSent)), nil)
        }
        let displaced = pending
        pending = element
        return (.keep, displaced)
    }

    /// The value that has waited, and whether the end comes after it.
    mutating func due(at now: Duration) -> (element: Element?, isOver: Bool) {
        lastSent = now
        return (pending.take(), isDone)
    }

    /// Whether the end can be passed on, or has to wait for a value.
    mutating func completed() -> Bool {
        isDone = true
        return pending == nil
    }
}

extension ObservableType {
    /// The first value, and then at most one in each period of time.
    ///
    /// The same as RxSwift's operator: the value that waits at the end is sent when it is due, and the end after it.
    ///
    /// - Parameters:
    ///   - dueTime: How long at least from one value to the next.
    ///   - latest: Whether the latest value that came in between is sent when the time is over.
    ///   - scheduler: What counts the time.
    public func throttle(
        _ dueTime: Duration, latest: Bool = true, scheduler: some Scheduler = MainScheduler.instance
    ) -> Observable<Element> {
        let source = asObservable()
        return Observable(servesMainActor: true) { down, subscription in
            let run = TimedRun<_, Element, Element, _>(
                ThrottleState<Element>(dueTime: dueTime, latest: latest), down, subscription, scheduler)
            Observable<Element>.attach(
                source, isMainActor: down.isMainActor, subscription.lifetime,
                next: { element in
                    var fate = ThrottleState<Element>.Fate.drop
                    var displaced: Element?
                    let now = scheduler.now
                    run.gate.send {
                        (fate, displaced) = run.state.value.next(element, at: now)
                        if case .send = fate { return .next(element) }
                        return .nothing
                    }
                    withExtendedLifetime(displaced) {}
                    guard case .wait(let delay) = fate else { return }
                    run.wait(delay) {
                        let now = scheduler.now
                        var isOver = false
                        run.gate.send {
                            let due = run.state.value.due(at: now)
                            isOver = due.isOver
                            return due.element.map { .next($0) } ?? .nothing
                        }
                        if isOver { run.gate.stop(.completed) }
                    }
                },
                stop: { termination in
                    run.gate.send {
                        if case .error = termination { return .stop(termination) }
                        return run.state.value.completed() ? .stop(.completed) : .nothing
                    }
                })
        }
    }
}

// MARK: Delay

/// What `delay` remembers: the events on their way, and whether somebody waits for the first of them.
struct DelayState<Element> {
    private var events = Queue<(event: Event<Element>, time: Duration)>()
    private var isWaiting = false

    /// Takes an event in.
    ///
    /// - Returns: Whether it is to be waited for.
    mutating func add(_ event: Event<Element>, at time: Duration) -> Bool {
        events.append((event, time))
        defer { isWaiting = true }
        return !isWaiting
    }

    /// The first event, if it is due.
    mutating func due(at now: Duration) -> Event<Element>? {
        guard let first = events.first, first.time <= now else { return nil }
        return events.popFirst()?.event
    }

    /// When the first event is due; `nil` where none waits any more.
    mutating func next() -> Duration? {
        isWaiting = !events.isEmpty
        return events.first?.time
    }
}

extension ObservableType {
    /// The same values some time later, and the end, too. An error is passed on at once.
    ///
    /// See [ReactiveX: Delay](https://reactivex.io/documentation/operators/delay.html).
    ///
    /// - Parameters:
    ///   - dueTime: How much later.
    ///   - scheduler: What counts the time, and where the values are sent.
    public func delay(
        _ dueTime: Duration, scheduler: some Scheduler = MainScheduler.instance
    ) -> Observable<Element> {
        let source = asObservable()
        return Observable(servesMainActor: true) { down, subscription in
            let run = TimedRun<_, Element, Element, _>(DelayState<Element>(), down, subscription, scheduler)
            let add: @Sendable (Event<Element>) -> Void = { event in
                let time = scheduler.now + dueTime
                var isFirst = false
                run.gate.send {
                    isFirst = run.state.value.add(event, at: time)
                    return .nothing
                }
                if isFirst { run.waitForDelayed(until: time) }
            }
            Observable<Element>.attach(
                source, isMainActor: down.isMainActor, subscription.lifetime,
                next: { add(.next($0)) },
                stop: { termination in
                    if case .error = termination { run.gate.stop(termination) } else { add(.completed) }
                })
        }
    }
}

extension TimedRun where State == DelayState<Output>, Input == Output {
    func waitForDelayed(until time: Duration) {
        wait(time - scheduler.now) { [self] in
            var hasSent = true
            while hasSent {
                // Once the gate has stopped, it does not ask any more.
                hasSent = false
                let now = scheduler.now
                gate.send {
                    guard let event = state.value.due(at: now) else { return .nothing }
                    hasSent = true
                    switch event {
                    case .next(let element): return .next(element)
                    case .error(let error): return .stop(.error(error))
                    case .completed: return .stop(.completed)
                    }
                }
            }
            var next: Duration?
            gate.send {
                next = state.value.next()
                return .nothing
            }
            if let next { waitForDelayed(until: next) }
        }
    }
}

// MARK: Timeout

extension ObservableType {
    /// The same sequence, which fails where nothing comes for some time.
    ///
    /// See [ReactiveX: Timeout](https://reactivex.io/documentation/operators/timeout.html).
    ///
    /// - Parameters:
    ///   - dueTime: How long, from the subscription and from each value.
    ///   - scheduler: What counts the time.
    /// - Returns: A sequence that fails with ``TimeoutError``.
    public func timeout(
        _ dueTime: Duration, scheduler: some Scheduler = MainScheduler.instance
    ) -> Observable<Element> {
        timeout(dueTime, other: Observable.error(TimeoutError(duration: dueTime)), scheduler: scheduler)
    }

    /// The same sequence, and another one in its place where nothing comes for some time.
    ///
    /// - Parameters:
    ///   - dueTime: How long, from the subscription and from each value.
    ///   - other: What follows then.
    ///   - scheduler: What counts the time.
    public func timeout(
        _ dueTime: Duration, other: some ObservableConvertibleType<Element>,
        scheduler: some Scheduler = MainScheduler.instance
    ) -> Observable<Element> {
        let source = asObservable()
        let other = other.asObservable()
        return Observable(servesMainActor: true) { down, subscription in
            // The number of the wait under way; nil once it is over.
            let run = TimedRun<_, Element, Element, _>(Optional(0), down, subscription, scheduler)
            let lifetime = subscription.lifetime
            let input = lifetime.child()
            let inputLifetime = input.lifetime
            let watch: @Sendable (Int) -> Void = { number in
                run.wait(dueTime) {
                    var isLate = false
                    run.gate.send {
                        if run.state.value == number {
                            run.state.value = nil
                            isLate = true
                        }
                        return .nothing
                    }
                    guard isLate else { return }
                    inputLifetime.end()
                    let sink = Sink<Element>(
                        isMainActor: down.isMainActor, next: { run.gate.send($0) }, stop: { run.gate.stop($0) })
                    if !lifetime.isEnded { other.attach(sink, lifetime.child()) }
                }
            }
            watch(0)
            let sink = Sink<Element>(
                isMainActor: down.isMainActor,
                next: { element in
                    var next: Int?
                    run.gate.send {
                        guard let number = run.state.value else { return .nothing }
                        next = number + 1
                        run.state.value = next
                        return .next(element)
                    }
                    if let next, !lifetime.isEnded { watch(next) }
                },
                stop: { termination in
                    run.stopWaiting()
                    run.gate.send { run.state.value == nil ? .nothing : .stop(termination) }
                    inputLifetime.end()
                })
            if !inputLifetime.isEnded { source.attach(sink, input) }
        }
    }
}

// MARK: Buffer

/// What `buffer` remembers.
struct BufferState<Element> {
    private let count: Int
    private var elements: [Element] = []
    private(set) var window = 0

    init(count: Int) {
        self.count = count
    }

    /// Takes a value in.
    ///
    /// - Returns: All values, where they are as many as are wanted.
    mutating func next(_ element: Element) -> [Element]? {
        elements.append(element)
        return elements.count >= count ? rest() : nil
    }

    /// All values, where the window is still the one that the time was up for.
    mutating func due(_ window: Int) -> [Element]? {
        window == self.window ? rest() : nil
    }

    /// All values, and another window begins.
    mutating func rest() -> [Element] {
        defer {
            elements = []
            window += 1
        }
        return elements
    }
}

extension ObservableType {
    /// The values in arrays, each of those that came within a time, or of a number of them.
    ///
    /// See [ReactiveX: Buffer](https://reactivex.io/documentation/operators/buffer.html). An array may be empty. At the
    /// end the values that are left are sent; an error is passed on without them.
    ///
    /// - Parameters:
    ///   - timeSpan: How long an array is waited for.
    ///   - count: How many values make an array before that. At least one.
    ///   - scheduler: What counts the time.
    public func buffer(
        _ timeSpan: Duration, count: Int = .max, scheduler: some Scheduler = MainScheduler.instance
    ) -> Observable<[Element]> {
        let source = asObservable()
        return Observable<[Element]>(servesMainActor: true) { down, subscription in
            let run = TimedRun<_, Element, [Element], _>(
                BufferState<Element>(count: max(1, count)), down, subscription, scheduler)
            run.waitForWindow(0, timeSpan)
            Observable<Element>.attach(
                source, isMainActor: down.isMainActor, subscription.lifetime,
                next: { element in
                    var next: Int?
                    run.gate.send {
                        guard let elements = run.state.value.next(element) else { return .nothing }
                        next = run.state.value.window
                        return .next(elements)
                    }
                    if let next { run.waitForWindow(next, timeSpan) }
                },
                stop: { termination in
                    run.stopWaiting()
                    if case .completed = termination { run.gate.send { .next(run.state.value.rest()) } }
                    run.gate.stop(termination)
                })
        }
    }
}

extension TimedRun where State == BufferState<Input>, Output == [Input] {
    func waitForWindow(_ window: Int, _ timeSpan: Duration) {
        // Never at once: a scheduler that runs things in place would not come back.
        wait(max(timeSpan, .nanoseconds(1))) { [self] in
            var next: Int?
            gate.send {
                guard let elements = state.value.due(window) else { return .nothing }
                next = state.value.window
                return .next(elements)
            }
            if let next { waitForWindow(next, timeSpan) }
        }
        // A window that began meanwhile, by the time or by the number, may have been waited for before this one was.
        var latest = window
        gate.send {
            latest = state.value.window
            return .nothing
        }
        if latest > window { waitForWindow(latest, timeSpan) }
    }
}
