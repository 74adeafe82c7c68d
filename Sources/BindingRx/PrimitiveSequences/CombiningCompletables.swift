// Work that has no result, one after the other or all at once.

public import Binding

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
    /// Another sequence once this work is done. If it fails, the other one is not subscribed to.
    ///
    /// See [ReactiveX: Concat](https://reactivex.io/documentation/operators/concat.html).
    ///
    /// - Parameter second: The sequence that follows: a ``Single``, a ``Maybe`` or a ``Completable``, and the result is
    ///   of its type.
    public func andThen<Next, Value: Sendable>(
        _ second: PrimitiveSequence<Next, Value>
    ) -> PrimitiveSequence<Next, Value> {
        .init(raw: andThen(second.source))
    }

    /// Another sequence once this work is done. If it fails, the other one is not subscribed to.
    public func andThen<Value: Sendable>(_ second: Observable<Value>) -> Observable<Value> {
        source.ignoreElements().concat(second)
    }

    /// Other work once this is done. If it fails, the other work is not subscribed to.
    public func concat(_ second: Completable) -> Completable { andThen(second) }

    /// Work, one after the other. Once some has failed, no more is subscribed to.
    ///
    /// See [ReactiveX: Concat](https://reactivex.io/documentation/operators/concat.html).
    ///
    /// - Parameter sequence: The work. Iterated once, by this call.
    public static func concat(_ sequence: some Sequence<Completable>) -> Completable {
        Completable(raw: .concat(sequence.map(\.source)))
    }

    /// Work, one after the other. Once some has failed, no more is subscribed to.
    public static func concat(_ sources: Completable...) -> Completable { concat(sources) }

    /// Work, all at once. It is done when all of it is done; once some has failed, the others are disposed of.
    ///
    /// See [ReactiveX: Merge](https://reactivex.io/documentation/operators/merge.html). Without any, it is done at once.
    public static func zip(_ sources: some Collection<Completable>) -> Completable {
        Completable(raw: .merge(sources.map(\.source)))
    }

    /// Work, all at once. It is done when all of it is done; once some has failed, the others are disposed of.
    public static func zip(_ sources: Completable...) -> Completable { zip(sources) }
}
