extension ObservableType {
    /// What a closure makes of all values one after the other, sent at the end.
    ///
    /// See [ReactiveX: Reduce](https://reactivex.io/documentation/operators/reduce.html).
    ///
    /// - Parameters:
    ///   - seed: What stands for the result before the first value, and is sent where there is none.
    ///   - accumulator: Makes the next result, on the thread that sends. An error that it throws ends the sequence.
    @inlinable
    public func reduce<Result: Sendable>(
        _ seed: Result, _ accumulator: @escaping @Sendable (Result, Element) throws -> Result
    ) -> Observable<Result> {
        reduce(into: seed) { result, element in result = try accumulator(result, element) }
    }

    /// What a closure makes of a result by all values one after the other, changed in place and sent at the end.
    @inlinable
    public func reduce<Result: Sendable>(
        into seed: Result, _ accumulator: @escaping @Sendable (inout Result, Element) throws -> Void
    ) -> Observable<Result> {
        let source = asObservable()
        return Observable { down, subscription in
            let lifetime = subscription.lifetime
            let result = SubscriptionLocal(seed)
            let sink = Sink<Element>(
                isMainActor: down.isMainActor,
                next: { element in
                    do { try accumulator(&result.value, element) } catch { down.fail(error, lifetime) }
                },
                stop: { termination in
                    if case .completed = termination { down.next(result.value) }
                    if !lifetime.isEnded { down.stop(termination) }
                })
            source.attach(sink, subscription)
        }
    }

    /// All values as an array, sent at the end.
    @inlinable
    public func toArray() -> Observable<[Element]> {
        reduce(into: []) { $0.append($1) }
    }
}
