/// A signal of a control that needs an answer, such as a window that asks whether it may close.
///
/// ```swift
/// window.rx.closeRequest.answer(with: self) { controller, _ in controller.mayClose }
/// ```
///
/// Closures are called on the main actor. An observer that only subscribes, as to a ``ControlEvent``, answers with the
/// default; so does every binding that has ended. If several answer, the toolkit decides which answer counts: each has
/// a connection of its own. Made by ``Reactive/controlRequest(default:observe:)``.
public struct ControlRequest<Value: Sendable, Answer: Sendable>: MainActorObservableType,
    SharedSequenceConvertibleType
{
    public typealias Element = Value

    /// Connects until a lifetime ends; `nil` from the closure stands for the default. Called on the main actor.
    private let connect: @MainActor (Lifetime, _ answer: @escaping @Sendable (Value) -> Answer?) -> Void

    fileprivate init(
        _ connect: @escaping @MainActor (Lifetime, _ answer: @escaping @Sendable (Value) -> Answer?) -> Void
    ) {
        self.connect = connect
    }

    /// Answers each request with a closure.
    ///
    /// - Parameter answer: Called on the main actor with each request.
    /// - Returns: A disposable that ends the binding: from then on the answer is the default.
    public func answer(_ answer: @escaping @MainActor (Value) -> Answer) -> any Disposable {
        answering(MainActorDispatcher.unchecked(answer))
    }

    /// Answers each request with a closure called with an object, for as long as the object lives; then with the
    /// default. The object is not kept alive.
    ///
    /// - Parameters:
    ///   - object: The object that the closure is called with. It is held weakly.
    ///   - answer: Called on the main actor with each request.
    /// - Returns: A disposable that ends the binding: from then on the answer is the default.
    public func answer<Object: AnyObject>(
        with object: Object, _ answer: @escaping @MainActor (Object, Value) -> Answer
    ) -> any Disposable {
        let weakObject = WeakReference(object)
        let answer = MainActorDispatcher.unchecked(answer)
        return answering { value in weakObject.object.map { answer($0, value) } }
    }

    private func answering(_ answer: @escaping @Sendable (Value) -> Answer?) -> any Disposable {
        let subscription = Subscription()
        let lifetime = subscription.lifetime
        // Released at the end, though the toolkit may hold its callback until it is disconnected.
        let handler = Guarded<(@Sendable (Value) -> Answer?)?>(answer)
        lifetime.whenEnded(Disposables.create { _ = handler.take() })
        MainActorDispatcher.run { [connect] in
            connect(lifetime) { value in handler.withLock { $0 }?(value) }
        }
        return subscription
    }

    public func subscribe(_ observer: some ObserverType<Value>) -> any Disposable {
        asObservable().subscribe(observer)
    }

    /// The requests, on the main actor; each is answered with the default.
    public func asObservable() -> Observable<Value> {
        source.callingOnMainActor
    }

    /// The requests for a view model or a view to act on; each is answered with the default.
    public func asSignal() -> Signal<Value> { .init(infallible: source) }

    public func asSharedSequence() -> SharedSequence<SignalSharing, Value> { asSignal() }

    private var source: Observable<Value> {
        Observable.connected { [connect] lifetime, send in
            connect(lifetime) { value in
                send(value)
                return nil
            }
        }
    }
}

extension ControlRequest where Value == Void {
    /// Answers each request with a closure without an argument.
    ///
    /// - Parameter answer: Called on the main actor with each request.
    /// - Returns: A disposable that ends the binding: from then on the answer is the default.
    public func answer(_ answer: @escaping @MainActor () -> Answer) -> any Disposable {
        let answer = MainActorDispatcher.unchecked(answer)
        return answering { _ in answer() }
    }

    /// Answers each request with a closure called with an object, for as long as the object lives; then with the
    /// default. The object is not kept alive.
    ///
    /// - Parameters:
    ///   - object: The object that the closure is called with. It is held weakly.
    ///   - answer: Called on the main actor with each request.
    /// - Returns: A disposable that ends the binding: from then on the answer is the default.
    public func answer<Object: AnyObject>(
        with object: Object, _ answer: @escaping @MainActor (Object) -> Answer
    ) -> any Disposable {
        self.answer(with: object) { (object, _: Void) in answer(object) }
    }
}

extension Reactive where Base: AnyObject {
    /// Makes a signal that needs an answer, for authors of controls.
    ///
    /// ```swift
    /// extension Reactive where Base: Window {
    ///     var closeRequest: ControlRequest<Void, Bool> {
    ///         controlRequest(default: true) { window, ask in
    ///             let id = window.connect("close-request") { ask(()) }
    ///             return { [weak window] in window?.disconnect(id) }
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - defaultAnswer: The answer if no binding gives another one.
    ///   - observe: Connects to the control's signal. Called on the main actor for each binding, unless that has ended
    ///     before. Its second argument is a closure that takes a request and returns the answer, and it returns a
    ///     closure that disconnects; see ``controlProperty(observe:getter:setter:property:)``.
    public func controlRequest<Value: Sendable, Answer: Sendable>(
        default defaultAnswer: Answer,
        observe: @escaping @MainActor (Base, _ ask: @escaping @MainActor (Value) -> Answer) -> @MainActor () -> Void
    ) -> ControlRequest<Value, Answer> {
        let weakBase = WeakReference(base)
        return ControlRequest { lifetime, answer in
            guard let base = weakBase.object else { return }
            let ask: @Sendable (Value) -> Answer = { value in
                lifetime.isEnded ? defaultAnswer : answer(value) ?? defaultAnswer
            }
            ControlConnection.open(until: lifetime) { observe(base, ask) }
        }
    }
}
