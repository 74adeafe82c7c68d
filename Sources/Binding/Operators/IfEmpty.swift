extension ObservableType {
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
            let isEmpty = SubscriptionLocal(true)
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
