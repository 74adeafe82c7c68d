extension ObservableType {
    /// The same sequence, from one upstream subscription that all observers share.
    ///
    /// The first observer subscribes upstream. When the last one has gone, or the sequence has ended, that subscription
    /// ends and the values to replay are dropped; the next observer subscribes anew. The same as
    /// RxSwift's operator with the scope `whileConnected`.
    ///
    /// - Parameter replay: How many of the latest values a new observer receives.
    public func share(replay: Int = 0) -> Observable<Element> {
        let capacity: ReplayCapacity =
            switch replay {
            case ...0: .nothing
            case 1: .latest
            default: .last(replay)
            }
        return asObservable()
            .shared(by: SharedStage(), as: Observable<Element>.self, replay: capacity, isMainActor: false)
    }
}
