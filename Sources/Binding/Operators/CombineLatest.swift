/// What ``Observable/combineLatest(_:)`` knows of its inputs: the latest values, each in an object of its own, whose type
/// its input knows, and how many inputs have not sent anything yet, or have not ended.
@usableFromInline
struct CombineLatestState {
    @usableFromInline var latest: LatestValues
    /// The inputs that have not sent anything yet.
    @usableFromInline var missing: Int
    /// The inputs that have not ended.
    private var running: Int

    @usableFromInline
    init(inputs: Int) {
        latest = LatestValues(inputs)
        missing = inputs
        running = inputs
    }

    /// Replaces the latest value of an input.
    ///
    /// - Parameter new: The new value; on return the one that it displaces, if any, to be released outside the lock.
    /// - Returns: Whether there is a combination to send.
    @inlinable
    mutating func store<Input>(_ new: inout Input, at index: Int) -> Bool {
        if let place = latest[index] {
            swap(&unsafeDowncast(place, to: SubscriptionLocal<Input>.self).value, &new)
        } else {
            latest[index] = SubscriptionLocal<Input>(new)
            missing -= 1
        }
        return missing == 0
    }

    /// The latest value of an input that has sent one.
    @inlinable
    func load<Input>(at index: Int, as type: Input.Type) -> Input {
        // Present: called only when each input has sent something.
        unsafeDowncast(latest[index]!, to: SubscriptionLocal<Input>.self).value
    }

    /// Notes that an input has completed. If it has not sent anything, there will be no more combinations.
    ///
    /// - Returns: Whether the result completes.
    @usableFromInline
    mutating func completed(at index: Int) -> Bool {
        running -= 1
        return running == 0 || latest[index] == nil
    }
}

/// The objects with the latest values of inputs. Those of two, which most combinations have, need no storage of their own.
@usableFromInline
struct LatestValues {
    @usableFromInline var first: AnyObject?
    @usableFromInline var second: AnyObject?
    @usableFromInline var others: [AnyObject?]

    /// - Parameter count: The number of inputs.
    @usableFromInline
    init(_ count: Int) {
        others = count > 2 ? Array(repeating: nil, count: count - 2) : []
    }

    @inlinable
    subscript(_ index: Int) -> AnyObject? {
        get {
            switch index {
            case 0: first
            case 1: second
            default: others[index - 2]
            }
        }
        set {
            switch index {
            case 0: first = newValue
            case 1: second = newValue
            default: others[index - 2] = newValue
            }
        }
    }
}

/// What combines inputs that are subscribed to.
@usableFromInline
protocol CombiningRun: AnyObject, Sendable {
    /// Whether relays and subjects among the inputs last as long as this does.
    var hasLastingSources: Bool { get }

    /// Takes in a value of an input.
    ///
    /// - Parameter store: Puts the value in its place, and returns whether there is a combination to send.
    func next(_ store: (inout CombineLatestState) -> Bool)

    /// Takes in the end of an input.
    func stop(_ termination: Termination, of index: Int)

    /// Called when all inputs have been subscribed to.
    func hasSubscribed()
}

/// One subscription to ``Observable/combineLatest(_:)``, with inputs in any number and of any types.
///
/// Code that runs for each of several types is not specialized, and asks the runtime for every generic type that it
/// touches. It therefore does little: it puts a value in its place, for which it needs to know no type but the value's.
/// The rest depends on the type of the combination alone.
@usableFromInline
final class CombineLatestRun<Combination: Sendable>: CombiningRun, @unchecked Sendable {
    // Sound: `state` is accessed under the output's lock.

    @usableFromInline let output: Broadcaster<Combination>
    @exclusivity(unchecked) @usableFromInline var state: CombineLatestState
    /// Makes a combination of the latest values. Called under the output's lock, when each input has one.
    @usableFromInline let combine: @Sendable (inout CombineLatestState) -> Combination

    @inlinable
    init(
        count: Int, to down: Sink<Combination>, _ subscription: Subscription,
        combine: @escaping @Sendable (inout CombineLatestState) -> Combination
    ) {
        output = Observable<Combination>.serializedOutput(to: down, subscription)
        state = CombineLatestState(inputs: count)
        self.combine = combine
    }

    @inlinable
    var hasLastingSources: Bool { false }

