// Argument labels of RxSwift 6 where this library's differ, so that code from there compiles, with a warning that names
// the replacement. They are disfavored: a call that can mean one of the library's own forms, such as one with a
// trailing closure, does.

public import Binding

// MARK: Observable

extension ObservableType {
    /// RxSwift's spelling of `withLatestFrom(_:transform:)`.
    @_disfavoredOverload
    @available(*, deprecated, renamed: "withLatestFrom(_:transform:)")
    public func withLatestFrom<Source: ObservableConvertibleType, Result: Sendable>(
        _ second: Source, resultSelector: @escaping @Sendable (Element, Source.Element) throws -> Result
    ) -> Observable<Result> {
        withLatestFrom(second, transform: resultSelector)
    }

    /// RxSwift's spelling of `scan(_:_:)`.
    @_disfavoredOverload
    @available(*, deprecated, renamed: "scan(_:_:)")
    public func scan<Result: Sendable>(
        _ seed: Result, accumulator: @escaping @Sendable (Result, Element) throws -> Result
    ) -> Observable<Result> {
        scan(seed, accumulator)
    }

    /// RxSwift's spelling of `scan(into:_:)`.
    @_disfavoredOverload
    @available(*, deprecated, renamed: "scan(into:_:)")
    public func scan<Result: Sendable>(
        into seed: Result, accumulator: @escaping @Sendable (inout Result, Element) throws -> Void
    ) -> Observable<Result> {
        scan(into: seed, accumulator)
    }

    /// RxSwift's spelling of `reduce(_:_:)`.
    @_disfavoredOverload
    @available(*, deprecated, renamed: "reduce(_:_:)")
    public func reduce<Result: Sendable>(
        _ seed: Result, accumulator: @escaping @Sendable (Result, Element) throws -> Result
    ) -> Observable<Result> {
        reduce(seed, accumulator)
    }

    /// RxSwift's spelling of `reduce(_:_:)` and `map(_:)`.
    @_disfavoredOverload
    @available(*, deprecated, message: "Use reduce(_:_:) and map(_:).")
    public func reduce<Accumulated: Sendable, Result: Sendable>(
        _ seed: Accumulated, accumulator: @escaping @Sendable (Accumulated, Element) throws -> Accumulated,
        mapResult: @escaping @Sendable (Accumulated) throws -> Result
    ) -> Observable<Result> {
        reduce(seed, accumulator).map(mapResult)
    }

    /// RxSwift's spelling of `buffer(_:count:scheduler:)`.
    @available(*, deprecated, renamed: "buffer(_:count:scheduler:)")
    public func buffer(timeSpan: Duration, count: Int, scheduler: some Scheduler) -> Observable<[Element]> {
        buffer(timeSpan, count: count, scheduler: scheduler)
    }

    /// RxSwift's spelling of `window(_:count:scheduler:)`.
    @available(*, deprecated, renamed: "window(_:count:scheduler:)")
    public func window(
        timeSpan: Duration, count: Int, scheduler: some Scheduler
    ) -> Observable<Observable<Element>> {
        window(timeSpan, count: count, scheduler: scheduler)
    }

    /// RxSwift's spelling of `distinctUntilChanged(by:)`.
    @_disfavoredOverload
    @available(*, deprecated, renamed: "distinctUntilChanged(by:)")
    public func distinctUntilChanged(
        _ comparer: @escaping @Sendable (Element, Element) throws -> Bool
    ) -> Observable<Element> {
        distinctUntilChanged(by: comparer)
    }

    /// RxSwift's spelling of `distinctUntilChanged(by:)` with a key.
    @_disfavoredOverload
    @available(*, deprecated, message: "Use distinctUntilChanged(by:), which compares values.")
    public func distinctUntilChanged<Key: Sendable>(
        _ keySelector: @escaping @Sendable (Element) throws -> Key,
        comparer: @escaping @Sendable (Key, Key) throws -> Bool
    ) -> Observable<Element> {
        map { (element: $0, key: try keySelector($0)) }
            .distinctUntilChanged(by: { try comparer($0.key, $1.key) })
            .map(\.element)
    }
}

extension Observable {
    /// RxSwift's spelling of `combineLatest(_:transform:)`.
    @_disfavoredOverload
    @available(*, deprecated, renamed: "combineLatest(_:transform:)")
    public static func combineLatest<each Source: ObservableConvertibleType>(
        _ sources: repeat each Source,
        resultSelector: @escaping @Sendable (repeat (each Source).Element) throws -> Element
    ) -> Observable {
        combineLatest(repeat each sources, transform: resultSelector)
    }

    /// RxSwift's spelling of `combineLatest(_:transform:)`.
    @_disfavoredOverload
    @available(*, deprecated, renamed: "combineLatest(_:transform:)")
    public static func combineLatest<Source: ObservableConvertibleType>(
        _ collection: some Collection<Source>,
        resultSelector: @escaping @Sendable ([Source.Element]) throws -> Element
    ) -> Observable {
        combineLatest(collection, transform: resultSelector)
    }

