// When and where a `Single`, a `Maybe` or a `Completable` is subscribed to, and sends: the operators of `Observable`,
// where they are described.

public import Binding

extension PrimitiveSequence {
    /// The same result some time later. An error is passed on at once.
    ///
    /// See [ReactiveX: Delay](https://reactivex.io/documentation/operators/delay.html).
    ///
    /// - Parameters:
    ///   - dueTime: How much later.
    ///   - scheduler: Measures the time and sends the result.
    public func delay(
        _ dueTime: Duration, scheduler: some Scheduler = MainScheduler.instance
    ) -> PrimitiveSequence {
        .init(raw: source.delay(dueTime, scheduler: scheduler))
    }

    /// The same sequence, subscribed to some time later.
    ///
    /// See [ReactiveX: Delay](https://reactivex.io/documentation/operators/delay.html).
    ///
    /// - Parameters:
    ///   - dueTime: How much later.
    ///   - scheduler: Measures the time and subscribes to the source.
    public func delaySubscription(
        _ dueTime: Duration, scheduler: some Scheduler = MainScheduler.instance
    ) -> PrimitiveSequence {
        .init(raw: source.delaySubscription(dueTime, scheduler: scheduler))
    }

    /// The same result, delivered by a scheduler.
    ///
    /// See [ReactiveX: ObserveOn](https://reactivex.io/documentation/operators/observeon.html).
    ///
    /// - Parameter scheduler: Where downstream operators and the observer are called.
    public func observe(on scheduler: some Scheduler) -> PrimitiveSequence {
        .init(raw: source.observe(on: scheduler))
    }

    /// The same sequence, subscribed to by a scheduler.
    ///
    /// See [ReactiveX: SubscribeOn](https://reactivex.io/documentation/operators/subscribeon.html).
    ///
    /// - Parameter scheduler: Where the source is subscribed to. Disposal is at once, on the thread that disposes.
    public func subscribe(on scheduler: some Scheduler) -> PrimitiveSequence {
        .init(raw: source.subscribe(on: scheduler))
    }

    /// The same sequence, failing if it takes too long.
    ///
    /// See [ReactiveX: Timeout](https://reactivex.io/documentation/operators/timeout.html).
    ///
    /// - Parameters:
    ///   - dueTime: How long it may take, from the subscription. The work is disposed of then.
    ///   - scheduler: Measures the time.
    /// - Returns: A sequence that fails with `TimeoutError`.
    public func timeout(
        _ dueTime: Duration, scheduler: some Scheduler = MainScheduler.instance
    ) -> PrimitiveSequence {
        .init(raw: source.timeout(dueTime, scheduler: scheduler))
    }

    /// The same sequence, replaced by another one if it takes too long.
    ///
    /// - Parameters:
    ///   - dueTime: How long it may take, from the subscription. The work is disposed of then.
    ///   - other: The sequence that takes its place.
    ///   - scheduler: Measures the time.
    public func timeout(
        _ dueTime: Duration, other: PrimitiveSequence, scheduler: some Scheduler = MainScheduler.instance
    ) -> PrimitiveSequence {
        .init(raw: source.timeout(dueTime, other: other.source, scheduler: scheduler))
    }
}
