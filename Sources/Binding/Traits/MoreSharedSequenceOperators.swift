// The operators of `Driver` and `Signal` that need more than one line of thought on `Observable`, with closures that run
// on the main actor and do not throw. Each is described there.

extension SharedSequence {
    // MARK: One source

    /// What a closure makes of each value and of its own result for the one before; see ``ObservableType/scan(_:_:)``.
    @inlinable
    public consuming func scan<Result: Sendable>(
        _ seed: Result, _ accumulator: @escaping @MainActor (Result, Element) -> Result
    ) -> SharedSequence<Sharing, Result> {
        .init(sharing: sourceOfOperator().scan(seed, MainActorDoor.unchecked(accumulator)))
    }

    /// What a closure makes of all values, sent at the end; see ``ObservableType/reduce(_:_:)``.
    @inlinable
    public func reduce<Result: Sendable>(
        _ seed: Result, _ accumulator: @escaping @MainActor (Result, Element) -> Result
    ) -> SharedSequence<Sharing, Result> {
        .init(sharing: source.reduce(seed, MainActorDoor.unchecked(accumulator)))
    }

    /// All values as an array, sent at the end.
    public func toArray() -> SharedSequence<Sharing, [Element]> { .init(sharing: source.toArray()) }

    /// Each value with the one before, from the second value on.
    public func pairwise() -> SharedSequence<Sharing, (previous: Element, current: Element)> {
        .init(sharing: source.pairwise())
    }

    /// The same values, or another one where there is none; see ``ObservableType/ifEmpty(default:)``.
    public func ifEmpty(default element: Element) -> SharedSequence {
        .init(sharing: source.ifEmpty(default: element))
    }

    /// The first values, and then the end; see ``ObservableType/take(_:)``.
    public func take(_ count: Int) -> SharedSequence { .init(sharing: source.take(count)) }

    /// The values up to the first that fails a test; see ``ObservableType/take(while:inclusive:)``.
    public func take(
        while isWanted: @escaping @MainActor (Element) -> Bool, inclusive: Bool = false
    ) -> SharedSequence {
        .init(sharing: source.take(while: MainActorDoor.unchecked(isWanted), inclusive: inclusive))
    }

    /// The values from the first that fails a test on; see ``ObservableType/skip(while:)``.
    public func skip(while isUnwanted: @escaping @MainActor (Element) -> Bool) -> SharedSequence {
        .init(sharing: source.skip(while: MainActorDoor.unchecked(isUnwanted)))
    }

    /// The same sequence, with closures called on the way; see
    /// ``ObservableType/do(onNext:onError:onCompleted:onSubscribe:onDispose:)``.
    ///
    /// - Parameters:
    ///   - onNext: Called with each value.
    ///   - onCompleted: Called when the sequence completes.
    ///   - onSubscribe: Called when the sequence is subscribed to.
    ///   - onDispose: Called once when that subscription has ended, on the thread where that happens.
    public func `do`(
        onNext: (@MainActor (Element) -> Void)? = nil,
        onCompleted: (@MainActor () -> Void)? = nil,
        onSubscribe: (@MainActor () -> Void)? = nil,
        onDispose: (@Sendable () -> Void)? = nil
    ) -> SharedSequence {
        .init(
            sharing: source.do(
                onNext: MainActorDoor.unchecked(onNext ?? { _ in }),
                onCompleted: MainActorDoor.unchecked(onCompleted ?? {}),
                onSubscribe: MainActorDoor.unchecked(onSubscribe ?? {}),
                onDispose: onDispose))
    }

    /// The same sequence, with a line of text for each thing that happens to it; see ``ObservableType/debug(_:write:)``.
    public func debug(
        _ label: String, write: (@Sendable (String) -> Void)? = nil
    ) -> SharedSequence {
        .init(sharing: source.debug(label, write: write))
    }

    // MARK: Several sources

    /// The values until another sequence sends one; see ``ObservableType/take(until:)``.
    public func take(until other: some SharedSequenceConvertibleType) -> SharedSequence {
        .init(sharing: source.take(until: other.asSharedSequence().source))
    }

    /// The values from the moment on that another sequence sends one; see ``ObservableType/skip(until:)``.
    public func skip(until other: some SharedSequenceConvertibleType) -> SharedSequence {
        .init(sharing: source.skip(until: other.asSharedSequence().source))
    }

    /// The values of this sequence, and then those of another; see ``ObservableType/concat(_:)``.
    public func concat(_ other: SharedSequence) -> SharedSequence { .concat([self, other]) }

    /// The values of several sequences, one sequence after the other.
    public static func concat(_ sources: SharedSequence...) -> SharedSequence { concat(sources) }