    /// RxSwift's spelling of `zip(_:transform:)`.
    @_disfavoredOverload
    @available(*, deprecated, renamed: "zip(_:transform:)")
    public static func zip<each Source: ObservableConvertibleType>(
        _ sources: repeat each Source,
        resultSelector: @escaping @Sendable (repeat (each Source).Element) throws -> Element
    ) -> Observable {
        zip(repeat each sources, transform: resultSelector)
    }

    /// RxSwift's spelling of `zip(_:transform:)`.
    @_disfavoredOverload
    @available(*, deprecated, renamed: "zip(_:transform:)")
    public static func zip<Source: ObservableConvertibleType>(
        _ collection: some Collection<Source>,
        resultSelector: @escaping @Sendable ([Source.Element]) throws -> Element
    ) -> Observable {
        zip(collection, transform: resultSelector)
    }
}

// MARK: Driver and Signal

extension SharedSequence {
    /// RxSwift's spelling of `withLatestFrom(_:transform:)`.
    @_disfavoredOverload
    @available(*, deprecated, renamed: "withLatestFrom(_:transform:)")
    public func withLatestFrom<Source: SharedSequenceConvertibleType, Result: Sendable>(
        _ second: Source, resultSelector: @escaping @MainActor (Element, Source.Element) -> Result
    ) -> SharedSequence<Sharing, Result> {
        withLatestFrom(second, transform: resultSelector)
    }

    /// RxSwift's spelling of `scan(_:_:)`.
    @_disfavoredOverload
    @available(*, deprecated, renamed: "scan(_:_:)")
    public func scan<Result: Sendable>(
        _ seed: Result, accumulator: @escaping @MainActor (Result, Element) -> Result
    ) -> SharedSequence<Sharing, Result> {
        scan(seed, accumulator)
    }

    /// RxSwift's spelling of `scan(into:_:)`.
    @_disfavoredOverload
    @available(*, deprecated, renamed: "scan(into:_:)")
    public func scan<Result: Sendable>(
        into seed: Result, accumulator: @escaping @MainActor (inout Result, Element) -> Void
    ) -> SharedSequence<Sharing, Result> {
        scan(into: seed, accumulator)
    }

    /// RxSwift's spelling of `distinctUntilChanged(by:)`.
    @_disfavoredOverload
    @available(*, deprecated, renamed: "distinctUntilChanged(by:)")
    public func distinctUntilChanged(
        _ comparer: @escaping @MainActor (Element, Element) -> Bool
    ) -> SharedSequence {
        distinctUntilChanged(by: comparer)
    }

    /// RxSwift's spelling of `distinctUntilChanged(by:)` with a key.
    @_disfavoredOverload
    @available(*, deprecated, message: "Use distinctUntilChanged(by:), which compares values.")
    public func distinctUntilChanged<Key: Sendable>(
        _ keySelector: @escaping @MainActor (Element) -> Key, comparer: @escaping @MainActor (Key, Key) -> Bool
    ) -> SharedSequence {
        map { (element: $0, key: keySelector($0)) }
            .distinctUntilChanged(by: { comparer($0.key, $1.key) })
            .map(\.element)
    }

    /// RxSwift's spelling of `combineLatest(_:transform:)`.
    @_disfavoredOverload
    @available(*, deprecated, renamed: "combineLatest(_:transform:)")
    public static func combineLatest<each Value: Sendable>(
        _ sources: repeat SharedSequence<Sharing, each Value>,
        resultSelector: @escaping @MainActor (repeat each Value) -> Element
    ) -> SharedSequence {
        combineLatest(repeat each sources, transform: resultSelector)
    }

    /// RxSwift's spelling of `combineLatest(_:transform:)`.
    @_disfavoredOverload
    @available(*, deprecated, renamed: "combineLatest(_:transform:)")
    public static func combineLatest<Value: Sendable>(
        _ collection: some Collection<SharedSequence<Sharing, Value>>,
        resultSelector: @escaping @MainActor ([Value]) -> Element
    ) -> SharedSequence {
        combineLatest(collection, transform: resultSelector)
    }

    /// RxSwift's spelling of `zip(_:transform:)`.
    @_disfavoredOverload
    @available(*, deprecated, renamed: "zip(_:transform:)")
    public static func zip<each Value: Sendable>(
        _ sources: repeat SharedSequence<Sharing, each Value>,
        resultSelector: @escaping @MainActor (repeat each Value) -> Element
    ) -> SharedSequence {
        zip(repeat each sources, transform: resultSelector)
    }

    /// RxSwift's spelling of `zip(_:transform:)`.
    @_disfavoredOverload
    @available(*, deprecated, renamed: "zip(_:transform:)")
    public static func zip<Value: Sendable>(
        _ collection: some Collection<SharedSequence<Sharing, Value>>,
        resultSelector: @escaping @MainActor ([Value]) -> Element
    ) -> SharedSequence {
        zip(collection, transform: resultSelector)
    }
}
