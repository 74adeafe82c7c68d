extension ObservableType {
    /// The same sequence, subscribed to by a scheduler.
    ///
    /// See [ReactiveX: SubscribeOn](https://reactivex.io/documentation/operators/subscribeon.html).
    ///
    /// - Parameter scheduler: Where the source is subscribed to.
    public func subscribe(on scheduler: some Scheduler) -> Observable<Element> {
        let source = asObservable()
        return Observable { down, subscription in
            let input = subscription.lifetime.child()
            subscription.lifetime.whenEnded(
                scheduler.schedule {
                    if !input.lifetime.isEnded { source.attach(down, input) }
                })
        }
    }
}