    /// The values of several sequences, one sequence after the other.
    public static func concat(_ sources: some Collection<SharedSequence>) -> SharedSequence {
        .init(sharing: .concat(sources.map(\.source)))
    }

    /// The first values of several sequences as a tuple, then the second ones, and so on; see ``Observable/zip(_:)``.
    public static func zip<each Value: Sendable>(
        _ sources: repeat SharedSequence<Sharing, each Value>
    ) -> SharedSequence where Element == (repeat each Value) {
        .init(sharing: .zip(repeat (each sources).source))
    }

    /// What a closure makes of the first values of several sequences, then of the second ones, and so on.
    public static func zip<each Value: Sendable>(
        _ sources: repeat SharedSequence<Sharing, each Value>,
        transform: @escaping @MainActor (repeat each Value) -> Element
    ) -> SharedSequence {
        let zipped = Observable<(repeat each Value)>.zip(repeat (each sources).source)
        let onTuple: @MainActor ((repeat each Value)) -> Element = { transform(repeat each $0) }
        return .init(sharing: zipped.map(MainActorDoor.unchecked(onTuple)))
    }

    /// The first values of several sequences as an array, then the second ones, and so on.
    public static func zip<Value: Sendable>(
        _ sources: some Collection<SharedSequence<Sharing, Value>>
    ) -> SharedSequence where Element == [Value] {
        .init(sharing: .zip(sources.map(\.source)))
    }

    /// What a closure makes of each value and of the latest one of another sequence; see
    /// ``ObservableType/withLatestFrom(_:transform:)``.
    public func withLatestFrom<Source: SharedSequenceConvertibleType, Result: Sendable>(
        _ other: Source, transform: @escaping @MainActor (Element, Source.Element) -> Result
    ) -> SharedSequence<Sharing, Result> {
        .init(
            sharing: source.withLatestFrom(
                other.asSharedSequence().source, transform: MainActorDoor.unchecked(transform)))
    }

    /// The latest value of another sequence, each time that this one sends.
    public func withLatestFrom<Source: SharedSequenceConvertibleType>(
        _ other: Source
    ) -> SharedSequence<Sharing, Source.Element> {
        .init(sharing: source.withLatestFrom(other.asSharedSequence().source))
    }

    /// The latest value, each time that another sequence sends; see ``ObservableType/sample(_:)``.
    public func sample(_ sampler: some SharedSequenceConvertibleType) -> SharedSequence {
        .init(sharing: source.sample(sampler.asSharedSequence().source))
    }

    // MARK: Sequences of sequences

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
        let transform = MainActorDoor.unchecked(transform)
        return .init(sharing: source.flattened(kind) { transform($0).asSharedSequence().source })
    }

    // MARK: Time

    /// The values after which no other came for some time; see ``ObservableType/debounce(_:scheduler:)``.
    public func debounce(
        _ dueTime: Duration, scheduler: some Scheduler = MainScheduler.instance
    ) -> SharedSequence {
        .init(sharing: source.debounce(dueTime, scheduler: scheduler))
    }

    /// The first value, and then at most one in each period of time; see
    /// ``ObservableType/throttle(_:latest:scheduler:)``.
    public func throttle(
        _ dueTime: Duration, latest: Bool = true, scheduler: some Scheduler = MainScheduler.instance
    ) -> SharedSequence {
        .init(sharing: source.throttle(dueTime, latest: latest, scheduler: scheduler))
    }

    /// The same values some time later; see ``ObservableType/delay(_:scheduler:)``.
    public func delay(
        _ dueTime: Duration, scheduler: some Scheduler = MainScheduler.instance
    ) -> SharedSequence {
        .init(sharing: source.delay(dueTime, scheduler: scheduler))
    }

    /// The same sequence, and another one in its place where nothing comes for some time; see
    /// ``ObservableType/timeout(_:other:scheduler:)``. The form without another sequence fails, which a driver cannot.
    public func timeout(
        _ dueTime: Duration, other: SharedSequence, scheduler: some Scheduler = MainScheduler.instance
    ) -> SharedSequence {
        .init(sharing: source.timeout(dueTime, other: other.source, scheduler: scheduler))
    }

    /// The values in arrays; see ``ObservableType/buffer(_:count:scheduler:)``.
    public func buffer(
        _ timeSpan: Duration, count: Int = .max, scheduler: some Scheduler = MainScheduler.instance
    ) -> SharedSequence<Sharing, [Element]> {
        .init(sharing: source.buffer(timeSpan, count: count, scheduler: scheduler))
    }

    // MARK: The other kind

    /// The same sequence as a driver, which hands a new observer the latest value.
    public func asDriver() -> Driver<Element> { .init(sharing: source) }

    /// The same sequence as a signal, which replays nothing by itself.
    public func asSignal() -> Signal<Element> { .init(sharing: source) }
}
