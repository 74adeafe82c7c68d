// The operators of `Driver` and `Signal` on sequences of sequences: those of `Observable`, which describes them, with closures that run on
// the main actor and do not throw.

extension SharedSequence {
    /// The values of the sequences that a closure makes of each value; see ``ObservableType/flatMap(_:)``.
    @inlinable
    public func flatMap<Source: SharedSequenceConvertibleType>(
        _ transform: @escaping @MainActor (Element) -> Source
    ) -> SharedSequence<Sharing, Source.Element> {
        flattened(.merge(limit: .max), transform)
    }

    /// The values of the sequence that a closure makes of the latest value; see ``ObservableType/flatMapLatest(_:)``.
    @inlinable
    public func flatMapLatest<Source: SharedSequenceConvertibleType>(
        _ transform: @escaping @MainActor (Element) -> Source
    ) -> SharedSequence<Sharing, Source.Element> {
        flattened(.latest, transform)
    }

    /// The values of the sequence that a closure makes of a value, while which others are left out; see
    /// ``ObservableType/flatMapFirst(_:)``.
    @inlinable
    public func flatMapFirst<Source: SharedSequenceConvertibleType>(
        _ transform: @escaping @MainActor (Element) -> Source
    ) -> SharedSequence<Sharing, Source.Element> {
        flattened(.first, transform)
    }

    /// The values of the sequences that a closure makes of each value, one after the other; see
    /// ``ObservableType/concatMap(_:)``.
    @inlinable
    public func concatMap<Source: SharedSequenceConvertibleType>(
        _ transform: @escaping @MainActor (Element) -> Source
    ) -> SharedSequence<Sharing, Source.Element> {
        flattened(.merge(limit: 1), transform)
    }

    @inlinable
    func flattened<Source: SharedSequenceConvertibleType>(
        _ kind: Flattening, _ transform: @escaping @MainActor (Element) -> Source
    ) -> SharedSequence<Sharing, Source.Element> {
        let transform = MainActorDispatcher.unchecked(transform)
        return .init(sharing: source.flattened(kind) { transform($0).asSharedSequence().source })
    }
}
