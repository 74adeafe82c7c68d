// The operators of `Driver` and `Signal` that make other values of theirs: those of `Observable`, which describes them, with closures that run on
// the main actor and do not throw.

extension SharedSequence {
    /// Each value, changed by a closure; see ``ObservableType/map(_:)``.
    @inlinable
    public consuming func map<Result>(
        _ transform: @escaping @MainActor (Element) -> Result
    ) -> SharedSequence<Sharing, Result> {
        .init(sharing: sourceOfOperator().map(MainActorDispatcher.unchecked(transform)))
    }

    /// Each value, changed by a closure, without those of which it makes `nil`; see ``ObservableType/compactMap(_:)``.
    @inlinable
    public consuming func compactMap<Result>(
        _ transform: @escaping @MainActor (Element) -> Result?
    ) -> SharedSequence<Sharing, Result> {
        .init(sharing: sourceOfOperator().compactMap(MainActorDispatcher.unchecked(transform)))
    }

    /// Each value without the optional: `nil` becomes a default value. What Avalonia and WPF write as `TargetNullValue=`.
    ///
    /// - Parameter defaultValue: Called on the main actor each time that a `nil` comes, and at no other time.
    @inlinable
    public consuming func replaceNil<Wrapped: Sendable>(
        with defaultValue: @escaping @MainActor () -> Wrapped
    ) -> SharedSequence<Sharing, Wrapped> where Element == Wrapped? {
        map { $0 ?? defaultValue() }
    }

    /// What a closure makes of each value and of its own result for the one before; see ``ObservableType/scan(_:_:)``.
    @inlinable
    public consuming func scan<Result: Sendable>(
        _ seed: Result, _ accumulator: @escaping @MainActor (Result, Element) -> Result
    ) -> SharedSequence<Sharing, Result> {
        .init(sharing: sourceOfOperator().scan(seed, MainActorDispatcher.unchecked(accumulator)))
    }

    /// What a closure makes of its own result by each value, changed in place; see ``ObservableType/scan(into:_:)``.
    @inlinable
    public consuming func scan<Result: Sendable>(
        into seed: Result, _ accumulator: @escaping @MainActor (inout Result, Element) -> Void
    ) -> SharedSequence<Sharing, Result> {
        .init(sharing: sourceOfOperator().scan(into: seed, MainActorDispatcher.unchecked(accumulator)))
    }

    /// What a closure makes of a result by all values, changed in place and sent at the end; see
    /// ``ObservableType/reduce(into:_:)``.
    @inlinable
    public func reduce<Result: Sendable>(
        into seed: Result, _ accumulator: @escaping @MainActor (inout Result, Element) -> Void
    ) -> SharedSequence<Sharing, Result> {
        .init(sharing: source.reduce(into: seed, MainActorDispatcher.unchecked(accumulator)))
    }

    /// What a closure makes of all values, sent at the end; see ``ObservableType/reduce(_:_:)``.
    @inlinable
    public func reduce<Result: Sendable>(
        _ seed: Result, _ accumulator: @escaping @MainActor (Result, Element) -> Result
    ) -> SharedSequence<Sharing, Result> {
        .init(sharing: source.reduce(seed, MainActorDispatcher.unchecked(accumulator)))
    }

    /// All values as an array, sent at the end.
    public func toArray() -> SharedSequence<Sharing, [Element]> { .init(sharing: source.toArray()) }

    /// Each value with the one before, from the second value on.
    public func pairwise() -> SharedSequence<Sharing, (previous: Element, current: Element)> {
        .init(sharing: source.pairwise())
    }

    /// Each value with its number, from zero on; see ``ObservableType/enumerated()``.
    public func enumerated() -> SharedSequence<Sharing, (index: Int, element: Element)> {
        .init(sharing: source.enumerated())
    }
}
