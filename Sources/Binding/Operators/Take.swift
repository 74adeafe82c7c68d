extension ObservableType {
    /// The first values, and then the end.
    ///
    /// See [ReactiveX: Take](https://reactivex.io/documentation/operators/take.html).
    ///
    /// - Parameter count: How many. With less than one, this sequence is not subscribed to.
    @inlinable
    public func take(_ count: Int) -> Observable<Element> {
        guard count > 0 else { return .empty() }
        let source = asObservable()
        return Observable { down, subscription in
            let lifetime = subscription.lifetime
            let remaining = SubscriptionLocal(count)
            let sink = down.receiving { (element: Element) in
                guard remaining.value > 0 else { return }
                remaining.value -= 1
                let isLast = remaining.value == 0
                down.next(element)
                if isLast { down.finish(lifetime) }
            }
            source.attach(sink, subscription)
        }
    }

    /// The values up to the first that fails a test, and then the end.
    ///
    /// See [ReactiveX: TakeWhile](https://reactivex.io/documentation/operators/takewhile.html).
    ///
    /// - Parameters:
    ///   - isWanted: Tests each value, on the thread that sends. An error that it throws ends the sequence.
    ///   - inclusive: Whether the value that fails the test is sent, too.
    @inlinable
    public func take(
        while isWanted: @escaping @Sendable (Element) throws -> Bool, inclusive: Bool = false
    ) -> Observable<Element> {
        let source = asObservable()
        return Observable { down, subscription in
            let lifetime = subscription.lifetime
            let sink = down.receiving { (element: Element) in
                do {
                    let isWanted = try isWanted(element)
                    if lifetime.isEnded { return }
                    if isWanted || inclusive { down.next(element) }
                    if !isWanted { down.finish(lifetime) }
                } catch {
                    down.fail(error, lifetime)
                }
            }
            source.attach(sink, subscription)
        }
    }

    /// The values up to the first that fails a test, and then the end; see ``take(while:inclusive:)``.
    ///
    /// - Parameters:
    ///   - isWanted: Tests each value, on the thread that sends. An error that it throws ends the sequence.
    ///   - behavior: Whether the value that fails the test is sent, too.
    @inlinable
    public func take(
        while isWanted: @escaping @Sendable (Element) throws -> Bool, behavior: TakeBehavior
    ) -> Observable<Element> {
        take(while: isWanted, inclusive: behavior == .inclusive)
    }

    /// The values up to the first that passes a test, and then the end.
    ///
    /// The same as RxSwift's operator.
    ///
    /// - Parameters:
    ///   - isLast: Tests each value, on the thread that sends. An error that it throws ends the sequence.
    ///   - behavior: Whether the value that passes the test is sent, too.
    @inlinable @_disfavoredOverload
    public func take(
        until isLast: @escaping @Sendable (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
    ) -> Observable<Element> {
        take(while: { try !isLast($0) }, inclusive: behavior == .inclusive)
    }

    /// The values that come within a period of time, and then the end.
    ///
    /// The same as RxSwift's operator.
    ///
    /// - Parameters:
    ///   - duration: How long, from the subscription.
    ///   - scheduler: Measures the time and sends the end.
    public func take(
        for duration: Duration, scheduler: some Scheduler = MainScheduler.instance
    ) -> Observable<Element> {
        let source = asObservable()
        return Observable(servesMainActor: true) { down, subscription in
            let run = TimedRun((), down, subscription, scheduler)
            run.wait(duration) { run.output.stop(.completed) }
            if subscription.lifetime.isEnded { return }
            source.attach(
                Sink(isMainActor: down.isMainActor, next: { run.output.send($0) }, stop: { run.output.stop($0) }),
                subscription.lifetime.child())
        }
    }

    /// The values until another sequence sends one, and then the end.
    ///
    /// See [ReactiveX: TakeUntil](https://reactivex.io/documentation/operators/takeuntil.html). If the other sequence
    /// completes without a value, nothing happens; if it fails, the result does.
    ///
    /// - Parameter other: The sequence that ends this one.
    public func take(until other: some ObservableConvertibleType) -> Observable<Element> {
        let source = asObservable()
        let other = other.asObservable()
        return Observable(servesMainActor: true) { down, subscription in
            let output = Observable<Element>.serializedOutput(to: down, subscription)
            Observable<Element>.attachTrigger(other, to: output, down.isMainActor, subscription.lifetime) {
                output.stop(.completed)
            }
            if subscription.lifetime.isEnded { return }
            source.attach(
                Sink(isMainActor: down.isMainActor, next: { output.send($0) }, stop: { output.stop($0) }),
                subscription.lifetime.child())
        }
    }
}

/// What ``ObservableType/take(until:behavior:)`` and ``ObservableType/take(while:behavior:)`` do with the value that
/// ends the sequence.
public enum TakeBehavior: Hashable, Sendable {
    /// It is sent.
    case inclusive
    /// It is left out.
    case exclusive
}
