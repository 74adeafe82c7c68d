public import Binding

/// The trait of a ``Maybe``.
public enum MaybeTrait: ValueTrait {}

/// One value, or none, or an error: what a cache may have, for example.
///
/// The same as [RxSwift's type](https://github.com/ReactiveX/RxSwift/blob/main/Documentation/Traits.md#maybe). In new
/// code it is an `async` function with an optional result.
public typealias Maybe<Element: Sendable> = PrimitiveSequence<MaybeTrait, Element>

/// How a ``Maybe`` ends.
public enum MaybeEvent<Element> {
    /// There is a value.
    case success(Element)
    /// It failed.
    case error(any Error)
    /// There is no value.
    case completed
}

extension MaybeEvent: Sendable where Element: Sendable {}

extension PrimitiveSequenceType where Trait == MaybeTrait {
    /// What a closure tells the result to.
    public typealias MaybeObserver = @Sendable (MaybeEvent<Element>) -> Void

    /// A sequence whose result a closure tells, from any thread.
    ///
    /// See [ReactiveX: Create](https://reactivex.io/documentation/operators/create.html). The first result counts; what
    /// comes after it, from whichever thread, is ignored.
    ///
    /// - Parameter subscribe: Called for each observer, on the thread that subscribes. The disposable that it returns
    ///   is disposed of when the subscription ends, in whichever way.
    public static func create(
        subscribe: @escaping @Sendable (@escaping MaybeObserver) -> any Disposable
    ) -> Maybe<Element> {
        let source = Observable<Element>.create { observer in
            subscribe { event in
                switch event {
                case .success(let element): observer.onNext(element)
                case .error(let error): observer.onError(error)
                case .completed: observer.onCompleted()
                }
            }
        }
        return Maybe(raw: source.take(1))
    }

    /// The end, without a value.
    public static func empty() -> Maybe<Element> { Maybe(raw: .empty()) }

    /// Calls a closure once, with the value, the error or the end.
    ///
    /// - Parameter observer: Called on the thread that sends.
    /// - Returns: A disposable that ends the subscription, which cancels the work.
    public func subscribe(_ observer: @escaping @Sendable (MaybeEvent<Element>) -> Void) -> any Disposable {
        subscribe(observer, onDisposed: nil)
    }

    /// Calls one of three closures once: with the value, with the error, or if there is neither.
    ///
    /// - Parameters:
    ///   - onSuccess: Called with the value, on the thread that sends.
    ///   - onError: Called with the error, on the thread that sends; without it, the error is reported to
    ///     `BindingDiagnostics`.
    ///   - onCompleted: Called if there is no value, on the thread that sends. Not called after a value.
    ///   - onDisposed: Called once when the subscription has ended, in whichever way.
    /// - Returns: A disposable that ends the subscription, which cancels the work.
    public func subscribe(
        onSuccess: (@Sendable (Element) -> Void)? = nil,
        onError: (@Sendable (any Error) -> Void)? = nil,
        onCompleted: (@Sendable () -> Void)? = nil,
        onDisposed: (@Sendable () -> Void)? = nil
    ) -> any Disposable {
        subscribe(
            { event in
                switch event {
                case .success(let element): onSuccess?(element)
                case .error(let error): (onError ?? reportUnhandled)(error)
                case .completed: onCompleted?()
                }
            },
            onDisposed: onDisposed)
    }

