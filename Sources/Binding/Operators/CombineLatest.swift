/// What ``Observable/combineLatest(_:)`` counts: the inputs that have not sent anything yet, and those that have not
/// ended.
@usableFromInline
struct CombineLatestState: Sendable {
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
    /// - Returns: Whether there is a combination to send.
    @usableFromInline
    mutating func next(isFirst: Bool) -> Bool {
        if isFirst { missing -= 1 }
        return missing == 0
    }

    /// Notes that an input has completed.
    ///
    /// - Parameter hasSent: Whether it has sent anything; if not, there will be no more combinations.
    /// - Returns: Whether the result completes.
    @usableFromInline
    mutating func completed(hasSent: Bool) -> Bool {
        running -= 1
        return running == 0 || !hasSent
    }
}

/// One subscription to ``Observable/combineLatest(_:)``, with inputs in any number and of any types.
///
/// Code that runs for each of several types is not specialized, and asks the runtime for every generic type that it
/// touches. It therefore does little: it puts a value in its place, for which it needs to know no type but the value's.
/// The rest depends on the type of the combination alone.
@usableFromInline
final class CombineLatestRun<Combination: Sendable>: Sendable {
    @usableFromInline let output: Broadcaster<Combination>
    /// Touched under the output's lock, as are the latest values.
    @usableFromInline let state: SubscriptionLocal<CombineLatestState>
    @usableFromInline let latest: LatestValues
    /// Makes a combination of the latest values. Called under the output's lock, when each input has one.
    @usableFromInline let combine: @Sendable (LatestValues) -> Combination

    @inlinable
    init(
        count: Int, to down: Sink<Combination>, _ subscription: Subscription,
        combine: @escaping @Sendable (LatestValues) -> Combination
    ) {
        output = Observable<Combination>.serializedOutput(to: down, subscription)
        state = SubscriptionLocal(CombineLatestState(inputs: count))
        latest = LatestValues(Array(repeating: nil, count: count))
        self.combine = combine
    }

    /// Takes in a value of an input.
    ///
    /// - Parameter store: Puts the value in its place, under the output's lock, and returns whether it is the input's
    ///   first.
    @inlinable
    func next(_ store: (LatestValues) -> Bool) {
        output.send {
            let isFirst = store(latest)
            return state.value.next(isFirst: isFirst) ? .next(combine(latest)) : .nothing
        }
    }

    /// Takes in the end of an input.
    @inlinable
    func stop(_ termination: Termination, of index: Int) {
        output.send {
            if case .error = termination { return .stop(termination) }
            return state.value.completed(hasSent: latest.value[index] != nil) ? .stop(.completed) : .nothing
        }
    }
}

/// One subscription to ``SharedSequence/combineLatest(_:)-(SharedSequence<Sharing,Value>)`` of drivers, all of it on
/// the main actor. It sends what the drivers have at the end of each change.
@usableFromInline
final class DriverCombination<Combination: Sendable>: DueAtEnd, @unchecked Sendable {
    // Sound as its base class is.

    @usableFromInline let down: Sink<Combination>
    @usableFromInline let lifetime: Lifetime
    @exclusivity(unchecked) @usableFromInline var state: CombineLatestState
    @usableFromInline let latest: LatestValues
    @usableFromInline let combine: @Sendable (LatestValues) -> Combination
    /// Whether there is a combination that has not been sent.
    @exclusivity(unchecked) @usableFromInline var hasNew = false
    @exclusivity(unchecked) @usableFromInline var isOver = false

    @inlinable
    init(
        count: Int, to down: Sink<Combination>, _ subscription: Subscription,
        combine: @escaping @Sendable (LatestValues) -> Combination
    ) {
        self.down = down
        lifetime = subscription.lifetime
        state = CombineLatestState(inputs: count)
        latest = LatestValues(Array(repeating: nil, count: count))
        self.combine = combine
        super.init(isSubscribing: true)
    }

    /// Takes in a value of an input; see ``CombineLatestRun/next(_:)``.
    @inlinable
    func next(_ store: (LatestValues) -> Bool) {
        guard state.next(isFirst: store(latest)) else { return }
        hasNew = true
        isDue()
    }

    /// Takes in the end of an input.
    @inlinable
    func stop(_ termination: Termination, of index: Int) {
        guard state.completed(hasSent: latest.value[index] != nil) else { return }
        isOver = true
        isDue()
    }

    @inlinable
    override func send() {
        if lifetime.isEnded { return }
        if hasNew {
            hasNew = false
            down.next(combine(latest))
        }
        if isOver { down.finish(lifetime) }
    }

    override var sentType: Any.Type { Driver<Combination>.self }
}

/// When several sequences are combined.
@usableFromInline
enum CombinationMoment: Sendable {
    /// With each value of one of them, on the thread that sends it.
    case eachValue
    /// At the end of each change on the main actor. Only for drivers, and sinks that must be called there.
    case endOfChange

    /// What a subscription calls with the inputs' values, with their ends, and once it has subscribed to all.
    @usableFromInline
    typealias Run = (
        next: @Sendable ((LatestValues) -> Bool) -> Void, stop: @Sendable (Termination, Int) -> Void,
        hasSubscribed: () -> Void
    )

    /// Begins to combine inputs.
    @inlinable
    func run<Combination>(
        count: Int, to down: Sink<Combination>, _ subscription: Subscription,
        combine: @escaping @Sendable (LatestValues) -> Combination
    ) -> Run {
        switch self {
        case .eachValue:
            let run = CombineLatestRun(count: count, to: down, subscription, combine: combine)
            return (run.next, run.stop, {})
        case .endOfChange:
            let run = DriverCombination(count: count, to: down, subscription, combine: combine)
            return (run.next, run.stop, run.hasSubscribed)
        }
    }
}

