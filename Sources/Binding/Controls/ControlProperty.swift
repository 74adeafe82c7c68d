internal import CBindingPlatform

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
/// As a source it sends a new observer the control's value, then the user's changes, on the main actor. As an observer
/// it sets the value, on the main actor; setting does not count as a change by the user. Made by
/// ``Reactive/controlProperty(changes:getter:setter:property:)``, or from any source and observer.
public struct ControlProperty<Value: Sendable>: ControlPropertyType, MainActorObservableType, MainActorObserver,
    DriverConvertibleType
{
    public typealias Element = Value

    @usableFromInline let values: Observable<Value>
    /// Whether the first value counts as the initial one whenever it comes, and not only during the subscription.
    @usableFromInline let sendsInitialValueLater: Bool
    /// Sets the value, on the main actor.
    @usableFromInline let valueSink: Sink<Value>
    @usableFromInline let serializer = MainActorSerializer<Value>()

    /// Everything that a control reports, for sinks that must be called on the main actor.
    ///
    /// - Parameter start: The origin of the first reading.
    @usableFromInline typealias Readings = @Sendable (_ start: ReadingOrigin) -> Observable<ControlReading<Value>>

    /// The control's current content.
    @usableFromInline let content: @MainActor () -> ControlContent<Value>

    /// The readings of a property that is derived from another one; `nil` for the property of a control itself, whose
    /// first value is the control's current one.
    @usableFromInline let ownReadings: Readings?
    /// The edits that are held back; `nil` if none ever are.
    @usableFromInline let heldBack: HeldBack?
    /// The object and its property, if they are known.
    @usableFromInline let identity: ControlIdentity?

    /// - Parameters:
    ///   - values: The control's value, then its user's changes. A value that is sent during the subscription counts as
    ///     the control's initial one; without such a value, all are the user's changes. It is subscribed to on the main
    ///     actor, as in RxCocoa. Values sent on another thread are passed on to the main actor.
    ///   - valueSink: Sets the control's value. Called on the main actor.
    ///   - sendsInitialValueLater: Whether the initial value may come after the subscription, from a source on another
    ///     thread or scheduler. The first value then counts as the initial one, whenever it comes.
    public init(
        values: some ObservableType<Value>, valueSink: some ObserverType<Value>, sendsInitialValueLater: Bool = false
    ) {
        let sink = valueSink.mainActorSinkIfAny ?? Sink({ valueSink.on($0) }, isMainActor: true)
        self.init(
            values: values.asObservable().subscribedOnMainActor, sendsInitialValueLater: sendsInitialValueLater,
            valueSink: sink, content: { .unknown }, identity: nil)
    }

    /// - Parameter sendsInitialValueLater: Is `true` for the properties of controls in this library, which always have an
    ///   initial value, but may be subscribed to on another thread.
    @usableFromInline
    init(
        values: Observable<Value>, sendsInitialValueLater: Bool = true, valueSink: Sink<Value>,
        content: @escaping @MainActor () -> ControlContent<Value>, identity: ControlIdentity?
    ) {
        self.values = values.onMainActor
        self.sendsInitialValueLater = sendsInitialValueLater
        self.valueSink = valueSink
        self.content = content
        ownReadings = nil
        heldBack = nil
        self.identity = identity
    }

    /// A property derived from another one, whose user's edits may not be valid values, or may be held back.
    @inlinable
    init(
        readings: @escaping Readings, valueSink: Sink<Value>,
        content: @escaping @MainActor () -> ControlContent<Value>, heldBack: HeldBack?,
        identity: ControlIdentity?
    ) {
        values = readings(.start).values()
        sendsInitialValueLater = false
        self.valueSink = valueSink
        self.content = content
        ownReadings = readings
        self.heldBack = heldBack
        self.identity = identity
    }

    public func subscribe(_ observer: some ObserverType<Value>) -> any Disposable {
        asObservable().subscribe(observer)
    }

    /// The control's value, then its user's changes, on the main actor.
    public func asObservable() -> Observable<Value> {
        values.callingOnMainActor
    }

    /// Sets the value, from any thread.
    public func on(_ event: Event<Value>) {
        serializer.on(event) { valueSink }
    }

    @usableFromInline
    var mainActorSink: Sink<Value>? {
        if binding_inspects() { Inspection.noteTarget(serializer) }
        return valueSink
    }

    public func asControlProperty() -> ControlProperty<Value> { self }

    /// The control's value, then its user's changes, for a view to show.
    public func asDriver() -> Driver<Value> { .init(infallible: values) }

    public func asSharedSequence() -> SharedSequence<DriverSharing, Value> { asDriver() }

    /// The user's changes, without the control's initial value.
    public var changed: ControlEvent<Value> {
        ControlEvent(events: changes(after: .start) ?? values.skip(1).callingOnMainActor)
    }

    /// The user's changes; `nil` if they are all values but the first.
    @inlinable
    func changes(after start: ReadingOrigin) -> Observable<Value>? {
        sendsInitialValueLater ? nil : readings(start).values(withFirst: false)
    }

    @inlinable
    var readings: Readings {
        if let ownReadings { return ownReadings }
        return { [values, sendsInitialValueLater] start in
            Observable<ControlReading<Value>>(servesMainActor: true) { down, subscription in
                let hasBegun = SubscriptionLocal(false)
                let next = MainActorDispatcher.unchecked { (value: Value) in
                    let later: ReadingOrigin = ControlHolds.isTellingOfWrite ? .answer : .edit
                    let origin = hasBegun.value ? later : start
                    hasBegun.value = true
                    down.next(ControlReading(content: .value(value), origin: origin))
                }
                let sink = Sink(isMainActor: true, next: next, stop: down.stop)
                if sendsInitialValueLater { return values.attach(sink, subscription) }
                let lifetime = subscription.lifetime
                MainActorDispatcher.run {
                    if lifetime.isEnded { return }
                    values.attach(sink, lifetime.child())
                    hasBegun.value = true
                }
            }
        }
    }

    /// The same property, unwrapped: `nil` from the control becomes a default value.
    ///
    /// - Parameter defaultValue: Called on the main actor each time a `nil` arrives, and at no other time.
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
                valueSink: sink, content: content, heldBack: heldBack, identity: identity)
        }
        return ControlProperty<Wrapped>(
            values: values.map { $0 ?? unchecked() }.callingOnMainActor,
            sendsInitialValueLater: sendsInitialValueLater, valueSink: sink, content: content, identity: identity)
    }
}

