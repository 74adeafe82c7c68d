// One value from those of several singles, or of several sequences that may have one.

import Binding

extension PrimitiveSequenceType where Trait: ValueTrait {
    /// The result of a closure for the values of several sequences, all of which are subscribed to at once.
    ///
    /// See [ReactiveX: Zip](https://reactivex.io/documentation/operators/zip.html). Once one of them has failed, or has
    /// ended without a value, the others are disposed of.
    ///
    /// - Parameters:
    ///   - sources: The sequences, of any types.
    ///   - resultSelector: Makes a value of one from each, on the thread that sends the last one. An error that it throws
    ///     is sent.
    public static func zip<each Value: Sendable>(
        _ sources: repeat PrimitiveSequence<Trait, each Value>,
        resultSelector: @escaping @Sendable (repeat each Value) throws -> Element
    ) -> PrimitiveSequence<Trait, Element> {
        .init(raw: Observable.zip(repeat (each sources).source, transform: resultSelector))
    }

    /// The values of several sequences, all of which are subscribed to at once, as a tuple.
    public static func zip<each Value: Sendable>(
        _ sources: repeat PrimitiveSequence<Trait, each Value>
    ) -> PrimitiveSequence<Trait, Element> where Element == (repeat each Value) {
        .init(raw: Observable.zip(repeat (each sources).source))
    }

    /// The result of a closure for the values of several sequences, all of which are subscribed to at once.
    ///
    /// - Parameters:
    ///   - collection: The sequences. If there are none, the closure is called with no values when the result is
    ///     subscribed to, as in RxSwift.
    ///   - resultSelector: Makes a value of all, on the thread that sends the last one. An error that it throws is sent.
    public static func zip<Result: Sendable>(
        _ collection: some Collection<PrimitiveSequence<Trait, Element>>,
        resultSelector: @escaping @Sendable ([Element]) throws -> Result
    ) -> PrimitiveSequence<Trait, Result> {
        zip(collection).map(resultSelector)
    }

    /// The values of several sequences, all of which are subscribed to at once, as an array. Without any, that is empty.
    public static func zip(
        _ collection: some Collection<PrimitiveSequence<Trait, Element>>
    ) -> PrimitiveSequence<Trait, [Element]> {
        if collection.isEmpty { return .just([]) }
        return .init(raw: Observable<[Element]>.zip(collection.map(\.source)))
    }
}
