extension ObservableType {
    /// The same events, handed on by a scheduler, in order and one at a time.
    ///
    /// See [ReactiveX: ObserveOn](https://reactivex.io/documentation/operators/observeon.html). After the subscription
    /// has been disposed of, what is still on its way is dropped.
    ///
    /// - Parameter scheduler: Where what follows is called.
    public func observe(on scheduler: some Scheduler) -> Observable<Element> {
        let source = asObservable()
        let executor = scheduler.executor
        return Observable { down, subscription in
            let output = Observable<Element>.serializedOutput(to: down, subscription, executor: executor)
            source.attach(Sink(next: { output.send($0) }, stop: { output.stop($0) }), subscription.lifetime.child())
        }
    }
}
