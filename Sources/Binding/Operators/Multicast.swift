extension ObservableType {
    /// The same sequence, to be connected to: one subscription for all observers, which are told what comes from then on.
    ///
    /// See [ReactiveX: Publish](https://reactivex.io/documentation/operators/publish.html).
    ///
    /// - Returns: A sequence that begins with ``ConnectableObservable/connect()``.
    public func publish() -> ConnectableObservable<Element> {
        ConnectableObservable(asObservable()) { PublishSubject<Element>() }
    }

    /// The same sequence, to be connected to: one subscription for all observers, which are first told the last values.
    ///
    /// See [ReactiveX: Replay](https://reactivex.io/documentation/operators/replay.html). The values are those of one
    /// connection; who comes after the end of the sequence is told nothing until somebody connects again.
    ///
    /// - Parameter bufferSize: How many of the latest values a new observer is handed.
    /// - Returns: A sequence that begins with ``ConnectableObservable/connect()``.
    public func replay(_ bufferSize: Int) -> ConnectableObservable<Element> {
        ConnectableObservable(asObservable()) { ReplaySubject<Element>.create(bufferSize: bufferSize) }
    }

    /// The same sequence, to be connected to: one subscription for all observers, which are told all values; see
    /// ``replay(_:)``.
    ///
    /// All values are kept for as long as the connection lasts.
    public func replayAll() -> ConnectableObservable<Element> {
        ConnectableObservable(asObservable()) { ReplaySubject<Element>.createUnbounded() }
    }

    /// The same sequence, to be connected to, by way of a subject, to which all connections send.
    ///
    /// When the sequence has ended so has the subject, and connecting again comes to nothing.
    ///
    /// - Parameter subject: What is sent to, and what observers observe.
    /// - Returns: A sequence that begins with ``ConnectableObservable/connect()``.
    public func multicast<Subject: SubjectType<Element>>(_ subject: Subject) -> ConnectableObservable<Element> {
        ConnectableObservable(asObservable(), subject: subject)
    }

    /// The same sequence, to be connected to, by way of a subject of its own for each connection.
    ///
    /// - Parameter makeSubject: Makes a subject when one is needed: for the first observer or connection, and for the first
    ///   after a connection has ended. Where threads do so at once it may be called once more than there are subjects.
    /// - Returns: A sequence that begins with ``ConnectableObservable/connect()``.
    public func multicast<Subject: SubjectType<Element>>(
        makeSubject: @escaping @Sendable () -> Subject
    ) -> ConnectableObservable<Element> {
        ConnectableObservable(asObservable()) { makeSubject() }
    }
}
