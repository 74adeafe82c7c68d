extension ObservableType {
    /// Each event as a value, and then the end.
    ///
    /// See [ReactiveX: Materialize](https://reactivex.io/documentation/operators/materialize-dematerialize.html).
    public func materialize() -> Observable<Event<Element>> {
        let source = asObservable()
        return Observable<Event<Element>> { down, subscription in
            let lifetime = subscription.lifetime
            let sink = Sink<Element>(
                isMainActor: down.isMainActor,
                next: { down.next(.next($0)) },
                stop: { termination in
                    down.next(termination.event())
                    if !lifetime.isEnded { down.stop(.completed) }
                })
            source.attach(sink, subscription)
        }
    }

    /// The events that the values of this sequence stand for.
    ///
    /// See [ReactiveX: Dematerialize](https://reactivex.io/documentation/operators/materialize-dematerialize.html).
    public func dematerialize<Value: Sendable>() -> Observable<Value> where Element == Event<Value> {
        let source = asObservable()
        return Observable<Value> { down, subscription in
            let lifetime = subscription.lifetime
            let sink = down.receiving { (event: Event<Value>) in
                switch event {
                case .next(let value): down.next(value)
                case .error(let error): down.fail(error, lifetime)
                case .completed: down.finish(lifetime)
                }
            }
            source.attach(sink, subscription)
        }
    }
}
