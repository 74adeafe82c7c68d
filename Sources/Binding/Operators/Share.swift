extension ObservableType {
    /// The same sequence from one subscription upstream that all observers have in common.
    ///
    /// The first observer subscribes upstream, and when the last one has gone that subscription ends and what is
    /// remembered is forgotten; so it is when the sequence has ended. Whoever comes then subscribes anew. The same as
    /// ``share(replay:scope:)`` with the scope ``SubjectLifetimeScope/whileConnected``.
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

    /// The same sequence from one subscription upstream that all observers have in common.
    ///
    /// The same as RxSwift's operator.
    ///
    /// - Parameters:
    ///   - replay: How many of the latest values a new observer is handed.
    ///   - scope: How long they are remembered.
    public func share(replay: Int = 0, scope: SubjectLifetimeScope) -> Observable<Element> {
        switch scope {
        case .whileConnected: share(replay: replay)
        case .forever where replay > 0:
            multicast(ReplaySubject<Element>.create(bufferSize: replay)).refCount()
        case .forever: multicast(PublishSubject<Element>()).refCount()
        }
    }
}

/// How long ``ObservableType/share(replay:scope:)`` remembers.
public enum SubjectLifetimeScope: Hashable, Sendable {
    /// Until the last observer has gone, or the sequence has ended. Whoever comes then subscribes anew.
    case whileConnected
    /// For as long as the shared sequence is there. After its last observer has gone, the next one is handed what was
    /// remembered, and subscribes anew. After the end of the sequence, whoever comes is handed that and the end alone.
    case forever
}