/// The latest values of several inputs, each in an object of its own, whose type its input knows.
@usableFromInline
typealias LatestValues = SubscriptionLocal<[AnyObject?]>

extension SubscriptionLocal<[AnyObject?]> {
    /// Replaces the latest value of an input.
    ///
    /// - Parameter new: The new value; on return the one that it displaces, to be released outside the lock.
    /// - Returns: Whether it is the first, which displaces none.
    @inlinable
    func store<Input>(_ new: inout Input, at index: Int) -> Bool {
        if let place = value[index] {
            swap(&unsafeDowncast(place, to: SubscriptionLocal<Input>.self).value, &new)
            return false
        }
        value[index] = SubscriptionLocal<Input>(new)
        return true
    }

    /// The latest value of an input that has sent one.
    @inlinable
    func load<Input>(at index: Int, as type: Input.Type) -> Input {
        // Present: called only when each input has sent something.
        unsafeDowncast(value[index]!, to: SubscriptionLocal<Input>.self).value
    }
}

extension Observable {
    /// Subscribes to an input, unless an earlier one has ended the result.
    ///
    /// - Parameters:
    ///   - index: Which input it is.
    ///   - next: Takes a value in: see ``CombineLatestRun/next(_:)``.
    @inlinable
    func attachCombined(
        at index: Int, _ subscription: Subscription, isMainActor: Bool, function: StaticString = #function,
        next: @escaping @Sendable ((LatestValues) -> Bool) -> Void,
        stop: @escaping @Sendable (Termination, Int) -> Void
    ) {
        if subscription.lifetime.isEnded { return }
        let input = subscription.lifetime.child()
        let inputLifetime = input.lifetime
        let sink = Sink<Element>(
            isMainActor: isMainActor,
            next: { value in
                var value = value
                next { $0.store(&value, at: index) }
                release(value)
            },
            stop: { termination in
                stop(termination, index)
                inputLifetime.end()
            })
        attach(sink, input, function: function)
    }
}

extension Observable {
    /// The latest values of several sequences as a tuple, each time one of them sends, once all have sent.
    ///
    /// It completes when all have completed, or when one completes without a value, and fails when one fails. See
    /// [ReactiveX: CombineLatest](https://reactivex.io/documentation/operators/combinelatest.html).
    @inlinable
    public static func combineLatest<each Source: ObservableConvertibleType>(
        _ sources: repeat each Source
    ) -> Observable where Element == (repeat (each Source).Element) {
        combination(at: .eachValue, of: repeat (each sources).asObservable())
    }

    /// The latest values of several sequences as a tuple, once all have sent.
    @inlinable
    static func combination<each Value: Sendable>(
        at moment: CombinationMoment, of sources: repeat Observable<each Value>
    ) -> Observable where Element == (repeat each Value) {
        Observable(servesMainActor: true) { down, subscription in
            var count = 0
            for _ in repeat each sources { count += 1 }
            let run = moment.run(count: count, to: down, subscription) { latest in
                var index = 0
                return (repeat latest.load(at: next(&index), as: (each Value).self))
            }
            var index = 0
            repeat (each sources).attachCombined(
                at: next(&index), subscription, isMainActor: down.isMainActor, next: run.next, stop: run.stop)
            run.hasSubscribed()
        }
    }

    /// The results of a closure for the latest values of several sequences, each time one of them sends, once all have
    /// sent.
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

    /// The latest values of several sequences as an array, each time one of them sends, once all have sent.
    ///
    /// With no sequences it sends one empty array, as in RxSwift.
    public static func combineLatest<Source: ObservableConvertibleType>(
        _ sources: some Collection<Source>
    ) -> Observable where Element == [Source.Element] {
        combination(at: .eachValue, of: sources.map { $0.asObservable() })
    }

    /// The latest values of several sequences as an array, once all have sent.
    static func combination<Value: Sendable>(
        at moment: CombinationMoment, of sources: [Observable<Value>]
    ) -> Observable where Element == [Value] {
        guard !sources.isEmpty else { return just([]) }
        return Observable(servesMainActor: true) { down, subscription in
            let count = sources.count
            let run = moment.run(count: count, to: down, subscription) { latest in
                (0..<count).map { latest.load(at: $0, as: Value.self) }
            }
            for (index, source) in sources.enumerated() {
                source.attachCombined(
                    at: index, subscription, isMainActor: down.isMainActor, next: run.next, stop: run.stop)
            }
            run.hasSubscribed()
        }
    }

    /// The results of a closure for the latest values of several sequences, each time one of them sends, once all have
    /// sent.
    public static func combineLatest<Source: ObservableConvertibleType>(
        _ sources: some Collection<Source>,
        transform: @escaping @Sendable ([Source.Element]) throws -> Element
    ) -> Observable {
        Observable<[Source.Element]>.combineLatest(sources).map(transform)
    }

    /// The latest values of several sequences as an array, each time one of them sends, once all have sent: with the type of
    /// the sequences' values before the dot, as in RxSwift.
    @_disfavoredOverload
    public static func combineLatest(
        _ sources: some Collection<some ObservableConvertibleType<Element>>
    ) -> Observable<[Element]> {
        .combineLatest(sources)
    }
}

/// The next index.
@inlinable
func next(_ index: inout Int) -> Int {
    defer { index += 1 }
    return index
}
