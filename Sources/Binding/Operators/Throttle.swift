extension ObservableType {
    /// The first value, and then at most one in each period of time.
    ///
    /// The same as RxSwift's operator: a value that is pending at the end is sent when it is due, and the end after it.
    ///
    /// - Parameters:
    ///   - dueTime: The least time from one value to the next.
    ///   - latest: Whether the latest value that came in between is sent when that time is over.
    ///   - scheduler: Measures the time.
    public func throttle(
        _ dueTime: Duration, latest: Bool = true, scheduler: some Scheduler = MainScheduler.instance
    ) -> Observable<Element> {
        let source = asObservable()
        return Observable(servesMainActor: true) { down, subscription in
            let run = TimedRun(ThrottleState<Element>(dueTime: dueTime, latest: latest), down, subscription, scheduler)
            Observable<Element>.attach(
                source, isMainActor: down.isMainActor, subscription.lifetime,
                next: { element in
                    var fate = ThrottleState<Element>.Fate.drop
                    var displaced: Element?
                    let now = scheduler.now
                    run.output.send {
                        (fate, displaced) = run.state.value.next(element, at: now)
                        if case .send = fate { return .next(element) }
                        return .nothing
                    }
                    withExtendedLifetime(displaced) {}
                    guard case .wait(let delay) = fate else { return }
                    run.wait(delay) {
                        let now = scheduler.now
                        var isOver = false
                        run.output.send {
                            let due = run.state.value.due(at: now)
                            isOver = due.isOver
                            return due.element.map { .next($0) } ?? .nothing
                        }
                        if isOver { run.output.stop(.completed) }
                    }
                },
                stop: { termination in
                    run.output.send {
                        if case .error = termination { return .stop(termination) }
                        return run.state.value.completed() ? .stop(.completed) : .nothing
                    }
                })
        }
    }
}

/// The state of one subscription to `throttle`.
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

    /// Takes in a value.
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
