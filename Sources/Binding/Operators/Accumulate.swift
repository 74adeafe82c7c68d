extension ObservableType {
    /// What a closure makes of each value and of its own result for the one before.
    ///
    /// See [ReactiveX: Scan](https://reactivex.io/documentation/operators/scan.html).
    ///
    /// - Parameters:
    ///   - seed: What stands for the result before the first value. It is not sent.
    ///   - accumulator: Makes the next result, on the thread that sends. An error that it throws ends the sequence.
    @inlinable
    public func scan<Result: Sendable>(
        _ seed: Result, _ accumulator: @escaping @Sendable (Result, Element) throws -> Result
    ) -> Observable<Result> {
        scan(into: seed) { result, element in result = try accumulator(result, element) }
    }

    /// What a closure makes of its own result by each value, changed in place.
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
            let result = Local(seed)
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
            let result = Local(seed)
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

    /// Each value with the one before, from the second value on.
    @inlinable
    public func pairwise() -> Observable<(previous: Element, current: Element)> {
        let source = asObservable()
        return Observable<(previous: Element, current: Element)> { down, subscription in
            let last = Local<Element?>(nil)
            let sink = down.receiving { (element: Element) in
                let previous = last.value
                last.value = element
                if let previous { down.next((previous, element)) }
            }
            source.attach(sink, subscription)
        }
    }

    /// The same values, or another one where there is none.
    ///
    /// See [ReactiveX: DefaultIfEmpty](https://reactivex.io/documentation/operators/defaultifempty.html).
    ///
    /// - Parameter element: Sent where the sequence completes without a value.
    @inlinable
    public func ifEmpty(default element: Element) -> Observable<Element> {
        let source = asObservable()
        return Observable { down, subscription in
            let lifetime = subscription.lifetime
            let isEmpty = Local(true)
            let sink = Sink<Element>(
                isMainActor: down.isMainActor,
                next: { element in
                    isEmpty.value = false
                    down.next(element)
                },
                stop: { termination in
                    if isEmpty.value, case .completed = termination { down.next(element) }
                    if !lifetime.isEnded { down.stop(termination) }
                })
            source.attach(sink, subscription)
        }
    }
}
