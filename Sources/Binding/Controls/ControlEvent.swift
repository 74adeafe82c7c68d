/// Anything that converts to a ``ControlEvent``.
public protocol ControlEventType<Element>: ObservableType {
    /// The same event.
    func asControlEvent() -> ControlEvent<Element>
}

/// The actions of a control's user: taps, edits. Its observers are called on the main actor, and nothing is replayed.
///
/// Made by ``Reactive/controlEvent(_:)``, or from any source. An error is a programming error here.
public struct ControlEvent<Value: Sendable>: ControlEventType, MainActorObservableType, SharedSequenceConvertibleType {
    private let source: Observable<Value>

    /// - Parameter events: The events. They are subscribed to on the main actor, as in RxCocoa. Those sent on another
    ///   thread are passed on to the main actor.
    public init(events: some ObservableType<Value>) {
        source = events.asObservable().subscribedOnMainActor
    }

    public func subscribe(_ observer: some ObserverType<Value>) -> any Disposable {
        asObservable().subscribe(observer)
    }

    public func asObservable() -> Observable<Value> {
        source.callingOnMainActor
    }

    /// The same event.
    public func asControlEvent() -> ControlEvent<Value> { self }

    /// The events as state, the latest of which a new observer receives: for events that carry the current state.
    public func asDriver() -> Driver<Value> { .init(infallible: source) }

    /// The events for a view model or a view to act on.
    public func asSignal() -> Signal<Value> { .init(infallible: source) }

    public func asSharedSequence() -> SharedSequence<SignalSharing, Value> { asSignal() }
}

extension SharedSequence {
    /// A sequence from the source of a control, for which an error is a programming error: it is reported as one, and
    /// the sequence completes.
    @usableFromInline
    init(infallible source: Observable<Element>) {
        let recovered = source.recovering { error in
            Termination.error(error).reportErrorInBinding(to: SharedSequence.self)
            return .empty()
        }
        self.init(sharing: recovered)
    }
}
