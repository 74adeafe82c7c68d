// Several sequences that do not fail as one: the operators of `Observable`, where they are described.

public import Binding

extension InfallibleType {
    /// The values of this sequence and, when it has completed, those of another, which should not fail.
    public func concat(_ second: some ObservableConvertibleType<Element>) -> Infallible<Element> {
        Infallible(asObservable().concat(second))
    }

    /// The same as the other ``concat(_:)-(ObservableConvertibleType<Self.Element>)``, for `.just(…)`, `.empty()` and the like.
    public func concat(_ second: Infallible<Element>) -> Infallible<Element> {
        Infallible(asObservable().concat(second.source))
    }

    /// The values of several sequences, one sequence after the other.
    ///
    /// See [ReactiveX: Concat](https://reactivex.io/documentation/operators/concat.html).
    ///
    /// - Parameter sequence: The sequences, which are iterated once, by this call.
    public static func concat(_ sequence: some Sequence<Infallible<Element>>) -> Infallible<Element> {
        Infallible(.concat(sequence.map(\.source)))
    }

    /// The values of several sequences, one sequence after the other.
    public static func concat(_ sources: Infallible<Element>...) -> Infallible<Element> { concat(sources) }

    /// The values of several sequences as they come.
    ///
    /// See [ReactiveX: Merge](https://reactivex.io/documentation/operators/merge.html).
    public static func merge(_ sources: some Collection<Infallible<Element>>) -> Infallible<Element> {
        Infallible(.merge(sources.map(\.source)))
    }

    /// The values of several sequences as they come.
    public static func merge(_ sources: Infallible<Element>...) -> Infallible<Element> { merge(sources) }

    /// The result of a closure for each value and the latest one of another sequence.
    ///
    /// - Parameters:
    ///   - second: The other sequence.
    ///   - resultSelector: Makes a value of the two, on the thread that sends.
    public func withLatestFrom<Source: InfallibleType, Result: Sendable>(
        _ second: Source, resultSelector: @escaping @Sendable (Element, Source.Element) throws -> Result
    ) -> Infallible<Result> {
        Infallible(asObservable().withLatestFrom(second, transform: resultSelector))
    }

    /// The latest value of another sequence, each time this one sends.
    public func withLatestFrom<Source: InfallibleType>(_ second: Source) -> Infallible<Source.Element> {
        Infallible(asObservable().withLatestFrom(second))
    }
}

extension Infallible {
    /// The latest values of several sequences as a tuple, each time one of them changes, once all have a value.
    ///
    /// See [ReactiveX: CombineLatest](https://reactivex.io/documentation/operators/combinelatest.html).
    public static func combineLatest<each Source: InfallibleType>(
        _ sources: repeat each Source
    ) -> Infallible where Element == (repeat (each Source).Element) {
        Infallible(Observable.combineLatest(repeat each sources))
    }

    /// The results of a closure for the latest values of several sequences.
    ///
    /// - Parameters:
    ///   - sources: The sequences, of any types.
    ///   - resultSelector: Makes a value of one from each, on the thread that sends.
    public static func combineLatest<each Source: InfallibleType>(
        _ sources: repeat each Source,
        resultSelector: @escaping @Sendable (repeat (each Source).Element) throws -> Element
    ) -> Infallible {
        Infallible(Observable.combineLatest(repeat each sources, transform: resultSelector))
    }

    /// The latest values of several sequences as an array, each time one of them changes, once all have a value.
    @_disfavoredOverload
    public static func combineLatest(
        _ collection: some Collection<some InfallibleType<Element>>
    ) -> Infallible<[Element]> {
        Infallible<[Element]>(.combineLatest(collection))
    }

    /// The results of a closure for the latest values of several sequences.
    ///
    /// - Parameters:
    ///   - collection: The sequences.
    ///   - resultSelector: Makes a value of all, on the thread that sends.
    public static func combineLatest<Source: InfallibleType>(
        _ collection: some Collection<Source>,
        resultSelector: @escaping @Sendable ([Source.Element]) throws -> Element
    ) -> Infallible {
        Infallible(Observable.combineLatest(collection, transform: resultSelector))
    }

    /// The first values of several sequences as a tuple, then the second ones, and so on.
    ///
    /// See [ReactiveX: Zip](https://reactivex.io/documentation/operators/zip.html).
    public static func zip<each Source: InfallibleType>(
        _ sources: repeat each Source
    ) -> Infallible where Element == (repeat (each Source).Element) {
        Infallible(Observable.zip(repeat each sources))
    }

    /// The results of a closure for the first values of several sequences, then for the second ones, and so on.
    ///
    /// - Parameters:
    ///   - sources: The sequences, of any types.
    ///   - resultSelector: Makes a value of one from each, on the thread that sends.
    public static func zip<each Source: InfallibleType>(
        _ sources: repeat each Source,
        resultSelector: @escaping @Sendable (repeat (each Source).Element) throws -> Element
    ) -> Infallible {
        Infallible(Observable.zip(repeat each sources, transform: resultSelector))
    }
}
