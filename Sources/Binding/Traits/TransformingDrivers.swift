// Operators of `Driver` and `Signal` that transform values: the same as those of `Observable`, where they are
// described, with closures that run on the main actor and do not throw.

extension SharedSequence {
    /// Each value, transformed by a closure; see ``ObservableType/map(_:)``.
    @inlinable
    public consuming func map<Result>(
        _ transform: @escaping @MainActor (Element) -> Result
    ) -> SharedSequence<Sharing, Result> {
        .init(
            sharing: OperatorStage(sourceOfOperator(), MainActorDispatcher.unchecked(transform)) {
                $0.attachMapped($1, $2, $3)
            })
    }

    /// Each value, transformed by a closure, except where it returns `nil`; see ``ObservableType/compactMap(_:)``.
    @inlinable
    public consuming func compactMap<Result>(
        _ transform: @escaping @MainActor (Element) -> Result?
    ) -> SharedSequence<Sharing, Result> {
        .init(
            sharing: OperatorStage(sourceOfOperator(), MainActorDispatcher.unchecked(transform)) {
                $0.attachCompactMapped($1, $2, $3)
            })
    }

    /// Each value, unwrapped: `nil` becomes a default value. Avalonia and WPF call this `TargetNullValue=`.
    ///
    /// - Parameter defaultValue: Called on the main actor each time a `nil` arrives, and at no other time.
    @inlinable
    public consuming func replaceNil<Wrapped: Sendable>(
        with defaultValue: @escaping @MainActor () -> Wrapped
    ) -> SharedSequence<Sharing, Wrapped> where Element == Wrapped? {
        map { $0 ?? defaultValue() }
    }

    /// The result of a closure for each value and its own previous result; see ``ObservableType/scan(_:_:)``.
    @inlinable
    public consuming func scan<Result: Sendable>(
        _ seed: Result, _ accumulator: @escaping @MainActor (Result, Element) -> Result
    ) -> SharedSequence<Sharing, Result> {
        .init(sharing: sourceOfOperator().scan(seed, MainActorDispatcher.unchecked(accumulator)))
    }

    /// A result that a closure changes in place with each value; see ``ObservableType/scan(into:_:)``.
    @inlinable
    public consuming func scan<Result: Sendable>(
        into seed: Result, _ accumulator: @escaping @MainActor (inout Result, Element) -> Void
    ) -> SharedSequence<Sharing, Result> {
        .init(sharing: sourceOfOperator().scan(into: seed, MainActorDispatcher.unchecked(accumulator)))
    }

    /// A result that a closure changes in place with each value, sent at the end; see
    /// ``ObservableType/reduce(into:_:)``.
    @inlinable
    public func reduce<Result: Sendable>(
        into seed: Result, _ accumulator: @escaping @MainActor (inout Result, Element) -> Void
    ) -> SharedSequence<Sharing, Result> {
        .init(sharing: source.reduce(into: seed, MainActorDispatcher.unchecked(accumulator)))
    }

    /// The result of combining all values by a closure, sent at the end; see ``ObservableType/reduce(_:_:)``.
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

    /// Each value with its index, from zero; see ``ObservableType/enumerated()``.
    public func enumerated() -> SharedSequence<Sharing, (index: Int, element: Element)> {
        .init(sharing: source.enumerated())
    }
}
