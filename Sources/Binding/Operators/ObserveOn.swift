extension ObservableType {
    /// The same events, delivered by a scheduler, in order and one at a time.
    ///
    /// See [ReactiveX: ObserveOn](https://reactivex.io/documentation/operators/observeon.html). Events that are still
    /// on their way when the subscription is disposed of are dropped.
    ///
    /// - Parameter scheduler: Where downstream operators and the observer are called.
    public func observe(on scheduler: some Scheduler) -> Observable<Element> {
        let source = asObservable()
        let executor = scheduler.executor
        return Observable { down, subscription in
            let output = Observable<Element>.serializedOutput(to: down, subscription, executor: executor)
            source.attach(Sink(next: { output.send($0) }, stop: { output.stop($0) }), subscription.lifetime.child())
        }
    }
}
