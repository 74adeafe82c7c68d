extension ObservableType {
    /// Only the end, without the values.
    ///
    /// See [ReactiveX: IgnoreElements](https://reactivex.io/documentation/operators/ignoreelements.html).
    public func ignoreElements() -> Observable<Never> { asObservable().withoutElements() }

    /// Only the end, as a sequence of any type of values: `merge(upload.ignoreElements(), progress)`.
    public func ignoreElements<Result: Sendable>() -> Observable<Result> { asObservable().withoutElements() }
}

extension Observable {
    func withoutElements<Result: Sendable>() -> Observable<Result> {
        Observable<Result> { [self] down, subscription in attach(down.receiving { _ in }, subscription) }
    }
}
