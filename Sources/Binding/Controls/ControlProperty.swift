/// A value that a control shows and its user changes: a source of the user's changes, and an observer that sets it.
public protocol ControlPropertyType<Element>: ObservableType, ObserverType, TwoWayRightSide {
    /// The same property.
    func asControlProperty() -> ControlProperty<Element>
}

extension ControlPropertyType {
    public func asControlProperty() -> ControlProperty<Element> {
        ControlProperty(values: self, valueSink: self)
    }
}

/// A value that a control shows and its user changes.
///
/// As a source it hands a new observer what the control holds, and then what its user makes of it, on the main actor.
/// As an observer it sets the value, on the main actor; setting is no change by the user. Made by
/// ``Reactive/controlProperty(changes:getter:setter:)``, or from any source and observer.
public struct ControlProperty<Value: Sendable>: ControlPropertyType, MainActorObservableType, MainActorObserver,
    SharedSequenceConvertibleType
{
    public typealias Element = Value

    @usableFromInline let values: Observable<Value>
    /// Sets the value, on the main actor.
    @usableFromInline let valueSink: Sink<Value>
    @usableFromInline let serializer = MainActorSerializer<Value>()

    /// All that a control tells, for sinks that must be called on the main actor.
    ///
    /// - Parameter start: What the first is known as.
    @usableFromInline typealias Readings = @Sendable (_ start: ReadingOrigin) -> Observable<ControlReading<Value>>

    /// What the control holds at this moment.
    @usableFromInline let content: @MainActor () -> ControlContent<Value>

    /// What a property tells that is made of another one; `nil` for that of a control itself, whose first value is what
    /// it held.
    @usableFromInline let ownReadings: Readings?
    /// Has edits told that are held back; `nil` where none ever are.
    @usableFromInline let commit: (@MainActor () -> Void)?

    /// - Parameters:
    ///   - values: What the control holds, and then its user's changes. Where they come from another thread, they are
    ///     handed on on the main actor.
    ///   - valueSink: Sets the value. Called on the main actor.
    public init(values: some ObservableType<Value>, valueSink: some ObserverType<Value>) {
        let sink = valueSink.mainActorSinkIfAny ?? Sink({ valueSink.on($0) }, isMainActor: true)
        self.init(values: values.asObservable(), valueSink: sink, content: { .unknown })
    }

    @usableFromInline
    init(
        values: Observable<Value>, valueSink: Sink<Value>, content: @escaping @MainActor () -> ControlContent<Value>
    ) {
        self.values = values.onMainActor
        self.valueSink = valueSink
        self.content = content
        ownReadings = nil
        commit = nil
    }

    /// A property that is made of another one, whose user's edits may be no values, or be held back.
    @inlinable
    init(
        readings: @escaping Readings, valueSink: Sink<Value>,
        content: @escaping @MainActor () -> ControlContent<Value>, commit: (@MainActor () -> Void)?
    ) {
        values = readings(.start).values()
        self.valueSink = valueSink
        self.content = content
        ownReadings = readings
        self.commit = commit
    }

    public func subscribe(_ observer: some ObserverType<Value>) -> any Disposable {
        asObservable().subscribe(observer)
    }

    /// What the control holds, and then its user's changes, on the main actor.
    public func asObservable() -> Observable<Value> {
        values.callingOnMainActor
    }

    /// Sets the value, from any thread.
    public func on(_ event: Event<Value>) {
        serializer.on(event) { valueSink }
    }

    @usableFromInline
    var mainActorSink: Sink<Value>? { valueSink }

    public func asControlProperty() -> ControlProperty<Value> { self }

    /// What the control holds, and then its user's changes, for a view to show.
    public func asDriver() -> Driver<Value> { .init(infallible: values) }

    public func asSharedSequence() -> SharedSequence<DriverSharing, Value> { asDriver() }

    /// The user's changes, without what the control holds at first.
    public var changed: ControlEvent<Value> {
        ControlEvent(events: ownChanges(after: .start) ?? values.skip(1).callingOnMainActor)
    }

    /// The user's changes, where the first value need not be what the control held.
    @inlinable
    func ownChanges(after start: ReadingOrigin) -> Observable<Value>? { ownReadings?(start).values(withFirst: false) }

    @inlinable
    var readings: Readings {
        if let ownReadings { return ownReadings }
        return { [values] start in
            Observable<ControlReading<Value>>(servesMainActor: true) { down, subscription in
                let hasBegun = SubscriptionLocal(false)
                let next = MainActorDispatcher.unchecked { (value: Value) in
                    let later: ReadingOrigin = ControlHolds.isTellingOfWrite ? .answer : .edit
                    let origin = hasBegun.value ? later : start
                    hasBegun.value = true
                    down.next(ControlReading(content: .value(value), origin: origin))
                }
                values.attach(Sink(isMainActor: true, next: next, stop: down.stop), subscription)
            }
        }
    }

    /// The same property without the optional: `nil` from the control becomes a default value.
    ///
    /// - Parameter defaultValue: Called on the main actor each time that a `nil` comes, and at no other time.
    @inlinable
    public func replaceNil<Wrapped>(
        with defaultValue: @escaping @MainActor () -> Wrapped
    ) -> ControlProperty<Wrapped> where Value == Wrapped? {
        let unchecked = MainActorDispatcher.unchecked(defaultValue)
        let valueSink = valueSink
        let sink = Sink<Wrapped>(isMainActor: true, next: { valueSink.next($0) }, stop: valueSink.stop)
        let content: @MainActor () -> ControlContent<Wrapped> = { [content] in
            switch content() {
            case .value(let value): value.map { .value($0) } ?? .nothing
            case .nothing: .nothing
            case .unknown: .unknown
            }
        }
        if let ownReadings {
            return ControlProperty<Wrapped>(
                readings: { ownReadings($0).map { $0.map { $0 ?? unchecked() } }.callingOnMainActor },
                valueSink: sink, content: content, commit: commit)
        }
        return ControlProperty<Wrapped>(
            values: values.map { $0 ?? unchecked() }.callingOnMainActor, valueSink: sink, content: content)
    }
}

