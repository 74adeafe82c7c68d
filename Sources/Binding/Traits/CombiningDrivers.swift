// Operators of `Driver` and `Signal` on several sequences: the same as those of `Observable`, where they are described,
// with closures that run on the main actor and do not throw.

extension SharedSequence {
    /// The values of several sequences as they arrive; see ``Observable/merge(_:)-(Observable<Element>...)``.
    public static func merge(_ sources: SharedSequence...) -> SharedSequence { merge(sources) }

    /// The values of several sequences as they arrive; see ``Observable/merge(_:)-(Collection)``.
    public static func merge(_ sources: some Collection<SharedSequence>) -> SharedSequence {
        .init(sharing: .merge(sources.map(\.source)))
    }

    /// The values of this sequence, then those of another; see
    /// ``ObservableType/concat(_:)-(Observable<Self.Element>)``.
    public func concat(_ other: SharedSequence) -> SharedSequence { .concat([self, other]) }

    /// The values of several sequences, one sequence after the other.
    public static func concat(_ sources: SharedSequence...) -> SharedSequence { concat(sources) }

    /// The values of several sequences, one sequence after the other.
    public static func concat(_ sources: some Sequence<SharedSequence>) -> SharedSequence {
        .init(sharing: .concat(sources.map(\.source)))
    }

    /// Drivers are state, which is shown when it is whole.
    @usableFromInline
    static var momentOfCombinations: CombinationMoment { Sharing.replaysLatest ? .endOfChange : .eachValue }

    /// The latest values of several sequences as a tuple, once all have sent; see
    /// ``Observable/combineLatest(_:)-(Source)``.
    ///
    /// Signals are combined each time one of them sends. Drivers are combined once for each change, when all that
    /// follows from it has arrived: no combination is sent that never existed.
    @inlinable
    public static func combineLatest<each Value: Sendable>(
        _ sources: repeat SharedSequence<Sharing, each Value>
    ) -> SharedSequence where Element == (repeat each Value) {
        .init(sharing: .combination(at: momentOfCombinations, of: repeat (each sources).source))
    }

    /// The latest values of several sequences, combined by a closure, once all have sent; of drivers
    /// once for each change.
    @inlinable
    public static func combineLatest<each Value: Sendable>(
        _ sources: repeat SharedSequence<Sharing, each Value>,
        transform: @escaping @MainActor (repeat each Value) -> Element
    ) -> SharedSequence {
        let combined = Observable<(repeat each Value)>.combination(
            at: momentOfCombinations, of: repeat (each sources).source)
        let onTuple: @MainActor ((repeat each Value)) -> Element = { transform(repeat each $0) }
        return .init(sharing: combined.map(MainActorDispatcher.unchecked(onTuple)))
    }

    /// The latest values of several sequences as an array, once all have sent; of drivers once for each change.
    public static func combineLatest<Value: Sendable>(
        _ sources: some Collection<SharedSequence<Sharing, Value>>
    ) -> SharedSequence where Element == [Value] {
        .init(sharing: .combination(at: momentOfCombinations, of: sources.map(\.source)))
    }

    /// The latest values of several sequences, combined by a closure, once all have sent; of drivers
    /// once for each change.
    public static func combineLatest<Value: Sendable>(
        _ sources: some Collection<SharedSequence<Sharing, Value>>,
        transform: @escaping @MainActor ([Value]) -> Element
    ) -> SharedSequence {
        let combined = Observable.combination(at: momentOfCombinations, of: sources.map(\.source))
        return .init(sharing: combined.map(MainActorDispatcher.unchecked(transform)))
    }

    /// The latest values of several sequences as an array, once all have sent; with the type
    /// of the sequences' values before the dot, as in RxCocoa.
    @_disfavoredOverload
    public static func combineLatest(_ sources: some Collection<SharedSequence>) -> SharedSequence<Sharing, [Element]> {
        .combineLatest(sources)
    }

    /// The first values of several sequences as a tuple, then the second ones, and so on; see
    /// ``Observable/zip(_:)-(Source)``.
    public static func zip<each Value: Sendable>(
        _ sources: repeat SharedSequence<Sharing, each Value>
    ) -> SharedSequence where Element == (repeat each Value) {
        .init(sharing: .zip(repeat (each sources).source))
    }

    /// The first values of several sequences, combined by a closure, then the second ones, and so on.
    public static func zip<each Value: Sendable>(
        _ sources: repeat SharedSequence<Sharing, each Value>,
        transform: @escaping @MainActor (repeat each Value) -> Element
    ) -> SharedSequence {
        let zipped = Observable<(repeat each Value)>.zip(repeat (each sources).source)
        let onTuple: @MainActor ((repeat each Value)) -> Element = { transform(repeat each $0) }
        return .init(sharing: zipped.map(MainActorDispatcher.unchecked(onTuple)))
    }

