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
