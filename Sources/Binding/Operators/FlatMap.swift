extension ObservableType {
    /// The values of the sequences that a closure makes of each value, as they come.
    ///
    /// See [ReactiveX: FlatMap](https://reactivex.io/documentation/operators/flatmap.html).
    ///
    /// - Parameter transform: Makes a sequence of each value, on the thread that sends. An error that it throws, or
    ///   that any of the sequences sends, ends the result.
    @inlinable
    public func flatMap<Source: ObservableConvertibleType>(
        _ transform: @escaping @Sendable (Element) throws -> Source
    ) -> Observable<Source.Element> {
        asObservable().flattened(.merge(limit: .max), transform)
    }

    /// The values of the sequence that a closure makes of the latest value; the previous sequence is disposed of.
    ///
    /// ```swift
    /// query.flatMapLatest { query in Observable.async { try await api.search(query) } }
    /// ```
    ///
    /// - Parameter transform: Makes a sequence of each value, on the thread that sends. An error that it throws, or
    ///   that the latest sequence sends, ends the result.
    @inlinable
    public func flatMapLatest<Source: ObservableConvertibleType>(
        _ transform: @escaping @Sendable (Element) throws -> Source
    ) -> Observable<Source.Element> {
        asObservable().switched(transform)
    }

    /// The values of the sequence that a closure makes of a value; values that come while it lasts are left out.
    ///
    /// - Parameter transform: Makes a sequence of a value, on the thread that sends. An error that it throws, or that a
    ///   sequence sends, ends the result.
    @inlinable
    public func flatMapFirst<Source: ObservableConvertibleType>(
        _ transform: @escaping @Sendable (Element) throws -> Source
    ) -> Observable<Source.Element> {
        asObservable().flattened(.first, transform)
    }

    /// The values of the sequences that a closure makes of each value, one sequence after the other.
    ///
    /// - Parameter transform: Makes a sequence of each value, on the thread that sends. An error that it throws, or
    ///   that a sequence sends, ends the result.
    @inlinable
    public func concatMap<Source: ObservableConvertibleType>(
        _ transform: @escaping @Sendable (Element) throws -> Source
    ) -> Observable<Source.Element> {
        asObservable().flattened(.merge(limit: 1), transform)
    }
}

// The same with closures that return an observable, so that `.just(1)`, `.empty()` and the like need no type.

extension ObservableType {
    /// The same as the other ``flatMap(_:)``, for closures that return `.just(…)`, `.empty()` and the like.
    @inlinable
    public func flatMap<Result: Sendable>(
        _ transform: @escaping @Sendable (Element) throws -> Observable<Result>
    ) -> Observable<Result> {
        asObservable().flattened(.merge(limit: .max), transform)
    }

    /// The same as the other ``flatMapLatest(_:)``, for closures that return `.just(…)`, `.empty()` and the like.
    @inlinable
    public func flatMapLatest<Result: Sendable>(
        _ transform: @escaping @Sendable (Element) throws -> Observable<Result>
    ) -> Observable<Result> {
        asObservable().switched(transform)
    }

    /// The same as the other ``flatMapFirst(_:)``, for closures that return `.just(…)`, `.empty()` and the like.
    @inlinable
    public func flatMapFirst<Result: Sendable>(
        _ transform: @escaping @Sendable (Element) throws -> Observable<Result>
    ) -> Observable<Result> {
        asObservable().flattened(.first, transform)
    }

    /// The same as the other ``concatMap(_:)``, for closures that return `.just(…)`, `.empty()` and the like.
    @inlinable
    public func concatMap<Result: Sendable>(
        _ transform: @escaping @Sendable (Element) throws -> Observable<Result>
    ) -> Observable<Result> {
        asObservable().flattened(.merge(limit: 1), transform)
    }
}
