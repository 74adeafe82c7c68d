extension Sink {
    /// Passes an error on that a closure of the user threw, and ends the subscription, if it has not ended.
    @usableFromInline
    func fail(_ error: any Error, _ lifetime: Lifetime) {
        guard !lifetime.isEnded else { return }
        stop(.error(error))
        lifetime.end()
    }

    /// A sink for another type of values, which passes the end on to this one.
    @inlinable
    func receiving<Other>(_ next: @escaping @Sendable (Other) -> Void) -> Sink<Other> {
        Sink<Other>(isMainActor: isMainActor, next: next, stop: stop)
    }
}

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
        return Observable<Result> { down, subscription in
            let lifetime = subscription.lifetime
            let sink = down.receiving { (element: Element) in
                do {
                    let result = try transform(element)
                    if !lifetime.isEnded { down.next(result) }
                } catch {
                    down.fail(error, lifetime)
                }
            }
            source.attach(sink, subscription)
        }
    }

    /// Each value, changed by a closure, without those of which it makes `nil`.
    ///
    /// - Parameter transform: Makes a value of each one, on the thread that sends. An error that it throws ends the
    ///   sequence.
    @inlinable
    public func compactMap<Result>(
        _ transform: @escaping @Sendable (Element) throws -> Result?
    ) -> Observable<Result> {
        let source = asObservable()
        return Observable<Result> { down, subscription in
            let lifetime = subscription.lifetime
            let sink = down.receiving { (element: Element) in
                do {
                    let result = try transform(element)
                    if let result, !lifetime.isEnded { down.next(result) }
                } catch {
                    down.fail(error, lifetime)
                }
            }
            source.attach(sink, subscription)
        }
    }

    /// The values that pass a test.
    ///
    /// See [ReactiveX: Filter](https://reactivex.io/documentation/operators/filter.html).
    ///
    /// - Parameter isIncluded: Tests each value, on the thread that sends. An error that it throws ends the sequence.
    @inlinable
    public func filter(_ isIncluded: @escaping @Sendable (Element) throws -> Bool) -> Observable<Element> {
        compactMap { try isIncluded($0) ? $0 : nil }
    }
}