    /// The first values of several sequences as an array, then the second ones, and so on.
    public static func zip<Value: Sendable>(
        _ sources: some Collection<SharedSequence<Sharing, Value>>
    ) -> SharedSequence where Element == [Value] {
        .init(sharing: .zip(sources.map(\.source)))
    }

    /// The first values of several sequences, combined by a closure, then the second ones, and so on.
    public static func zip<Value: Sendable>(
        _ sources: some Collection<SharedSequence<Sharing, Value>>,
        transform: @escaping @MainActor ([Value]) -> Element
    ) -> SharedSequence {
        .init(sharing: Observable.zip(sources.map(\.source)).map(MainActorDispatcher.unchecked(transform)))
    }

    /// The first values of several sequences as an array, then the second ones, and so on: with the type
    /// of the sequences' values before the dot, as in RxCocoa.
    @_disfavoredOverload
    public static func zip(_ sources: some Collection<SharedSequence>) -> SharedSequence<Sharing, [Element]> {
        .zip(sources)
    }

    /// Whichever of two sequences sends something first; see ``ObservableType/amb(_:)-(Observable<Self.Element>)``.
    public func amb(_ other: SharedSequence) -> SharedSequence { .amb([self, other]) }

    /// Whichever of several sequences sends something first; see ``Observable/amb(_:)-(Observable<Element>...)``.
    public static func amb(_ sources: SharedSequence...) -> SharedSequence { amb(sources) }

    /// Whichever of several sequences sends something first; see ``Observable/amb(_:)-(Collection)``.
    public static func amb(_ sources: some Collection<SharedSequence>) -> SharedSequence {
        .init(sharing: .amb(sources.map(\.source)))
    }

    /// Each value and the latest one of another sequence, combined by a closure; see
    /// ``ObservableType/withLatestFrom(_:transform:)``.
    public func withLatestFrom<Source: SharedSequenceConvertibleType, Result: Sendable>(
        _ other: Source, transform: @escaping @MainActor (Element, Source.Element) -> Result
    ) -> SharedSequence<Sharing, Result> {
        .init(
            sharing: source.withLatestFrom(
                other.asSharedSequence().source, transform: MainActorDispatcher.unchecked(transform)))
    }

    /// The latest value of another sequence, each time this one sends.
    public func withLatestFrom<Source: SharedSequenceConvertibleType>(
        _ other: Source
    ) -> SharedSequence<Sharing, Source.Element> {
        .init(sharing: source.withLatestFrom(other.asSharedSequence().source))
    }

    /// The latest value, each time another sequence sends; see ``ObservableType/sample(_:defaultValue:)``.
    public func sample(
        _ sampler: some SharedSequenceConvertibleType, defaultValue: Element? = nil
    ) -> SharedSequence {
        .init(sharing: source.sample(sampler.asSharedSequence().source, defaultValue: defaultValue))
    }
}

// The same of whatever converts to a driver, so that a relay need not be converted first: `combineLatest($price, $count)`.
extension SharedSequence where Sharing == DriverSharing {
    /// The latest values of several drivers, relays, derived values and the like as a tuple, once for each change; see
    /// ``combineLatest(_:)-(SharedSequence<Sharing,Value>)``.
    @_disfavoredOverload @inlinable
    public static func combineLatest<each Source: DriverConvertibleType>(
        _ sources: repeat each Source
    ) -> Driver<Element> where Element == (repeat (each Source).Element) {
        combineLatest(repeat (each sources).asSharedSequence())
    }

    /// The latest values of several drivers, relays, derived values and the like, combined by a closure, once for each
    /// change.
    @_disfavoredOverload @inlinable
    public static func combineLatest<each Source: DriverConvertibleType>(
        _ sources: repeat each Source, transform: @escaping @MainActor (repeat (each Source).Element) -> Element
    ) -> Driver<Element> {
        combineLatest(repeat (each sources).asSharedSequence(), transform: transform)
    }

    /// The first values of several drivers, relays, derived values and the like as a tuple, then the second ones, and so
    /// on.
    @_disfavoredOverload
    public static func zip<each Source: DriverConvertibleType>(
        _ sources: repeat each Source
    ) -> Driver<Element> where Element == (repeat (each Source).Element) {
        zip(repeat (each sources).asSharedSequence())
    }

    /// The first values of several drivers, relays, derived values and the like, combined by a closure, then the second
    /// ones, and so on.
    @_disfavoredOverload
    public static func zip<each Source: DriverConvertibleType>(
        _ sources: repeat each Source, transform: @escaping @MainActor (repeat (each Source).Element) -> Element
    ) -> Driver<Element> {
        zip(repeat (each sources).asSharedSequence(), transform: transform)
    }
}
