/// The operators of `Driver` and `Signal`: those of `Observable`, with closures that run on the main actor and do not
/// throw.
extension SharedSequence {
    // MARK: Makers

    /// One value, and the end.
    public static func just(_ element: Element) -> SharedSequence { .init(sharing: .just(element)) }

    /// Some values, one after the other, and the end.
    public static func of(_ elements: Element...) -> SharedSequence { from(elements) }

    /// The elements of a sequence, one after the other, and the end.
    public static func from(_ elements: some Sequence<Element> & Sendable) -> SharedSequence {
        .init(sharing: .from(elements))
    }

    /// The end, without a value.
    public static func empty() -> SharedSequence { .init(sharing: .empty()) }

    /// Nothing, for ever.
    public static func never() -> SharedSequence { .init(direct: .never()) }

    // MARK: One source

    /// Each value, changed by a closure; see ``ObservableType/map(_:)``.
    @inlinable
    public consuming func map<Result>(
        _ transform: @escaping @MainActor (Element) -> Result
    ) -> SharedSequence<Sharing, Result> {
        .init(sharing: sourceOfOperator().map(MainActorDoor.unchecked(transform)))
    }

    /// Each value, changed by a closure, without those of which it makes `nil`; see ``ObservableType/compactMap(_:)``.
    @inlinable
    public consuming func compactMap<Result>(
        _ transform: @escaping @MainActor (Element) -> Result?
    ) -> SharedSequence<Sharing, Result> {
        .init(sharing: sourceOfOperator().compactMap(MainActorDoor.unchecked(transform)))
    }

    /// The values that pass a test; see ``ObservableType/filter(_:)``.
    @inlinable
    public consuming func filter(_ isIncluded: @escaping @MainActor (Element) -> Bool) -> SharedSequence {
        .init(sharing: sourceOfOperator().filter(MainActorDoor.unchecked(isIncluded)))
    }

    /// The values that differ from the one before; see ``ObservableType/distinctUntilChanged(by:)``.
    @inlinable
    public consuming func distinctUntilChanged(
        by areEqual: @escaping @MainActor (Element, Element) -> Bool
    ) -> SharedSequence {
        .init(sharing: sourceOfOperator().distinctUntilChanged(by: MainActorDoor.unchecked(areEqual)))
    }

    /// The values whose key differs from that of the one before; see ``ObservableType/distinctUntilChanged(_:)``.
    @inlinable
    public consuming func distinctUntilChanged<Key: Equatable & Sendable>(
        _ key: @escaping @MainActor (Element) -> Key
    ) -> SharedSequence {
        .init(sharing: sourceOfOperator().distinctUntilChanged(MainActorDoor.unchecked(key)))
    }

    /// All values but the first ones; see ``ObservableType/skip(_:)``.
    @inlinable
    public consuming func skip(_ count: Int) -> SharedSequence {
        .init(sharing: sourceOfOperator().skip(count))
    }

    /// Some values, and then those of this sequence; see ``ObservableType/startWith(_:)``.
    ///
    /// - Parameter elements: What to begin with, in this order.
    public func startWith(_ elements: Element...) -> SharedSequence {
        .init(sharing: source.startingWith(elements))
    }

    // MARK: Several sources

    /// The values of several sequences as they come; see ``Observable/merge(_:)``.
    public static func merge(_ sources: SharedSequence...) -> SharedSequence { merge(sources) }

    /// The values of several sequences as they come; see ``Observable/merge(_:)``.
    public static func merge(_ sources: some Collection<SharedSequence>) -> SharedSequence {
        .init(sharing: .merge(sources.map(\.source)))
    }

    /// The latest values of several sequences as a tuple, each time that one of them sends, once all have; see
    /// ``Observable/combineLatest(_:)``.
    @inlinable
    public static func combineLatest<each Value: Sendable>(
        _ sources: repeat SharedSequence<Sharing, each Value>
    ) -> SharedSequence where Element == (repeat each Value) {
        .init(sharing: .combineLatest(repeat (each sources).source))
    }

    /// What a closure makes of the latest values of several sequences, each time that one of them sends, once all have.
    @inlinable
    public static func combineLatest<each Value: Sendable>(
        _ sources: repeat SharedSequence<Sharing, each Value>,
        transform: @escaping @MainActor (repeat each Value) -> Element
    ) -> SharedSequence {
        let combined = Observable<(repeat each Value)>.combineLatest(repeat (each sources).source)
        let onTuple: @MainActor ((repeat each Value)) -> Element = { transform(repeat each $0) }
        return .init(sharing: combined.map(MainActorDoor.unchecked(onTuple)))
    }

    /// The latest values of several sequences as an array, each time that one of them sends, once all have.
    public static func combineLatest<Value: Sendable>(
        _ sources: some Collection<SharedSequence<Sharing, Value>>
    ) -> SharedSequence where Element == [Value] {
        .init(sharing: .combineLatest(sources.map(\.source)))
    }

    /// What a closure makes of the latest values of several sequences, each time that one of them sends, once all have.
    public static func combineLatest<Value: Sendable>(
        _ sources: some Collection<SharedSequence<Sharing, Value>>,
        transform: @escaping @MainActor ([Value]) -> Element
    ) -> SharedSequence {
        .init(sharing: Observable.combineLatest(sources.map(\.source)).map(MainActorDoor.unchecked(transform)))
    }

    // MARK: Out of the sequence

    /// The values as an asynchronous sequence, to be read with `for await`.
    ///
    /// All values are kept until they are read.
    public var values: AsyncStream<Element> { values(bufferingPolicy: .unbounded) }

    /// The values as an asynchronous sequence, to be read with `for await`.
    ///
    /// The subscription begins here, and ends when the task that reads is cancelled or the result is dropped.
    ///
    /// - Parameter bufferingPolicy: What is kept of values that come faster than they are read.
    public func values(
        bufferingPolicy: AsyncStream<Element>.Continuation.BufferingPolicy
    ) -> AsyncStream<Element> {
        AsyncStream(bufferingPolicy: bufferingPolicy) { continuation in
            let subscription = run(
                onNext: { continuation.yield($0) }, onCompleted: { continuation.finish() }, onDisposed: nil)
            continuation.onTermination = { _ in subscription.dispose() }
        }
    }
}

extension SharedSequence where Element: Equatable {
    /// The values that differ from the one before; see ``ObservableType/distinctUntilChanged()``.
    @inlinable
    public consuming func distinctUntilChanged() -> SharedSequence {
        .init(sharing: sourceOfOperator().distinctUntilChanged())
    }
}

extension SharedSequence where Element: FixedWidthInteger {
    /// Numbers from zero, one each period; see ``Observable/interval(_:scheduler:)``.
    public static func interval(
        _ period: Duration, scheduler: some Scheduler = MainScheduler.instance
    ) -> SharedSequence {
        .init(sharing: .interval(period, scheduler: scheduler))
    }
}
