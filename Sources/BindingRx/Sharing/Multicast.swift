public import Binding

extension ObservableType {
    /// A connectable form of the sequence: one subscription for all observers, which receive what is sent from then on.
    ///
    /// See [ReactiveX: Publish](https://reactivex.io/documentation/operators/publish.html).
    ///
    /// - Returns: A sequence that begins with ``ConnectableObservable/connect()``.
    public func publish() -> ConnectableObservable<Element> {
        ConnectableObservable(asObservable()) { PublishSubject<Element>() }
    }

    /// A connectable form of the sequence: one subscription for all observers, which first receive the latest values.
    ///
    /// See [ReactiveX: Replay](https://reactivex.io/documentation/operators/replay.html). The values are those of one
    /// connection; an observer that comes after the end of the sequence receives nothing until the next connection.
    ///
    /// - Parameter bufferSize: How many of the latest values a new observer receives.
    /// - Returns: A sequence that begins with ``ConnectableObservable/connect()``.
    public func replay(_ bufferSize: Int) -> ConnectableObservable<Element> {
        ConnectableObservable(asObservable()) { ReplaySubject<Element>.create(bufferSize: bufferSize) }
    }

    /// A connectable form of the sequence: one subscription for all observers, which receive all values; see
    /// ``replay(_:)``.
    ///
    /// All values are kept for as long as the connection lasts.
    public func replayAll() -> ConnectableObservable<Element> {
        ConnectableObservable(asObservable()) { ReplaySubject<Element>.createUnbounded() }
    }

    /// A connectable form of the sequence with one subject, to which all connections send.
    ///
    /// The subject ends with the sequence; connecting again then has no effect.
    ///
    /// - Parameter subject: The subject that receives the events, and that observers observe.
    /// - Returns: A sequence that begins with ``ConnectableObservable/connect()``.
    public func multicast<Subject: SubjectType<Element>>(_ subject: Subject) -> ConnectableObservable<Element> {
        ConnectableObservable(asObservable(), subject: subject)
    }

    /// A connectable form of the sequence with a new subject for each connection.
    ///
    /// - Parameter makeSubject: Makes a subject when one is needed: for the first observer or connection, and for the
    ///   first after a connection has ended. If several threads need one at the same time, it may be called more than
    ///   once, and the extra subjects are dropped.
    /// - Returns: A sequence that begins with ``ConnectableObservable/connect()``.
    public func multicast<Subject: SubjectType<Element>>(
        makeSubject: @escaping @Sendable () -> Subject
    ) -> ConnectableObservable<Element> {
        ConnectableObservable(asObservable()) { makeSubject() }
    }
}

extension ObservableType {
    /// What a closure makes of this sequence, to which that is subscribed once, however often the closure uses it.
    ///
    /// See [ReactiveX: Publish](https://reactivex.io/documentation/operators/publish.html). The same as RxSwift's
    /// operator. Both closures are called for each observer, on the thread that subscribes. An error that one of them
    /// throws is sent.
    ///
    /// - Parameters:
    ///   - makeSubject: Makes the subject that receives the events.
    ///   - selector: Makes the result of the subject's events. This sequence is subscribed to when the result has been.
    public func multicast<Subject: SubjectType<Element>, Result: Sendable>(
        _ makeSubject: @escaping @Sendable () throws -> Subject,
        selector: @escaping @Sendable (Observable<Element>) throws -> Observable<Result>
    ) -> Observable<Result> {
        let source = asObservable()
        return Observable { down, subscription in
            do {
                let subject = try makeSubject()
                try selector(subject.asObservable()).attach(down, subscription)
                source.attach(Sink({ subject.on($0) }), subscription.lifetime.child())
            } catch {
                if !subscription.lifetime.isEnded { down.stop(.error(error)) }
            }
        }
    }
}
