public import Binding

extension ObservableType {
    /// The only value of this sequence, once it has completed.
    ///
    /// It fails with `RxError.noElements` if there is none, and with `RxError.moreThanOneElement` as soon as there is
    /// another one; the sequence is disposed of then. The same as RxSwift's operator.
    public func asSingle() -> Single<Element> { asMaybe().asSingle() }

    /// The only value of this sequence, if there is one, once it has completed.
    ///
    /// It fails with `RxError.moreThanOneElement` as soon as there is another one; the sequence is disposed of then. The
    /// same as RxSwift's operator.
    public func asMaybe() -> Maybe<Element> {
        let only = take(2).toArray().compactMap { elements in
            if elements.count > 1 { throw RxError.moreThanOneElement }
            return elements.first
        }
        return Maybe(raw: only)
    }
}

extension ObservableType where Element == Never {
    /// The end of this sequence, which has no values: that of `ignoreElements()`, for example.
    public func asCompletable() -> Completable { Completable(raw: asObservable()) }
}
