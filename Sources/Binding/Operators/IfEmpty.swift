extension ObservableType {
    /// The same values, or a default value if there are none.
    ///
    /// See [ReactiveX: DefaultIfEmpty](https://reactivex.io/documentation/operators/defaultifempty.html).
    ///
    /// - Parameter element: Sent if the sequence completes without a value.
    @inlinable
    public func ifEmpty(default element: Element) -> Observable<Element> {
        ifEmpty(switchTo: .just(element))
    }

    /// The same values, or those of another sequence if there are none.
    ///
    /// The same as RxSwift's operator.
    ///
    /// - Parameter other: The sequence that follows if this one completes without a value.
    public func ifEmpty(switchTo other: some ObservableConvertibleType<Element>) -> Observable<Element> {
        ifEmpty(switchTo: other.asObservable())
    }

    /// The same as the other ``ifEmpty(switchTo:)``, for `.just(…)`, `.empty()` and the like.
    @inlinable
    public func ifEmpty(switchTo other: Observable<Element>) -> Observable<Element> {
        let source = asObservable()
        return Observable { down, subscription in
            let lifetime = subscription.lifetime
            let input = lifetime.child()
            let inputLifetime = input.lifetime
            let isEmpty = SubscriptionLocal(true)
            let sink = Sink<Element>(
                isMainActor: down.isMainActor,
                next: { element in
                    isEmpty.value = false
                    down.next(element)
                },
                stop: { termination in
                    inputLifetime.end()
                    guard isEmpty.value, case .completed = termination else { return down.stop(termination) }
                    if !lifetime.isEnded { other.attach(down, lifetime.child()) }
                })
            source.attach(sink, input)
        }
    }
}
