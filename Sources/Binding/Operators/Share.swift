extension ObservableType {
    /// The same sequence from one subscription upstream that all observers have in common.
    ///
    /// The first observer subscribes upstream, and when the last one has gone that subscription ends and what is
    /// remembered is forgotten; so it is when the sequence has ended. Whoever comes then subscribes anew. The same as
    /// RxSwift's `share(replay:scope:)` with the scope `.whileConnected`.
    ///
    /// - Parameter replay: How many of the latest values a new observer is handed.
    public func share(replay: Int = 0) -> Observable<Element> {
        let capacity: ReplayCapacity =
            switch replay {
            case ...0: .nothing
            case 1: .latest
            default: .last(replay)
            }
        return asObservable().shared(as: Observable<Element>.self, replay: capacity, isMainActor: false)
    }
}
