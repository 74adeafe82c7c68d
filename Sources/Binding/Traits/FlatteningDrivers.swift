// Operators of `Driver` and `Signal` on sequences of sequences: the same as those of `Observable`, where they are
// described, with closures that run on the main actor and do not throw. As in RxCocoa, the inner sequences decide whether
// the result is a driver or a signal: an event that a driver led to is not repeated to a late observer.

extension SharedSequence {
    /// The values of the sequences that a closure returns for each value; see
    /// ``ObservableType/flatMap(_:)->Observable<Source.Element>``.
    @inlinable
    public func flatMap<Source: SharedSequenceConvertibleType>(
        _ transform: @escaping @MainActor (Element) -> Source
    ) -> SharedSequence<Source.Sharing, Source.Element> {
        flattened(.merge(limit: .max), transform)
    }

    /// The values of the sequence that a closure returns for the latest value; see
    /// ``ObservableType/flatMapLatest(_:)->Observable<Source.Element>``.
    @inlinable
    public func flatMapLatest<Source: SharedSequenceConvertibleType>(
        _ transform: @escaping @MainActor (Element) -> Source
    ) -> SharedSequence<Source.Sharing, Source.Element> {
        switched(transform)
    }

    /// The values of the sequence that a closure returns for a value; values that arrive while it lasts are left out;
    /// see ``ObservableType/flatMapFirst(_:)->Observable<Source.Element>``.
    @inlinable
    public func flatMapFirst<Source: SharedSequenceConvertibleType>(
        _ transform: @escaping @MainActor (Element) -> Source
    ) -> SharedSequence<Source.Sharing, Source.Element> {
        flattened(.first, transform)
    }

    /// The values of the sequences that a closure returns for each value, one sequence after the other; see
    /// ``ObservableType/concatMap(_:)->Observable<Source.Element>``.
    @inlinable
    public func concatMap<Source: SharedSequenceConvertibleType>(
        _ transform: @escaping @MainActor (Element) -> Source
    ) -> SharedSequence<Source.Sharing, Source.Element> {
        flattened(.merge(limit: 1), transform)
    }

    @inlinable
    func flattened<Source: SharedSequenceConvertibleType>(
        _ kind: Flattening, _ transform: @escaping @MainActor (Element) -> Source
    ) -> SharedSequence<Source.Sharing, Source.Element> {
        let transform = MainActorDispatcher.unchecked(transform)
        return .init(sharing: source.flattened(kind) { transform($0).asSharedSequence().source })
    }

    @inlinable
    func switched<Source: SharedSequenceConvertibleType>(
        _ transform: @escaping @MainActor (Element) -> Source
    ) -> SharedSequence<Source.Sharing, Source.Element> {
        let transform = MainActorDispatcher.unchecked(transform)
        return .init(sharing: source.switched { transform($0).asSharedSequence().source })
    }
}

// The same with closures that return the same kind of sequence, so that the type of `.just(1)`, `.empty()` and the like
// is inferred.

extension SharedSequence {
    /// The same as the other ``flatMap(_:)``, for closures that return `.just(…)`, `.empty()` and the like.
    @inlinable
    public func flatMap<Result: Sendable>(
        _ transform: @escaping @MainActor (Element) -> SharedSequence<Sharing, Result>
    ) -> SharedSequence<Sharing, Result> {
        flattened(.merge(limit: .max), transform)
    }

    /// The same as the other ``flatMapLatest(_:)``, for closures that return `.just(…)`, `.empty()` and the like.
    @inlinable
    public func flatMapLatest<Result: Sendable>(
        _ transform: @escaping @MainActor (Element) -> SharedSequence<Sharing, Result>
    ) -> SharedSequence<Sharing, Result> {
        switched(transform)
    }

    /// The same as the other ``flatMapFirst(_:)``, for closures that return `.just(…)`, `.empty()` and the like.
    @inlinable
    public func flatMapFirst<Result: Sendable>(
        _ transform: @escaping @MainActor (Element) -> SharedSequence<Sharing, Result>
    ) -> SharedSequence<Sharing, Result> {
        flattened(.first, transform)
    }

    /// The same as the other ``concatMap(_:)``, for closures that return `.just(…)`, `.empty()` and the like.
    @inlinable
    public func concatMap<Result: Sendable>(
        _ transform: @escaping @MainActor (Element) -> SharedSequence<Sharing, Result>
    ) -> SharedSequence<Sharing, Result> {
        flattened(.merge(limit: 1), transform)
    }
}

extension SharedSequence where Element: SharedSequenceConvertibleType {
    /// The values of all sequences that this one sends, as they arrive; see ``ObservableType/merge()``.
    public func merge() -> SharedSequence<Element.Sharing, Element.Element> { flattened(.merge(limit: .max)) { $0 } }

    /// The values of the sequences that this one sends, of a number of sequences at a time; see
    /// ``ObservableType/merge(maxConcurrent:)``.
    public func merge(maxConcurrent: Int) -> SharedSequence<Element.Sharing, Element.Element> {
        flattened(.merge(limit: max(1, maxConcurrent))) { $0 }
    }

    /// The values of the sequences that this one sends, one sequence after the other; see ``ObservableType/concat()``.
    public func concat() -> SharedSequence<Element.Sharing, Element.Element> { flattened(.merge(limit: 1)) { $0 } }

    /// The values of the latest sequence that this one has sent; see ``ObservableType/switchLatest()``.
    public func switchLatest() -> SharedSequence<Element.Sharing, Element.Element> { switched { $0 } }
}
