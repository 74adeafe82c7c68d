/// Something that receives the events of a source.
///
/// A source calls an observer with one event at a time, and not after an event that ends the sequence.
public protocol ObserverType<Element>: BindingTarget {
    /// The type of the values that the observer receives.
    associatedtype Element

    /// Receives an event.
    func on(_ event: Event<Element>)
}

extension ObserverType {
    /// Receives a value.
    @inlinable
    public func onNext(_ element: Element) { on(.next(element)) }

    /// Receives an error, which ends the sequence.
    @inlinable
    public func onError(_ error: any Error) { on(.error(error)) }

    /// Receives the completion of the sequence.
    @inlinable
    public func onCompleted() { on(.completed) }

    /// An observer of another type of values, which are passed to this one after a closure has transformed them.
    ///
    /// - Parameter transform: Transforms each value, on the thread that sends it. An error that it throws is passed on
    ///   as an `error` event.
    public func mapObserver<Result: Sendable>(
        _ transform: @escaping @Sendable (Result) throws -> Element
    ) -> AnyObserver<Result> {
        AnyObserver { event in on(event.map(transform)) }
    }
}

/// A type-erased observer.
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

    /// An observer that is a closure, with RxSwift's label.
    @_disfavoredOverload
    public init(eventHandler: @escaping @Sendable (Event<Element>) -> Void) {
        self.init(eventHandler)
    }

    /// An observer that wraps another.
    public init(_ observer: some ObserverType<Element>) {
        handler = { observer.on($0) }
        mainActorSink = observer.mainActorSinkIfAny
    }

    @inlinable
    public func on(_ event: Event<Element>) { handler(event) }
}

/// An observer that may have to be called on the main actor.
///
/// The source that it subscribes to takes care of that itself, so that nothing still on its way there arrives after the
/// subscription has been disposed of.
@usableFromInline
protocol MainActorObserver<Element>: ObserverType {
    /// The sink that must be called on the main actor; `nil` if any thread will do.
    var mainActorSink: Sink<Element>? { get }
}

extension ObserverType {
    @inlinable
    var mainActorSinkIfAny: Sink<Element>? {
        // The usual case. If the type is known, the compiler resolves this, and the costly cast is avoided.
        if let binder = self as? Binder<Element> { return binder.observingSink }
        return (self as? any MainActorObserver<Element>)?.mainActorSink
    }
}
