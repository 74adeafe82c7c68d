// What is made of the value of a `Single` or a `Maybe`.

public import Binding

extension PrimitiveSequenceType where Trait: ValueTrait {
    /// The result of a closure for the value.
    ///
    /// See [ReactiveX: Map](https://reactivex.io/documentation/operators/map.html).
    ///
    /// - Parameter transform: Makes another value, on the thread that sends. An error that it throws is sent.
    @inlinable
    public func map<Result: Sendable>(
        _ transform: @escaping @Sendable (Element) throws -> Result
    ) -> PrimitiveSequence<Trait, Result> {
        .init(raw: source.map(transform))
    }

    /// The result of a closure for the value, or nothing if that is `nil`.
    ///
    /// - Parameter transform: Makes another value, on the thread that sends. An error that it throws is sent.
    @inlinable
    public func compactMap<Result: Sendable>(
        _ transform: @escaping @Sendable (Element) throws -> Result?
    ) -> Maybe<Result> {
        .init(raw: source.compactMap(transform))
    }

    /// The value if it passes a test, otherwise nothing.
    ///
    /// See [ReactiveX: Filter](https://reactivex.io/documentation/operators/filter.html).
    ///
    /// - Parameter predicate: Tests the value, on the thread that sends. An error that it throws is sent.
    @inlinable
    public func filter(_ predicate: @escaping @Sendable (Element) throws -> Bool) -> Maybe<Element> {
        .init(raw: source.filter(predicate))
    }

    /// What follows from the value: the sequence that a closure makes of it.
    ///
    /// See [ReactiveX: FlatMap](https://reactivex.io/documentation/operators/flatmap.html).
    ///
    /// - Parameter selector: Makes a sequence of the value, on the thread that sends. An error that it throws is sent.
    @inlinable
    public func flatMap<Result: Sendable>(
        _ selector: @escaping @Sendable (Element) throws -> PrimitiveSequence<Trait, Result>
    ) -> PrimitiveSequence<Trait, Result> {
        .init(raw: source.flatMap(selector))
    }

    /// What may follow from the value: the ``Maybe`` that a closure makes of it.
    ///
    /// - Parameter selector: Makes a sequence of the value, on the thread that sends. An error that it throws is sent.
    @inlinable
    public func flatMapMaybe<Result: Sendable>(
        _ selector: @escaping @Sendable (Element) throws -> Maybe<Result>
    ) -> Maybe<Result> {
        .init(raw: source.flatMap(selector))
    }

    /// Work to be done with the value: the ``Completable`` that a closure makes of it.
    ///
    /// - Parameter selector: Makes the work of the value, on the thread that sends. An error that it throws is sent.
    @inlinable
    public func flatMapCompletable(
        _ selector: @escaping @Sendable (Element) throws -> Completable
    ) -> Completable {
        .init(raw: source.flatMap(selector))
    }
}