    /// Calls closures with an object and the result, if the object lives then.
    ///
    /// - Parameters:
    ///   - object: The object that the closures are called with. It is held weakly.
    ///   - onSuccess: Called with the object and the value, on the thread that sends.
    ///   - onError: Called with the object and the error, on the thread that sends; without it, the error is reported to
    ///     `BindingDiagnostics`.
    ///   - onCompleted: Called with the object if there is no value, on the thread that sends.
    ///   - onDisposed: Called with the object once when the subscription has ended, in whichever way.
    /// - Returns: A disposable that ends the subscription, which cancels the work.
    public func subscribe<Object: AnyObject & Sendable>(
        with object: Object,
        onSuccess: (@Sendable (Object, Element) -> Void)? = nil,
        onError: (@Sendable (Object, any Error) -> Void)? = nil,
        onCompleted: (@Sendable (Object) -> Void)? = nil,
        onDisposed: (@Sendable (Object) -> Void)? = nil
    ) -> any Disposable {
        let object = WeakReference(object)
        return subscribe(
            onSuccess: onSuccess.map { object.whileAlive($0) }, onError: onError.map { object.whileAlive($0) },
            onCompleted: onCompleted.map { object.whileAlive($0) }, onDisposed: onDisposed.map { object.whileAlive($0) }
        )
    }

    private func subscribe(
        _ observer: @escaping @Sendable (MaybeEvent<Element>) -> Void, onDisposed: (@Sendable () -> Void)?
    ) -> any Disposable {
        source.subscribeOnce(
            { result in
                switch result {
                case .value(let element): observer(.success(element))
                case .error(let error): observer(.error(error))
                case .end: observer(.completed)
                }
            },
            onDisposed: onDisposed)
    }

    /// The same sequence, with closures called on the way.
    ///
    /// See [ReactiveX: Do](https://reactivex.io/documentation/operators/do.html), and `do` of an observable for when
    /// each is called. They are called on the thread that sends, or that subscribes.
    ///
    /// - Parameters:
    ///   - onNext: Called with the value. An error that it throws takes its place.
    ///   - afterNext: Called with the value that has been passed on. An error that it throws is ignored.
    ///   - onError: Called with the error. An error that it throws takes its place.
    ///   - afterError: Called with the error that has been passed on. An error that it throws is ignored.
    ///   - onCompleted: Called at the end, as in RxSwift also if there has been a value. An error that it throws takes
    ///     the place of the end.
    ///   - afterCompleted: Called when the end has been passed on. An error that it throws is ignored.
    ///   - onSubscribe: Called before the sequence is subscribed to.
    ///   - onSubscribed: Called when the sequence has been subscribed to.
    ///   - onDispose: Called once when a subscription has ended, however it ended.
    public func `do`(
        onNext: (@Sendable (Element) throws -> Void)? = nil,
        afterNext: (@Sendable (Element) throws -> Void)? = nil,
        onError: (@Sendable (any Error) throws -> Void)? = nil,
        afterError: (@Sendable (any Error) throws -> Void)? = nil,
        onCompleted: (@Sendable () throws -> Void)? = nil,
        afterCompleted: (@Sendable () throws -> Void)? = nil,
        onSubscribe: (@Sendable () -> Void)? = nil,
        onSubscribed: (@Sendable () -> Void)? = nil,
        onDispose: (@Sendable () -> Void)? = nil
    ) -> Maybe<Element> {
        Maybe(
            raw: source.do(
                onNext: onNext,
                afterNext: ignoringErrors(afterNext),
                onError: onError, afterError: afterError, onCompleted: onCompleted, afterCompleted: afterCompleted,
                onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose))
    }

    /// The value, or another one if there is none.
    public func ifEmpty(default element: Element) -> Single<Element> { Single(raw: source.ifEmpty(default: element)) }

    /// The value, or that of another sequence if there is none.
    public func ifEmpty(switchTo other: Maybe<Element>) -> Maybe<Element> {
        Maybe(raw: source.ifEmpty(switchTo: other.source))
    }

    /// The value, or that of a single if there is none.
    public func ifEmpty(switchTo other: Single<Element>) -> Single<Element> {
        Single(raw: source.ifEmpty(switchTo: other.source))
    }

    /// The value as a ``Single``, which fails with `RxError.noElements` if there is none.
    public func asSingle() -> Single<Element> {
        Single(raw: source.ifEmpty(switchTo: Observable.error(RxError.noElements)))
    }
}
