public import Binding

/// A sequence that does not fail, from any thread, for any number of observers, each of which starts it anew.
///
/// ```swift
/// let clock = Infallible<Int>.interval(.seconds(1))
/// clock.subscribe(onNext: { print($0) }).disposed(by: bag)
/// ```
///
/// It is an observable with another type: the operators are those of `Observable`, and call their closures where that
/// one's would. The same as RxSwift's type. In contrast to a `Driver` or a `Signal`, it calls on no actor, and shares
/// nothing.
///
/// Some operators take, as RxSwift's do, sequences of other types or closures that throw. An error that comes from there
/// ends the sequence, and is reported to `BindingDiagnostics`.
public struct Infallible<Element: Sendable>: InfallibleType {
    @usableFromInline let source: Observable<Element>

    /// - Parameter source: A sequence that does not fail.
    @inlinable
    init(_ source: Observable<Element>) {
        self.source = source
    }

    /// The same sequence as an `Observable`.
    @inlinable
    public func asObservable() -> Observable<Element> { source }
}

/// A sequence that does not fail, whose operators do not fail either: an ``Infallible``.
public protocol InfallibleType<Element>: ObservableConvertibleType {}

/// A value that an ``Infallible`` sends, or its end.
public enum InfallibleEvent<Element> {
    /// The next value.
    case next(Element)
    /// There are no more values. Nothing comes after this.
    case completed
}

extension InfallibleEvent: Sendable where Element: Sendable {}

extension InfallibleEvent {
    /// The same event of an observable.
    public var event: Event<Element> {
        switch self {
        case .next(let element): .next(element)
        case .completed: .completed
        }
    }
}

extension Infallible {
    /// What a closure sends the events to.
    public typealias InfallibleObserver = @Sendable (InfallibleEvent<Element>) -> Void

    /// A sequence whose events a closure sends, from any thread.
    ///
    /// See [ReactiveX: Create](https://reactivex.io/documentation/operators/create.html). Whichever threads it sends
    /// from, an observer is called with one event at a time, and not after the end.
    ///
    /// - Parameter subscribe: Called for each observer, on the thread that subscribes. The disposable that it returns
    ///   is disposed of when the subscription ends, in whichever way.
    public static func create(
        subscribe: @escaping @Sendable (@escaping InfallibleObserver) -> any Disposable
    ) -> Infallible {
        Infallible(.create { observer in subscribe { observer.on($0.event) } })
    }
}

extension InfallibleType {
    /// Calls closures with each value and at the end.
    ///
    /// - Parameters:
    ///   - onNext: Called with each value, on the thread that sends.
    ///   - onCompleted: Called at the end, on the thread that sends.
    ///   - onDisposed: Called once when the subscription has ended, in whichever way.
    /// - Returns: A disposable that ends the subscription.
    @inlinable
    public func subscribe(
        onNext: (@Sendable (Element) -> Void)? = nil,
        onCompleted: (@Sendable () -> Void)? = nil,
        onDisposed: (@Sendable () -> Void)? = nil
    ) -> any Disposable {
        asObservable().subscribe(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Calls closures with an object, with each value and at the end, for as long as the object lives.
    ///
    /// - Parameters:
    ///   - object: The object that the closures are called with. It is held weakly.
    ///   - onNext: Called with the object and each value, on the thread that sends.
    ///   - onCompleted: Called with the object at the end, on the thread that sends.
    ///   - onDisposed: Called with the object once when the subscription has ended, in whichever way.
    /// - Returns: A disposable that ends the subscription.
    public func subscribe<Object: AnyObject & Sendable>(
        with object: Object,
        onNext: (@Sendable (Object, Element) -> Void)? = nil,
        onCompleted: (@Sendable (Object) -> Void)? = nil,
        onDisposed: (@Sendable (Object) -> Void)? = nil
    ) -> any Disposable {
        asObservable().subscribe(with: object, onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Calls a closure with each event.
    ///
    /// - Parameter on: Called on the thread that sends.
    /// - Returns: A disposable that ends the subscription.
    public func subscribe(_ on: @escaping @Sendable (InfallibleEvent<Element>) -> Void) -> any Disposable {
        subscribe(onNext: { on(.next($0)) }, onCompleted: { on(.completed) })
    }

    /// Calls a closure with each value.
    ///
    /// - Parameter onNext: Called on the thread that sends.
    /// - Returns: A disposable that ends the binding.
    @inlinable
    public func bind(onNext: @escaping @Sendable (Element) -> Void) -> any Disposable { subscribe(onNext: onNext) }

    /// Binds targets: observers, relays, binders, which are called where they belong.
    ///
    /// - Returns: A disposable that ends the binding.
    @inlinable
    public func bind<Target: BindingTarget<Element>>(to targets: Target...) -> any Disposable {
        let source = asObservable()
        return Disposables.create(targets.map { source.bind(to: $0) })
    }

    /// The values as an asynchronous sequence, to be read with `for await`.
    ///
    /// The subscription begins here, and ends when the task that reads is cancelled or the result is dropped. All values
    /// are kept until they are read.
    public var values: AsyncStream<Element> {
        AsyncStream { continuation in
            let subscription = subscribe(
                onNext: { continuation.yield($0) }, onCompleted: { continuation.finish() },
                onDisposed: { continuation.finish() })
            continuation.onTermination = { _ in subscription.dispose() }
        }
    }
}
