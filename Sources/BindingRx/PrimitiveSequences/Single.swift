public import Binding

/// The trait of a ``Single``.
public enum SingleTrait: ValueTrait {}

/// One value or an error: the result of work that each observer starts, such as a request.
///
/// ```swift
/// service.member(1).subscribe(onSuccess: { print($0) }, onFailure: { print($0) }).disposed(by: bag)
/// ```
///
/// The same as [RxSwift's type](https://github.com/ReactiveX/RxSwift/blob/main/Documentation/Traits.md#single). In new
/// code an `async` function says the same: `Single.async` makes a single of one, and `single.value` awaits one.
public typealias Single<Element: Sendable> = PrimitiveSequence<SingleTrait, Element>

/// How a ``Single`` ends.
public typealias SingleEvent<Element> = Result<Element, any Error>

extension PrimitiveSequenceType where Trait == SingleTrait {
    /// What a closure tells the result to.
    public typealias SingleObserver = @Sendable (SingleEvent<Element>) -> Void

    /// A single whose result a closure tells, from any thread.
    ///
    /// See [ReactiveX: Create](https://reactivex.io/documentation/operators/create.html). The first result counts; what
    /// comes after it, from whichever thread, is ignored.
    ///
    /// - Parameter subscribe: Called for each observer, on the thread that subscribes. The disposable that it returns
    ///   is disposed of when the subscription ends, in whichever way.
    public static func create(
        subscribe: @escaping @Sendable (@escaping SingleObserver) -> any Disposable
    ) -> Single<Element> {
        let source = Observable<Element>.create { observer in
            subscribe { event in
                switch event {
                case .success(let element): observer.onNext(element)
                case .failure(let error): observer.onError(error)
                }
            }
        }
        return Single(raw: source.take(1))
    }

    /// The result of an asynchronous call that is made for each observer; see `async`.
    ///
    /// - Parameters:
    ///   - detached: Whether the task inherits nothing, not even task-local values, from where it is subscribed to.
    ///   - priority: The priority of the task.
    ///   - work: The call. Its task is cancelled when the subscription ends.
    @_disfavoredOverload
    public static func create(
        detached: Bool = false, priority: TaskPriority? = nil, work: @escaping @Sendable () async throws -> Element
    ) -> Single<Element> {
        guard detached else { return async(priority: priority, work) }
        return create { single in
            let task = Task.detached(priority: priority) {
                do { single(.success(try await work())) } catch { single(.failure(error)) }
            }
            return Disposables.create { task.cancel() }
        }
    }

    /// The result of an asynchronous call that is made for each observer.
    ///
    /// - Parameters:
    ///   - priority: The priority of the task that makes the call.
    ///   - operation: The call. An error that it throws is sent. Its task is cancelled when the subscription ends.
    public static func async(
        priority: TaskPriority? = nil, _ operation: @escaping @Sendable () async throws -> Element
    ) -> Single<Element> {
        Single(raw: .async(priority: priority, operation))
    }

    /// Calls a closure once, with the value or the error.
    ///
    /// - Parameter observer: Called on the thread that sends.
    /// - Returns: A disposable that ends the subscription, which cancels the work.
    public func subscribe(_ observer: @escaping @Sendable (SingleEvent<Element>) -> Void) -> any Disposable {
        subscribe(observer, onDisposed: nil)
    }

    /// Calls one of two closures once, with the value or the error.
    ///
    /// - Parameters:
    ///   - onSuccess: Called with the value, on the thread that sends.
    ///   - onFailure: Called with the error, on the thread that sends; without it, the error is reported to
    ///     `BindingDiagnostics`.
    ///   - onDisposed: Called once when the subscription has ended, in whichever way.
    /// - Returns: A disposable that ends the subscription, which cancels the work.
    public func subscribe(
        onSuccess: (@Sendable (Element) -> Void)? = nil,
        onFailure: (@Sendable (any Error) -> Void)? = nil,
        onDisposed: (@Sendable () -> Void)? = nil
    ) -> any Disposable {
        subscribe(
            { event in
                switch event {
                case .success(let element): onSuccess?(element)
                case .failure(let error): (onFailure ?? reportUnhandled)(error)
                }
            },
            onDisposed: onDisposed)
    }

    /// Calls closures with an object and the result, if the object lives then.
    ///
    /// - Parameters:
    ///   - object: The object that the closures are called with. It is held weakly.
    ///   - onSuccess: Called with the object and the value, on the thread that sends.
    ///   - onFailure: Called with the object and the error, on the thread that sends; without it, the error is reported
    ///     to `BindingDiagnostics`.
    ///   - onDisposed: Called with the object once when the subscription has ended, in whichever way.
    /// - Returns: A disposable that ends the subscription, which cancels the work.
    public func subscribe<Object: AnyObject & Sendable>(
        with object: Object,
        onSuccess: (@Sendable (Object, Element) -> Void)? = nil,
        onFailure: (@Sendable (Object, any Error) -> Void)? = nil,
        onDisposed: (@Sendable (Object) -> Void)? = nil
    ) -> any Disposable {
        let object = WeakReference(object)
        return subscribe(
            onSuccess: onSuccess.map { object.whileAlive($0) }, onFailure: onFailure.map { object.whileAlive($0) },
            onDisposed: onDisposed.map { object.whileAlive($0) })
    }

    private func subscribe(
        _ observer: @escaping @Sendable (SingleEvent<Element>) -> Void, onDisposed: (@Sendable () -> Void)?
    ) -> any Disposable {
        source.subscribeOnce(
            { result in
                switch result {
                case .value(let element): observer(.success(element))
                case .error(let error): observer(.failure(error))
                case .end: observer(.failure(RxError.noElements))
                }
            },
            onDisposed: onDisposed)
    }

    /// The same single, with closures called on the way.
    ///
    /// See [ReactiveX: Do](https://reactivex.io/documentation/operators/do.html), and `do` of an observable for when
    /// each is called. They are called on the thread that sends, or that subscribes.
    ///
    /// - Parameters:
    ///   - onSuccess: Called with the value. An error that it throws takes its place.
    ///   - afterSuccess: Called with the value that has been passed on. An error that it throws is ignored.
    ///   - onError: Called with the error. An error that it throws takes its place.
    ///   - afterError: Called with the error that has been passed on. An error that it throws is ignored.
    ///   - onSubscribe: Called before the single is subscribed to.
    ///   - onSubscribed: Called when the single has been subscribed to.
    ///   - onDispose: Called once when a subscription has ended, however it ended.
    public func `do`(
        onSuccess: (@Sendable (Element) throws -> Void)? = nil,
        afterSuccess: (@Sendable (Element) throws -> Void)? = nil,
        onError: (@Sendable (any Error) throws -> Void)? = nil,
        afterError: (@Sendable (any Error) throws -> Void)? = nil,
        onSubscribe: (@Sendable () -> Void)? = nil,
        onSubscribed: (@Sendable () -> Void)? = nil,
        onDispose: (@Sendable () -> Void)? = nil
    ) -> Single<Element> {
        Single(
            raw: source.do(
                onNext: onSuccess,
                afterNext: ignoringErrors(afterSuccess),
                onError: onError, afterError: afterError,
                onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose))
    }

    /// The same value as a ``Maybe``.
    public func asMaybe() -> Maybe<Element> { Maybe(raw: source) }
}

extension PrimitiveSequenceType where Trait: ValueTrait {
    /// The end as a ``Completable``, without the value.
    public func asCompletable() -> Completable { Completable(raw: source.ignoreElements()) }
}
