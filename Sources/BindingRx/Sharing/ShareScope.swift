public import Binding

extension ObservableType {
    /// The same sequence, from one upstream subscription that all observers share.
    ///
    /// The same as RxSwift's operator.
    ///
    /// - Parameters:
    ///   - replay: How many of the latest values a new observer receives.
    ///   - scope: How long they are kept.
    public func share(replay: Int = 0, scope: SubjectLifetimeScope) -> Observable<Element> {
        switch scope {
        case .whileConnected: share(replay: replay)
        case .forever where replay > 0:
            multicast(ReplaySubject<Element>.create(bufferSize: replay)).refCount()
        case .forever: multicast(PublishSubject<Element>()).refCount()
        }
    }
}

/// How long `share(replay:scope:)` keeps the values that it replays.
public enum SubjectLifetimeScope: Hashable, Sendable {
    /// Until the last observer has gone, or the sequence has ended. The next observer subscribes anew.
    case whileConnected
    /// For as long as the shared sequence exists. After its last observer has gone, the next one receives the values
    /// kept, and subscribes anew. After the end of the sequence, a new observer receives those values and the end only.
    case forever
}
