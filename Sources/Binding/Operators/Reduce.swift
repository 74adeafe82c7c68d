extension ObservableType {
    /// The result of combining all values with a closure, sent at the end.
    ///
    /// See [ReactiveX: Reduce](https://reactivex.io/documentation/operators/reduce.html).
    ///
    /// - Parameters:
    ///   - seed: The result before the first value, which is sent if there is no value.
    ///   - accumulator: Makes the next result, on the thread that sends. An error that it throws ends the sequence.
    @inlinable
    public func reduce<Result: Sendable>(
        _ seed: Result, _ accumulator: @escaping @Sendable (Result, Element) throws -> Result
    ) -> Observable<Result> {
        reduce(into: seed) { result, element in result = try accumulator(result, element) }
    }

    /// A result that a closure changes in place with each value, sent at the end.
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
