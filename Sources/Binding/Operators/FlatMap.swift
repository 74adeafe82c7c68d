extension ObservableType {
    /// The values of the sequences that a closure makes of each value, as they come.
    ///
    /// See [ReactiveX: FlatMap](https://reactivex.io/documentation/operators/flatmap.html).
    ///
    /// - Parameter transform: Makes a sequence of each value, on the thread that sends. An error that it throws, or that
    ///   any of the sequences sends, ends the result.
    @inlinable
    public func flatMap<Source: ObservableConvertibleType>(
        _ transform: @escaping @Sendable (Element) throws -> Source
    ) -> Observable<Source.Element> {
        asObservable().flattened(.merge(limit: .max), transform)
    }

    /// The values of the sequence that a closure makes of the latest value; the one before is left.
    ///
    /// ```swift
    /// query.flatMapLatest { query in Observable.async { try await api.search(query) } }
    /// ```
    ///
    /// - Parameter transform: Makes a sequence of each value, on the thread that sends. An error that it throws, or that
    ///   the latest sequence sends, ends the result.
    @inlinable
    public func flatMapLatest<Source: ObservableConvertibleType>(
        _ transform: @escaping @Sendable (Element) throws -> Source
    ) -> Observable<Source.Element> {
        asObservable().flattened(.latest, transform)
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
    /// - Parameter transform: Makes a sequence of each value, on the thread that sends. An error that it throws, or that
    ///   a sequence sends, ends the result.
    @inlinable
    public func concatMap<Source: ObservableConvertibleType>(
        _ transform: @escaping @Sendable (Element) throws -> Source
    ) -> Observable<Source.Element> {
        asObservable().flattened(.merge(limit: 1), transform)
    }
}
