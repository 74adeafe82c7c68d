extension ObservableType {
    /// The end alone.
    ///
    /// See [ReactiveX: IgnoreElements](https://reactivex.io/documentation/operators/ignoreelements.html).
    public func ignoreElements() -> Observable<Never> { asObservable().withoutElements() }

    /// The end alone, where a sequence of some values is asked for: `merge(upload.ignoreElements(), progress)`.
    public func ignoreElements<Result: Sendable>() -> Observable<Result> { asObservable().withoutElements() }
}

extension Observable {
    func withoutElements<Result: Sendable>() -> Observable<Result> {
        Observable<Result> { [self] down, subscription in attach(down.receiving { _ in }, subscription) }
    }
}
