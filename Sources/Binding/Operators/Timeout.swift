extension ObservableType {
    /// The same sequence, failing if nothing comes for some time.
    ///
    /// See [ReactiveX: Timeout](https://reactivex.io/documentation/operators/timeout.html).
    ///
    /// - Parameters:
    ///   - dueTime: How long, from the subscription and from each value.
    ///   - scheduler: Measures the time.
    /// - Returns: A sequence that fails with ``TimeoutError``.
    public func timeout(
        _ dueTime: Duration, scheduler: some Scheduler = MainScheduler.instance
    ) -> Observable<Element> {
        timeout(dueTime, other: Observable.error(TimeoutError(duration: dueTime)), scheduler: scheduler)
    }

    /// The same sequence, replaced by another one if nothing comes for some time.
    ///
    /// - Parameters:
    ///   - dueTime: How long, from the subscription and from each value.
    ///   - other: The sequence that takes its place.
    ///   - scheduler: Measures the time.
    public func timeout(
        _ dueTime: Duration, other: some ObservableConvertibleType<Element>,
        scheduler: some Scheduler = MainScheduler.instance
    ) -> Observable<Element> {
        timeout(dueTime, other: other.asObservable(), scheduler: scheduler)
    }

    /// The same as the other ``timeout(_:other:scheduler:)``, for `.just(…)`, `.empty()` and the like.
    public func timeout(
        _ dueTime: Duration, other: Observable<Element>, scheduler: some Scheduler = MainScheduler.instance
    ) -> Observable<Element> {
        let source = asObservable()
        return Observable(servesMainActor: true) { down, subscription in
            // The number of the wait under way; nil once it is over.
            let run = TimedRun(Optional(0), down, subscription, scheduler)
            let lifetime = subscription.lifetime
            let input = lifetime.child()
            let inputLifetime = input.lifetime
            let watch: @Sendable (Int) -> Void = { number in
                run.wait(dueTime) {
                    var isLate = false
                    run.output.send {
                        if run.state.value == number {
                            run.state.value = nil
                            isLate = true
                        }
                        return .nothing
                    }
                    guard isLate else { return }
                    inputLifetime.end()
                    let sink = Sink<Element>(
                        isMainActor: down.isMainActor, next: { run.output.send($0) }, stop: { run.output.stop($0) })
                    if !lifetime.isEnded { other.attach(sink, lifetime.child()) }
                }
            }
            watch(0)
            let sink = Sink<Element>(
                isMainActor: down.isMainActor,
                next: { element in
                    var next: Int?
                    run.output.send {
                        guard let number = run.state.value else { return .nothing }
                        next = number + 1
                        run.state.value = next
                        return .next(element)
                    }
                    if let next, !lifetime.isEnded { watch(next) }
                },
                stop: { termination in
                    run.stopWaiting()
                    run.output.send { run.state.value == nil ? .nothing : .stop(termination) }
                    inputLifetime.end()
                })
            if !inputLifetime.isEnded { source.attach(sink, input) }
        }
    }
}

/// The error of a sequence that has sent nothing for too long.
public struct TimeoutError: Error, Hashable, Sendable, CustomStringConvertible {
    /// How long a value was waited for.
    public let duration: Duration

    /// Creates the error of a sequence that sent nothing for some time.
    public init(duration: Duration) {
        self.duration = duration
    }

    public var description: String { "nothing came within \(duration)" }
}
