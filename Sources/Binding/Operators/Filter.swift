extension ObservableType {
    /// The values that pass a test.
    ///
    /// See [ReactiveX: Filter](https://reactivex.io/documentation/operators/filter.html).
    ///
    /// - Parameter isIncluded: Tests each value, on the thread that sends. An error that it throws ends the sequence.
    @inlinable
    public func filter(_ isIncluded: @escaping @Sendable (Element) throws -> Bool) -> Observable<Element> {
        compactMapped { try isIncluded($0) ? $0 : nil }
    }
}
