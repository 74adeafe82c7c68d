/// Something that takes the events of a source.
///
/// A source calls an observer for one event at a time, and not at all after an event that ends it.
public protocol ObserverType<Element>: BindingTarget {
    /// What the observer takes.
    associatedtype Element

    /// Takes an event.
    func on(_ event: Event<Element>)
}

extension ObserverType {
    /// Takes a value.
    @inlinable
    public func onNext(_ element: Element) { on(.next(element)) }

    /// Takes an error, which ends the sequence.
    @inlinable
    public func onError(_ error: any Error) { on(.error(error)) }

    /// Takes the end of the sequence.
    @inlinable
    public func onCompleted() { on(.completed) }

    /// An observer of other values, which this one is handed after a closure has changed them.
    ///
    /// - Parameter transform: Changes each value, on the thread that sends it. An error that it throws is handed on as
    ///   one.
    public func mapObserver<Result: Sendable>(
        _ transform: @escaping @Sendable (Result) throws -> Element
    ) -> AnyObserver<Result> {
        AnyObserver { event in on(event.map(transform)) }
    }
}

/// An observer of any kind behind one type.
///
/// ```swift
/// let printer = AnyObserver<Int> { event in print(event) }
/// printer.onNext(1)
/// ```
public struct AnyObserver<Element: Sendable>: ObserverType, MainActorObserver {
    @usableFromInline let handler: @Sendable (Event<Element>) -> Void
    @usableFromInline let mainActorSink: Sink<Element>?

    /// An observer that is a closure.
    ///
    /// - Parameter handler: Called with each event, on the thread that sends it.
    public init(_ handler: @escaping @Sendable (Event<Element>) -> Void) {
        self.handler = handler
        mainActorSink = nil
    }

    /// An observer that is a closure; RxSwift's label.
    @_disfavoredOverload
    public init(eventHandler: @escaping @Sendable (Event<Element>) -> Void) {
        self.init(eventHandler)
    }

    /// An observer that stands for another.
    public init(_ observer: some ObserverType<Element>) {
        handler = { observer.on($0) }
        mainActorSink = observer.mainActorSinkIfAny
    }

    @inlinable
    public func on(_ event: Event<Element>) { handler(event) }
}

/// An observer that may have to be called on the main actor.
///
/// A source that subscribes it sees to that itself, so that nothing that is still on its way there arrives after the
/// subscription has been disposed of.
@usableFromInline
protocol MainActorObserver<Element>: ObserverType {
    /// What is called on the main actor, and must be; `nil` where any thread will do.
    var mainActorSink: Sink<Element>? { get }
}

extension ObserverType {
    @inlinable
    var mainActorSinkIfAny: Sink<Element>? {
        // The usual case. Where the type is known, the compiler answers this, and the costly question is not asked.
        if let binder = self as? Binder<Element> { return binder.sink }
        return (self as? any MainActorObserver<Element>)?.mainActorSink
    }
}

/// An observer of optional values as one of values.
struct OptionalObserver<Element: Sendable, Base: ObserverType<Element?>>: MainActorObserver {
    let base: Base

    init(_ base: Base) {
        self.base = base
    }

    func on(_ event: Event<Element>) { base.on(event.map { $0 }) }

    @usableFromInline
    var mainActorSink: Sink<Element>? {
        guard let sink = base.mainActorSinkIfAny else { return nil }
        return Sink(isMainActor: true, next: { sink.next($0) }, stop: sink.stop)
    }
}