    @inlinable
    func next(_ store: (inout CombineLatestState) -> Bool) {
        output.send { store(&state) ? .next(combine(&state)) : .nothing }
    }

    @inlinable
    func stop(_ termination: Termination, of index: Int) {
        output.send {
            if case .error = termination { return .stop(termination) }
            return state.completed(at: index) ? .stop(.completed) : .nothing
        }
    }

    @inlinable
    func hasSubscribed() {}
}

/// One subscription to ``SharedSequence/combineLatest(_:)-(SharedSequence<Sharing,Value>)`` of drivers, all of it on
/// the main actor. It sends what the drivers have at the end of each change.
@usableFromInline
final class DriverCombination<Combination: Sendable>: DueAtEnd, CombiningRun, @unchecked Sendable {
    // Sound as its base class is.

    @usableFromInline let down: Sink<Combination>
    @usableFromInline let lifetime: Lifetime
    @exclusivity(unchecked) @usableFromInline var state: CombineLatestState
    @usableFromInline let combine: @Sendable (inout CombineLatestState) -> Combination
    /// Whether there is a combination that has not been sent.
    @exclusivity(unchecked) @usableFromInline var hasNew = false
    @exclusivity(unchecked) @usableFromInline var isOver = false

    @inlinable
    init(
        count: Int, to down: Sink<Combination>, _ subscription: Subscription,
        combine: @escaping @Sendable (inout CombineLatestState) -> Combination
    ) {
        self.down = down
        lifetime = subscription.lifetime
        state = CombineLatestState(inputs: count)
        self.combine = combine
        super.init(isSubscribing: true)
    }

    /// Only relays are drivers by themselves.
    @inlinable
    var hasLastingSources: Bool { true }

    @inlinable
    func next(_ store: (inout CombineLatestState) -> Bool) {
        guard store(&state) else { return }
        hasNew = true
        isDue()
    }

    @inlinable
    func stop(_ termination: Termination, of index: Int) {
        guard state.completed(at: index) else { return }
        isOver = true
        isDue()
    }

    @inlinable
    override func send() {
        if lifetime.isEnded { return }
        if hasNew {
            hasNew = false
            down.next(combine(&state))
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

    /// Begins to combine inputs.
    @inlinable
    func run<Combination>(
        count: Int, to down: Sink<Combination>, _ subscription: Subscription,
        combine: @escaping @Sendable (inout CombineLatestState) -> Combination
    ) -> any CombiningRun {
        switch self {
        case .eachValue: CombineLatestRun(count: count, to: down, subscription, combine: combine)
        case .endOfChange: DriverCombination(count: count, to: down, subscription, combine: combine)
        }
    }
}

/// An input that is subscribed to: one object for both closures of its sink.
@usableFromInline
final class CombinedInput<Value: Sendable>: Sendable {
    @usableFromInline let run: any CombiningRun
    @usableFromInline let index: Int
    /// The input's own.
    @usableFromInline let lifetime: Lifetime?

    @inlinable
    init(_ run: any CombiningRun, _ index: Int, _ lifetime: Lifetime?) {
        self.run = run
        self.index = index
        self.lifetime = lifetime
    }

    @inlinable
    func next(_ value: Value) {
        var value = value
        run.next { $0.store(&value, at: index) }
        release(value)
    }

    @inlinable
    func stop(_ termination: Termination) {
        run.stop(termination, of: index)
        lifetime?.end()
    }
}

extension Observable {
    /// Subscribes to an input, unless an earlier one has ended the result.
    ///
    /// - Parameter index: Which input it is.
    @inlinable
    func attachCombined(
        at index: Int, _ run: any CombiningRun, _ subscription: Subscription, isMainActor: Bool,
        function: StaticString = #function
    ) {
        if subscription.lifetime.isEnded { return }
        let own = isSource && run.hasLastingSources ? nil : subscription.lifetime.child()
        let input = CombinedInput<Element>(run, index, own?.lifetime)
        attach(
            Sink(isMainActor: isMainActor, next: { input.next($0) }, stop: { input.stop($0) }), own ?? subscription,
            function: function)
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
                at: next(&index), run, subscription, isMainActor: down.isMainActor)
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
                source.attachCombined(at: index, run, subscription, isMainActor: down.isMainActor)
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
