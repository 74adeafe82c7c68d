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

    private let values: Observable<Value>
    /// Sets the value, on the main actor.
    let valueSink: Sink<Value>
    private let serializer = MainActorSerializer<Value>()

    /// What the control holds at this moment.
    let content: @MainActor () -> ControlContent<Value>

    /// - Parameters:
    ///   - values: What the control holds, and then its user's changes. Where they come from another thread, they are
    ///     handed on on the main actor.
    ///   - valueSink: Sets the value. Called on the main actor.
    public init(values: some ObservableType<Value>, valueSink: some ObserverType<Value>) {
        let sink = valueSink.mainActorSinkIfAny ?? Sink({ valueSink.on($0) }, isMainActor: true)
        self.init(values: values.asObservable(), valueSink: sink, content: { .unknown })
    }

    init(
        values: Observable<Value>, valueSink: Sink<Value>, content: @escaping @MainActor () -> ControlContent<Value>
    ) {
        self.values = values.onMainActor
        self.valueSink = valueSink
        self.content = content
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
    public var changed: ControlEvent<Value> { ControlEvent(events: values.skip(1).callingOnMainActor) }

    /// The same property without the optional: `nil` from the control becomes a default value.
    ///
    /// - Parameter defaultValue: Called on the main actor each time that a `nil` comes, and at no other time.
    public func replaceNil<Wrapped>(
        with defaultValue: @escaping @MainActor () -> Wrapped
    ) -> ControlProperty<Wrapped> where Value == Wrapped? {
        let unchecked = MainActorDispatcher.unchecked(defaultValue)
        let valueSink = valueSink
        let sink = Sink<Wrapped>(isMainActor: true, next: { valueSink.next($0) }, stop: valueSink.stop)
        return ControlProperty<Wrapped>(
            values: values.map { $0 ?? unchecked() }.callingOnMainActor,
            valueSink: sink,
            content: { [content] in
                switch content() {
                case .value(let value): value.map { .value($0) } ?? .nothing
                case .nothing: .nothing
                case .unknown: .unknown
                }
            })
    }
}

extension ControlPropertyType where Element == String? {
    /// The same property with an empty string in place of `nil`, as in RxCocoa.
    public var orEmpty: ControlProperty<String> {
        asControlProperty().replaceNil { "" }
    }
}

extension Observable {
    /// The same sequence, of which is known that it calls on the main actor what it is attached to by `onMainActor`.
    var callingOnMainActor: Observable {
        Observable(servesMainActor: true) { down, subscription in self.attach(down.onMainActor, subscription) }
    }
}
