extension ObservableType {
    /// The same values some time later, and the end, too. An error is passed on at once.
    ///
    /// See [ReactiveX: Delay](https://reactivex.io/documentation/operators/delay.html).
    ///
    /// - Parameters:
    ///   - dueTime: How much later.
    ///   - scheduler: Measures the time and sends the values.
    public func delay(
        _ dueTime: Duration, scheduler: some Scheduler = MainScheduler.instance
    ) -> Observable<Element> {
        let source = asObservable()
        return Observable(servesMainActor: true) { down, subscription in
            let run = TimedRun(DelayState<Element>(), down, subscription, scheduler)
            let add: @Sendable (Event<Element>) -> Void = { event in
                let time = scheduler.now + dueTime.bounded
                var isFirst = false
                run.output.send {
                    isFirst = run.state.value.add(event, at: time)
                    return .nothing
                }
                if isFirst { run.waitForDelayed(until: time) }
            }
            Observable<Element>.attach(
                source, isMainActor: down.isMainActor, subscription.lifetime,
                next: { add(.next($0)) },
                stop: { termination in
                    if case .error = termination { run.output.stop(termination) } else { add(.completed) }
                })
        }
    }
}

/// The state of one subscription to `delay`: the events on their way, and whether the first of them is waited for.
struct DelayState<Element> {
    private var events = Queue<(event: Event<Element>, time: Duration)>()
    private var isWaiting = false

    /// Takes in an event.
    ///
    /// - Returns: Whether a wait has to begin for it.
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

    /// When the first event is due; `nil` if none is left.
    mutating func next() -> Duration? {
        isWaiting = !events.isEmpty
        return events.first?.time
    }
}

extension TimedRun where State == DelayState<Output> {
    func waitForDelayed(until time: Duration) {
        wait(time - scheduler.now) { [self] in
            var hasSent = true
            while hasSent {
                // Once the output has stopped, it no longer calls this closure.
                hasSent = false
                let now = scheduler.now
                output.send {
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
            output.send {
                next = state.value.next()
                return .nothing
            }
            if let next { waitForDelayed(until: next) }
        }
    }
}
