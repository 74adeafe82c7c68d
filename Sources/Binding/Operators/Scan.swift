extension ObservableType {
    /// The running result of combining the values with a closure.
    ///
    /// See [ReactiveX: Scan](https://reactivex.io/documentation/operators/scan.html).
    ///
    /// - Parameters:
    ///   - seed: The result before the first value. It is not sent.
    ///   - accumulator: Makes the next result, on the thread that sends. An error that it throws ends the sequence.
    @inlinable
    public func scan<Result: Sendable>(
        _ seed: Result, _ accumulator: @escaping @Sendable (Result, Element) throws -> Result
    ) -> Observable<Result> {
        scan(into: seed) { result, element in result = try accumulator(result, element) }
    }

    /// A running result that a closure changes in place with each value.
    ///
    /// - Parameters:
    ///   - seed: The result before the first value. It is not sent.
    ///   - accumulator: Changes the result, on the thread that sends. An error that it throws ends the sequence.
    @inlinable
    public func scan<Result: Sendable>(
        into seed: Result, _ accumulator: @escaping @Sendable (inout Result, Element) throws -> Void
    ) -> Observable<Result> {
        let source = asObservable()
        return Observable { down, subscription in
            let lifetime = subscription.lifetime
            let result = SubscriptionLocal(seed)
            let sink = down.receiving { (element: Element) in
                do {
                    try accumulator(&result.value, element)
                    if !lifetime.isEnded { down.next(result.value) }
                } catch {
                    down.fail(error, lifetime)
                }
            }
            source.attach(sink, subscription)
        }
    }
}
