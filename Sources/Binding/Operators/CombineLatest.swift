/// What ``Observable/combineLatest(_:)`` counts: which inputs have sent something, and which have not ended.
@usableFromInline
struct CombineLatestState {
    /// The inputs that have not sent anything yet.
    @usableFromInline private(set) var missing: Int
    /// The inputs that have not ended.
    @usableFromInline private(set) var running: Int

    @usableFromInline
    init(inputs: Int) {
        missing = inputs
        running = inputs
    }

    /// Notes a value.
    ///
    /// - Parameter isFirst: Whether it is the input's first.
    /// - Returns: Whether there is a combination to be sent.
    @usableFromInline
    mutating func next(isFirst: Bool) -> Bool {
        if isFirst { missing -= 1 }
        return missing == 0
    }

    /// Notes that an input has completed.
    ///
    /// - Parameter hasSent: Whether it has sent anything; if not, there will be no combination any more.
    /// - Returns: Whether the whole is over.
    @usableFromInline
    mutating func completed(hasSent: Bool) -> Bool {
        running -= 1
        return running == 0 || !hasSent
    }
}

/// The inputs of one subscription to ``Observable/combineLatest(_:)``, in any number and of any types.
@usableFromInline
struct CombinedInputs<Combination: Sendable>: Sendable {
    @usableFromInline let output: Broadcaster<Combination>
    /// Touched under the output's lock, as are the latest values.
    @usableFromInline let state: SubscriptionLocal<CombineLatestState>
    /// Makes a combination of the latest values. Called under the output's lock, when each input has one.
    @usableFromInline let combine: @Sendable () -> Combination
    @usableFromInline let isMainActor: Bool

    @inlinable
    init(
        count: Int, to down: Sink<Combination>, _ subscription: Subscription,
        combine: @escaping @Sendable () -> Combination
    ) {
        output = Observable<Combination>.serializedOutput(to: down, subscription)
        state = SubscriptionLocal(CombineLatestState(inputs: count))
        isMainActor = down.isMainActor
        self.combine = combine
    }

    /// Subscribes to an input, unless one before it has ended the whole.
    @inlinable
    func attach<Value>(_ source: Observable<Value>, latest: SubscriptionLocal<Value?>, _ subscription: Subscription) {
        if subscription.lifetime.isEnded { return }
        let input = subscription.lifetime.child()
        let inputLifetime = input.lifetime
        let sink = Sink<Value>(
            isMainActor: isMainActor,
            next: { value in
                var displaced: Value?
                output.send {
                    displaced = latest.value
                    latest.value = value
                    return state.value.next(isFirst: displaced == nil) ? .next(combine()) : .nothing
                }
                withExtendedLifetime(displaced) {}
            },
            stop: { termination in
                output.send {
                    if case .error = termination { return .stop(termination) }
                    return state.value.completed(hasSent: latest.value != nil) ? .stop(.completed) : .nothing
                }
                inputLifetime.end()
            })
        source.attach(sink, input)
    }
}

extension Observable {
    /// The latest values of several sequences as a tuple, each time that one of them sends, once all have.
    ///
    /// It completes when all have, or when one has without a value, and fails when one does. See
    /// [ReactiveX: CombineLatest](https://reactivex.io/documentation/operators/combinelatest.html).
    @inlinable
    public static func combineLatest<each Source: ObservableConvertibleType>(
        _ sources: repeat each Source
    ) -> Observable where Element == (repeat (each Source).Element) {
        let sources = (repeat (each sources).asObservable())
        return Observable(servesMainActor: true) { down, subscription in
            var count = 0
            for _ in repeat each sources { count += 1 }
            let latest = (repeat nothing(of: each sources))
            // Present: called when each input has sent something.
            let inputs = CombinedInputs(count: count, to: down, subscription) { (repeat unwrapped(each latest)) }
            repeat inputs.attach(each sources, latest: each latest, subscription)
        }
    }

    /// What a closure makes of the latest values of several sequences, each time that one of them sends, once all have.
    ///
    /// - Parameters:
    ///   - sources: The sequences, of any types.
    ///   - transform: Makes a value of the latest ones, on the thread that sends. An error that it throws ends the
    ///     sequence.
    @inlinable
    public static func combineLatest<each Source: ObservableConvertibleType>(
        _ sources: repeat each Source,
        transform: @escaping @Sendable (repeat (each Source).Element) throws -> Element
    ) -> Observable {
        Observable<(repeat (each Source).Element)>.combineLatest(repeat each sources)
            .map { (values: (repeat (each Source).Element)) in try transform(repeat each values) }
    }

    /// The latest values of several sequences as an array, each time that one of them sends, once all have.
    ///
    /// Of no sequence at all it makes one empty array, as in RxSwift.
    public static func combineLatest<Source: ObservableConvertibleType>(
        _ sources: some Collection<Source>
    ) -> Observable where Element == [Source.Element] {
        let sources = sources.map { $0.asObservable() }
        guard !sources.isEmpty else { return just([]) }
        return Observable(servesMainActor: true) { down, subscription in
            let latest = sources.map { nothing(of: $0) }
            let inputs = CombinedInputs(count: sources.count, to: down, subscription) { latest.map { $0.value! } }
            for (source, latest) in Swift.zip(sources, latest) { inputs.attach(source, latest: latest, subscription) }
        }
    }

    /// What a closure makes of the latest values of several sequences, each time that one of them sends, once all have.
    public static func combineLatest<Source: ObservableConvertibleType>(
        _ sources: some Collection<Source>,
        transform: @escaping @Sendable ([Source.Element]) throws -> Element
    ) -> Observable {
        Observable<[Source.Element]>.combineLatest(sources).map(transform)
    }
}

@usableFromInline
func nothing<Value>(of source: Observable<Value>) -> SubscriptionLocal<Value?> { SubscriptionLocal(nil) }

/// A function, because the compiler crashes on `!` in a pack expansion.
@inlinable
func unwrapped<Value>(_ latest: SubscriptionLocal<Value?>) -> Value { latest.value! }
