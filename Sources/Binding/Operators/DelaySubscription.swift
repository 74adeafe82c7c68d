extension ObservableType {
    /// The same sequence, subscribed to some time later.
    ///
    /// See [ReactiveX: Delay](https://reactivex.io/documentation/operators/delay.html).
    ///
    /// - Parameters:
    ///   - dueTime: How much later.
    ///   - scheduler: Measures the time and subscribes to the source.
    public func delaySubscription(
        _ dueTime: Duration, scheduler: some Scheduler = MainScheduler.instance
    ) -> Observable<Element> {
        let source = asObservable()
        return Observable { down, subscription in
            let input = subscription.lifetime.child()
            subscription.lifetime.whenEnded(
                scheduler.schedule(after: dueTime.bounded) {
                    if !input.lifetime.isEnded { source.attach(down, input) }
                })
        }
    }
}