extension ControlPropertyType where Element == String? {
    /// The same property with an empty string in place of `nil`, as in RxCocoa.
    @_alwaysEmitIntoClient
    public var orEmpty: ControlProperty<String> {
        asControlProperty().replaceNil { "" }
    }
}

/// The origin of a reading of a control.
@usableFromInline
enum ReadingOrigin: Sendable {
    /// The value that the control held when it was subscribed to.
    case start
    /// The same, when the left side of a binding is about to replace it.
    case displaced
    /// An edit of its user.
    case edit
    /// What the control has made of a value written to it.
    case answer

    /// Whether it is the initial value, before any change.
    @inlinable
    var isFirst: Bool { self == .start || self == .displaced }
}

/// A value, or an input that is none, that a control has reported.
@usableFromInline
struct ControlReading<Value: Sendable>: Sendable {
    @usableFromInline
    enum Content: Sendable {
        case value(Value)
        /// Input that is not a value, with a sentence for the user that says why.
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
    /// The values among a control's readings, on the main actor.
    ///
    /// - Parameter withFirst: Whether the control's initial value is included.
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

    /// The same sequence, which is known to call its sinks on the main actor.
    @inlinable
    var callingOnMainActor: Observable {
        Observable(servesMainActor: true) { down, subscription in self.attach(down.onMainActor, subscription) }
    }
}