extension ControlPropertyType where Element == String? {
    /// The same property with an empty string in place of `nil`, as in RxCocoa.
    @_alwaysEmitIntoClient
    public var orEmpty: ControlProperty<String> {
        asControlProperty().replaceNil { "" }
    }
}

/// Where something comes from that a control has told.
@usableFromInline
enum ReadingOrigin: Sendable {
    /// What the control held when it was subscribed to.
    case start
    /// The same where the left side of a binding is about to take its place.
    case displaced
    /// What its user has made of that.
    case edit
    /// What the control has made of a value that it was given.
    case answer

    /// Whether it was there before anybody did anything.
    @inlinable
    var isFirst: Bool { self == .start || self == .displaced }
}

/// Something that a control has told.
@usableFromInline
struct ControlReading<Value: Sendable>: Sendable {
    @usableFromInline
    enum Content: Sendable {
        case value(Value)
        /// What is no value, with a sentence for the user that says why.
        case unreadable(String)
    }

    @usableFromInline let content: Content
    @usableFromInline let origin: ReadingOrigin

    @inlinable
    init(content: Content, origin: ReadingOrigin) {
        self.content = content
        self.origin = origin
    }

    /// The same with another value.
    @inlinable
    func map<Result>(_ transform: (Value) -> Result) -> ControlReading<Result> {
        switch content {
        case .value(let value): ControlReading<Result>(content: .value(transform(value)), origin: origin)
        case .unreadable(let sentence): ControlReading<Result>(content: .unreadable(sentence), origin: origin)
        }
    }
}

extension Observable {
    /// What can be read of what a control tells, on the main actor.
    ///
    /// - Parameter withFirst: Whether what the control held at first is among it.
    @inlinable
    func values<Value>(withFirst: Bool = true) -> Observable<Value> where Element == ControlReading<Value> {
        Observable<Value>(servesMainActor: true) { down, subscription in
            let sink = Sink<Element>(
                isMainActor: true,
                next: { reading in
                    guard case .value(let value) = reading.content, withFirst || !reading.origin.isFirst else {
                        return
                    }
                    down.next(value)
                },
                stop: down.stop)
            self.attach(sink, subscription)
        }
    }

    /// The same sequence, of which is known that it calls on the main actor what it is attached to by `onMainActor`.
    @inlinable
    var callingOnMainActor: Observable {
        Observable(servesMainActor: true) { down, subscription in self.attach(down.onMainActor, subscription) }
    }
}
