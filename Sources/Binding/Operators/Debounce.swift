extension ObservableType {
    /// Each value after which no other comes for some time.
    ///
    /// See [ReactiveX: Debounce](https://reactivex.io/documentation/operators/debounce.html). On completion the pending
    /// value is sent, as in RxSwift; an error is passed on at once, without it.
    ///
    /// - Parameters:
    ///   - dueTime: How long no other value may come.
    ///   - scheduler: Measures the time and sends the values.
    public func debounce(
        _ dueTime: Duration, scheduler: some Scheduler = MainScheduler.instance
    ) -> Observable<Element> {
        let source = asObservable()
        return Observable(servesMainActor: true) { down, subscription in
            let run = TimedRun(DebounceState<Element>(), down, subscription, scheduler)
            Observable<Element>.attach(
                source, isMainActor: down.isMainActor, subscription.lifetime,
                next: { element in
                    var number = 0
                    var displaced: Element?
                    run.output.send {
                        (number, displaced) = run.state.value.next(element)
                        return .nothing
                    }
                    withExtendedLifetime(displaced) {}
                    run.wait(dueTime) { [number] in
                        run.output.send { run.state.value.due(number).map { .next($0) } ?? .nothing }
                    }
                },
                stop: { termination in
                    run.stopWaiting()
                    if case .completed = termination {
                        run.output.send { run.state.value.rest().map { .next($0) } ?? .nothing }
                    }
                    run.output.stop(termination)
                })
        }
    }
}

/// The state of one subscription to `debounce`.
struct DebounceState<Element> {
    private var pending: Element?
    private var number = 0

    /// Takes in a value.
    ///
    /// - Returns: Its number, and the value that it displaces.
    mutating func next(_ element: Element) -> (number: Int, displaced: Element?) {
        let displaced = pending
        pending = element
        number += 1
        return (number, displaced)
    }

    /// The value with a number, if none came after it.
    mutating func due(_ number: Int) -> Element? {
        number == self.number ? pending.take() : nil
    }

    /// The pending value.
    mutating func rest() -> Element? { pending.take() }
}
