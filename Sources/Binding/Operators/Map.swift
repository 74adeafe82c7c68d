extension ObservableType {
    /// Each value, changed by a closure.
    ///
    /// See [ReactiveX: Map](https://reactivex.io/documentation/operators/map.html).
    ///
    /// - Parameter transform: Makes a value of each one, on the thread that sends. An error that it throws ends the
    ///   sequence.
    @inlinable
    public func map<Result>(
        _ transform: @escaping @Sendable (Element) throws -> Result
    ) -> Observable<Result> {
        let source = asObservable()
        return Observable<Result> { down, subscription in source.attachMapped(transform, down, subscription) }
    }

    /// Each value, changed by a closure, without those for which it returns `nil`.
    ///
    /// - Parameter transform: Makes a value of each one, on the thread that sends. An error that it throws ends the
    ///   sequence.
    @inlinable
    public func compactMap<Result>(
        _ transform: @escaping @Sendable (Element) throws -> Result?
    ) -> Observable<Result> {
        let source = asObservable()
        return Observable<Result> { down, subscription in source.attachCompactMapped(transform, down, subscription) }
    }
}

extension Observable {
    @inlinable
    func attachMapped<Result>(
        _ transform: @escaping @Sendable (Element) throws -> Result, _ down: Sink<Result>, _ subscription: Subscription
    ) {
        let lifetime = subscription.lifetime
        let sink = down.receiving { (element: Element) in
            do {
                let result = try transform(element)
                if !lifetime.isEnded { down.next(result) }
            } catch {
                down.fail(error, lifetime)
            }
        }
        attach(sink, subscription, function: "map(_:)")
    }

    @inlinable
    func attachCompactMapped<Result>(
        _ transform: @escaping @Sendable (Element) throws -> Result?, _ down: Sink<Result>, _ subscription: Subscription
    ) {
        let lifetime = subscription.lifetime
        let sink = down.receiving { (element: Element) in
            do {
                let result = try transform(element)
                if let result, !lifetime.isEnded { down.next(result) }
            } catch {
                down.fail(error, lifetime)
            }
        }
        attach(sink, subscription, function: "compactMap(_:)")
    }
}
