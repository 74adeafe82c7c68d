extension ObservableType {
    /// The last values, when the sequence has completed.
    ///
    /// See [ReactiveX: TakeLast](https://reactivex.io/documentation/operators/takelast.html). An error is passed on
    /// without them.
    ///
    /// - Parameter count: How many. With less than one, nothing but the end is passed on.
    /// - Complexity: O(1) amortized for each value; at most `count` values are kept.
    public func takeLast(_ count: Int) -> Observable<Element> {
        guard count > 0 else { return asObservable().withoutElements() }
        let source = asObservable()
        return Observable { down, subscription in
            let lifetime = subscription.lifetime
            let last = SubscriptionLocal(Queue<Element>())
            let sink = Sink<Element>(
                isMainActor: down.isMainActor,
                next: { element in
                    let displaced = last.value.count == count ? last.value.popFirst() : nil
                    last.value.append(element)
                    withExtendedLifetime(displaced) {}
                },
                stop: { termination in
                    if case .completed = termination {
                        while !lifetime.isEnded, let element = last.value.popFirst() { down.next(element) }
                    }
                    if !lifetime.isEnded { down.stop(termination) }
                })
            source.attach(sink, subscription)
        }
    }
}
