extension ObservableType {
    /// The values that pass a test.
    ///
    /// See [ReactiveX: Filter](https://reactivex.io/documentation/operators/filter.html).
    ///
    /// - Parameter isIncluded: Tests each value, on the thread that sends. An error that it throws ends the sequence.
    @inlinable
    public func filter(_ isIncluded: @escaping @Sendable (Element) throws -> Bool) -> Observable<Element> {
        let source = asObservable()
        return Observable { down, subscription in source.attachFiltered(isIncluded, down, subscription) }
    }
}

extension Observable {
    @inlinable
    func attachFiltered(
        _ isIncluded: @escaping @Sendable (Element) throws -> Bool, _ down: Sink<Element>, _ subscription: Subscription
    ) {
        let lifetime = subscription.lifetime
        let sink = down.receiving { (element: Element) in
            do {
                if try isIncluded(element), !lifetime.isEnded { down.next(element) }
            } catch {
                down.fail(error, lifetime)
            }
        }
        attach(sink, subscription, function: "filter(_:)")
    }
}
