/// The values of one input of ``Observable/zip(_:)`` that have not been used.
@usableFromInline
struct ZipBuffer<Value> {
    @usableFromInline var queue = Queue<Value>()
    @usableFromInline var isDone = false

    @usableFromInline
    init() {}

    /// Whether nothing is left, or will come, that could be combined.
    @usableFromInline var isExhausted: Bool { isDone && queue.isEmpty }
}

/// What is known about the inputs of one subscription to ``Observable/zip(_:)`` without asking each of them.
@usableFromInline
struct ZipState {
    /// The inputs without an unused value.
    @usableFromInline var missing: Int
    /// Whether one of the inputs is exhausted.
    @usableFromInline var isOver: Bool

    @usableFromInline
    init(missing: Int = 0, isOver: Bool = false) {
        self.missing = missing
        self.isOver = isOver
    }

    /// Counts an input.
    @usableFromInline
    mutating func count<Value>(_ buffer: ZipBuffer<Value>) {
        if buffer.queue.isEmpty { missing += 1 }
        if buffer.isExhausted { isOver = true }
    }
}

/// The inputs of one subscription to ``Observable/zip(_:)``.
@usableFromInline
struct ZippedInputs<Combination: Sendable>: Sendable {
    @usableFromInline let output: Broadcaster<Combination>
    @usableFromInline let isMainActor: Bool
    /// Under the output's lock.
    @usableFromInline let state: SubscriptionLocal<ZipState>
    /// Counts all inputs. Called under the output's lock, once for each combination.
    @usableFromInline let count: @Sendable () -> ZipState
    /// Takes one value of each input. Called under the output's lock, when each has one.
    @usableFromInline let combine: @Sendable () -> Combination

    @usableFromInline
    init(
        to down: Sink<Combination>, _ subscription: Subscription,
        count: @escaping @Sendable () -> ZipState,
        combine: @escaping @Sendable () -> Combination
    ) {
        output = Observable<Combination>.serializedOutput(to: down, subscription)
        isMainActor = down.isMainActor
        state = SubscriptionLocal(count())
        self.count = count
        self.combine = combine
    }

    /// Subscribes to an input, unless an earlier one has ended the result.
    @usableFromInline
    func attach<Value>(
        _ source: Observable<Value>, _ buffer: SubscriptionLocal<ZipBuffer<Value>>, _ subscription: Subscription
    ) {
        if subscription.lifetime.isEnded { return }
        let input = subscription.lifetime.child()
        let inputLifetime = input.lifetime
        let sink = Sink<Value>(
            isMainActor: isMainActor,
            next: { value in
                output.send {
                    if buffer.value.queue.isEmpty { state.value.missing -= 1 }
                    buffer.value.queue.append(value)
                    guard state.value.missing == 0 else { return .nothing }
                    let combination = combine()
                    state.value = count()
                    return .next(combination)
                }
                stopIfOver()
            },
            stop: { termination in
                if case .error = termination { output.stop(termination) }
                output.send {
                    buffer.value.isDone = true
                    if buffer.value.isExhausted { state.value.isOver = true }
                    return .nothing
                }
                inputLifetime.end()
                stopIfOver()
            })
        source.attach(sink, input, function: "zip")
    }

    private func stopIfOver() {
        output.send { state.value.isOver ? .stop(.completed) : .nothing }
    }
}

extension Observable {
    /// The first values of several sequences as a tuple, then the second ones, and so on.
    ///
    /// It completes when one of them has completed and all its values have been used, and fails when one fails. See
    /// [ReactiveX: Zip](https://reactivex.io/documentation/operators/zip.html).
    ///
    /// Values that have no counterpart yet are kept.
    public static func zip<each Source: ObservableConvertibleType>(
        _ sources: repeat each Source
    ) -> Observable where Element == (repeat (each Source).Element) {
        let sources = (repeat (each sources).asObservable())
        return Observable(servesMainActor: true) { down, subscription in
            let buffers = (repeat zipBuffer(for: each sources))
            let inputs = ZippedInputs(
                to: down, subscription,
                count: {
                    var state = ZipState()
                    for buffer in repeat each buffers { state.count(buffer.value) }
                    return state
                },
                combine: { (repeat takeFirst(of: each buffers)) })
            repeat inputs.attach(each sources, each buffers, subscription)
        }
    }

    /// The results of a closure for the first values of several sequences, then for the second ones, and so on.
    ///
    /// - Parameters:
    ///   - sources: The sequences, of any types.
    ///   - transform: Makes a value of one from each, on the thread that sends. An error that it throws ends the
    ///     sequence.
    public static func zip<each Source: ObservableConvertibleType>(
        _ sources: repeat each Source,
        transform: @escaping @Sendable (repeat (each Source).Element) throws -> Element
    ) -> Observable {
        Observable<(repeat (each Source).Element)>.zip(repeat each sources)
            .map { (values: (repeat (each Source).Element)) in try transform(repeat each values) }
    }

    /// The first values of several sequences as an array, then the second ones, and so on. With no sequences it
    /// completes at once.
    public static func zip<Source: ObservableConvertibleType>(
        _ sources: some Collection<Source>
    ) -> Observable where Element == [Source.Element] {
        let sources = sources.map { $0.asObservable() }
        guard !sources.isEmpty else { return empty() }
        return Observable(servesMainActor: true) { down, subscription in
            let buffers = sources.map { zipBuffer(for: $0) }
            let inputs = ZippedInputs(
                to: down, subscription,
                count: { buffers.reduce(into: ZipState()) { $0.count($1.value) } },
                combine: { buffers.map { takeFirst(of: $0) } })
            for (source, buffer) in Swift.zip(sources, buffers) { inputs.attach(source, buffer, subscription) }
        }
    }

    /// The results of a closure for the first values of several sequences, then for the second ones, and so on.
    public static func zip<Source: ObservableConvertibleType>(
        _ sources: some Collection<Source>,
        transform: @escaping @Sendable ([Source.Element]) throws -> Element
    ) -> Observable {
        Observable<[Source.Element]>.zip(sources).map(transform)
    }

    /// The first values of several sequences as an array, then the second ones, and so on: with the type of
    /// the sequences' values before the dot, as in RxSwift.
    @_disfavoredOverload
    public static func zip(
        _ sources: some Collection<some ObservableConvertibleType<Element>>
    ) -> Observable<[Element]> {
        .zip(sources)
    }
}

@usableFromInline
func zipBuffer<Value>(for source: Observable<Value>) -> SubscriptionLocal<ZipBuffer<Value>> {
    SubscriptionLocal(ZipBuffer())
}

/// The first unused value of an input. There is one: this is called only when each input has something.
@usableFromInline
func takeFirst<Value>(of buffer: SubscriptionLocal<ZipBuffer<Value>>) -> Value { buffer.value.queue.popFirst()! }
