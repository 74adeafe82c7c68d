public import Binding

/// The trait of a ``Completable``.
public enum CompletableTrait {}

/// The end or an error, without a value: work that has no result, such as an upload.
///
/// ```swift
/// service.upload(image).andThen(service.member(1)).subscribe(onSuccess: { print($0) }).disposed(by: bag)
/// ```
///
/// The same as [RxSwift's type](https://github.com/ReactiveX/RxSwift/blob/main/Documentation/Traits.md#completable). In
/// new code it is an `async` function without a result.
public typealias Completable = PrimitiveSequence<CompletableTrait, Never>

/// How a ``Completable`` ends.
public enum CompletableEvent: Sendable {
    /// It failed.
    case error(any Error)
    /// It is done.
    case completed
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
    /// What a closure tells the result to.
    public typealias CompletableObserver = @Sendable (CompletableEvent) -> Void

    /// Work whose end a closure tells, from any thread.
    ///
    /// See [ReactiveX: Create](https://reactivex.io/documentation/operators/create.html). The first result counts; what
    /// comes after it, from whichever thread, is ignored.
    ///
    /// - Parameter subscribe: Called for each observer, on the thread that subscribes. The disposable that it returns
    ///   is disposed of when the subscription ends, in whichever way.
    public static func create(
        subscribe: @escaping @Sendable (@escaping CompletableObserver) -> any Disposable
    ) -> Completable {
        Completable(
            raw: .create { observer in
                subscribe { event in
                    switch event {
                    case .error(let error): observer.onError(error)
                    case .completed: observer.onCompleted()
                    }
                }
            })
    }

    /// An asynchronous call that is made for each observer, and then the end.
    ///
    /// - Parameters:
    ///   - priority: The priority of the task that makes the call.
    ///   - operation: The call. An error that it throws is sent. Its task is cancelled when the subscription ends.
    public static func async(
        priority: TaskPriority? = nil, _ operation: @escaping @Sendable () async throws -> Void
    ) -> Completable {
        Single<Void>.async(priority: priority, operation).asCompletable()
    }

    /// The end, at once.
    public static func empty() -> Completable { Completable(raw: .empty()) }

    /// Calls a closure once, with the end or the error.
    ///
    /// - Parameter observer: Called on the thread that sends.
    /// - Returns: A disposable that ends the subscription, which cancels the work.
    public func subscribe(_ observer: @escaping @Sendable (CompletableEvent) -> Void) -> any Disposable {
        subscribe(onCompleted: { observer(.completed) }, onError: { observer(.error($0)) })
    }

    /// Calls one of two closures once: at the end, or with the error.
    ///
    /// - Parameters:
    ///   - onCompleted: Called at the end, on the thread that sends.
    ///   - onError: Called with the error, on the thread that sends; without it, the error is reported to
    ///     `BindingDiagnostics`.
    ///   - onDisposed: Called once when the subscription has ended, in whichever way.
    /// - Returns: A disposable that ends the subscription, which cancels the work.
    public func subscribe(
        onCompleted: (@Sendable () -> Void)? = nil,
        onError: (@Sendable (any Error) -> Void)? = nil,
        onDisposed: (@Sendable () -> Void)? = nil
    ) -> any Disposable {
        source.subscribe(onNext: nil, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Calls closures with an object at the end, if the object lives then.
    ///
    /// - Parameters:
    ///   - object: The object that the closures are called with. It is held weakly.
    ///   - onCompleted: Called with the object at the end, on the thread that sends.
    ///   - onError: Called with the object and the error, on the thread that sends; without it, the error is reported to
    ///     `BindingDiagnostics`.
    ///   - onDisposed: Called with the object once when the subscription has ended, in whichever way.
    /// - Returns: A disposable that ends the subscription, which cancels the work.
    public func subscribe<Object: AnyObject & Sendable>(
        with object: Object,
        onCompleted: (@Sendable (Object) -> Void)? = nil,
        onError: (@Sendable (Object, any Error) -> Void)? = nil,
        onDisposed: (@Sendable (Object) -> Void)? = nil
    ) -> any Disposable {
        let object = WeakReference(object)
        return subscribe(
            onCompleted: onCompleted.map { object.whileAlive($0) }, onError: onError.map { object.whileAlive($0) },
            onDisposed: onDisposed.map { object.whileAlive($0) })
    }

    /// The same work, with closures called on the way.
    ///
    /// See [ReactiveX: Do](https://reactivex.io/documentation/operators/do.html), and `do` of an observable for when
    /// each is called. They are called on the thread that sends, or that subscribes.
    ///
    /// - Parameters:
    ///   - onError: Called with the error. An error that it throws takes its place.
    ///   - afterError: Called with the error that has been passed on. An error that it throws is ignored.
    ///   - onCompleted: Called at the end. An error that it throws takes its place.
    ///   - afterCompleted: Called when the end has been passed on. An error that it throws is ignored.
    ///   - onSubscribe: Called before the work is subscribed to.
    ///   - onSubscribed: Called when the work has been subscribed to.
    ///   - onDispose: Called once when a subscription has ended, however it ended.
    public func `do`(
        onError: (@Sendable (any Error) throws -> Void)? = nil,
        afterError: (@Sendable (any Error) throws -> Void)? = nil,
        onCompleted: (@Sendable () throws -> Void)? = nil,
        afterCompleted: (@Sendable () throws -> Void)? = nil,
        onSubscribe: (@Sendable () -> Void)? = nil,
        onSubscribed: (@Sendable () -> Void)? = nil,
        onDispose: (@Sendable () -> Void)? = nil
    ) -> Completable {
        Completable(
            raw: source.do(
                onError: onError, afterError: afterError, onCompleted: onCompleted, afterCompleted: afterCompleted,
                onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose))
    }
}
