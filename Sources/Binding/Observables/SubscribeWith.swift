// Closures with an object that is held weakly, in place of `[weak self]`. Closures for the main actor are preferred
// where a source calls there; see ``ObservableType``.

extension ObservableType {
    /// Calls closures with an object and each event, for as long as the object lives.
    ///
    /// The object is not kept alive. Once it is gone, nothing is called any more, even if its deinitialization is what
    /// disposes of the subscription; without `onError`, an error is reported to ``BindingDiagnostics`` even then.
    ///
    /// - Parameters:
    ///   - object: The object that the closures are called with. It is held weakly.
    ///   - onNext: Called with the object and each value, on the thread that sends.
    ///   - onError: Called with the object and the error that ends the sequence.
    ///   - onCompleted: Called with the object when the sequence has completed.
    ///   - onDisposed: Called with the object once when the subscription has ended, in whichever way.
    /// - Returns: A disposable that ends the subscription.
    @_disfavoredOverload
    public func subscribe<Object: AnyObject & Sendable>(
        with object: Object,
        onNext: (@Sendable (Object, Element) -> Void)? = nil,
        onError: (@Sendable (Object, any Error) -> Void)? = nil,
        onCompleted: (@Sendable (Object) -> Void)? = nil,
        onDisposed: (@Sendable (Object) -> Void)? = nil
    ) -> any Disposable {
        let object = WeakReference(object)
        return asObservable().subscribe(
            Sink(
                next: object.whileAlive(onNext ?? { _, _ in }),
                stop: Termination.handler(
                    onError.map { object.whileAlive($0) }, onCompleted.map { object.whileAlive($0) })),
            onDisposed: onDisposed.map { object.whileAlive($0) })
    }

    /// Calls a closure with an object and each value, for as long as the object lives; see ``bind(onNext:)``.
    ///
    /// - Parameters:
    ///   - object: The object that the closure is called with. It is held weakly.
    ///   - onNext: Called with the object and each value, on the thread that sends.
    /// - Returns: A disposable that ends the binding.
    @_disfavoredOverload
    public func bind<Object: AnyObject & Sendable>(
        with object: Object, onNext: @escaping @Sendable (Object, Element) -> Void
    ) -> any Disposable {
        asObservable().subscribe(
            Sink(
                next: WeakReference(object).whileAlive(onNext),
                stop: { $0.reportErrorInBinding(to: (@Sendable (Object, Element) -> Void).self) }))
    }
}

extension MainActorObservableType {
    /// Calls closures with an object and each event, on the main actor, for as long as the object lives.
    ///
    /// The object is not kept alive. Once it is gone, nothing is called any more; without `onError`, an error is
    /// reported to ``BindingDiagnostics`` even then.
    ///
    /// - Parameters:
    ///   - object: The object that the closures are called with. It is held weakly.
    ///   - onNext: Called with the object and each value.
    ///   - onError: Called with the object and the error that ends the sequence.
    ///   - onCompleted: Called with the object when the sequence has completed.
    /// - Returns: A disposable that ends the subscription.
    public func subscribe<Object: AnyObject>(
        with object: Object,
        onNext: (@MainActor (Object, Element) -> Void)? = nil,
        onError: (@MainActor (Object, any Error) -> Void)? = nil,
        onCompleted: (@MainActor (Object) -> Void)? = nil
    ) -> any Disposable {
        subscribe(with: WeakReference(object), onNext, onError, onCompleted, onDisposed: nil)
    }

    /// Calls closures with an object and each event, for as long as the object lives; see
    /// ``subscribe(with:onNext:onError:onCompleted:)``.
    ///
    /// - Parameters:
    ///   - object: The object that the closures are called with. It is held weakly.
    ///   - onNext: Called with the object and each value, on the main actor.
    ///   - onError: Called with the object and the error that ends the sequence, on the main actor.
    ///   - onCompleted: Called with the object when the sequence has completed, on the main actor.
    ///   - onDisposed: Called with the object once when the subscription has ended, on the thread where that happens,
    ///     which is why the object must be `Sendable`, as main-actor classes are.
    /// - Returns: A disposable that ends the subscription.
    public func subscribe<Object: AnyObject & Sendable>(
        with object: Object,
        onNext: (@MainActor (Object, Element) -> Void)? = nil,
        onError: (@MainActor (Object, any Error) -> Void)? = nil,
        onCompleted: (@MainActor (Object) -> Void)? = nil,
        onDisposed: @escaping @Sendable (Object) -> Void
    ) -> any Disposable {
        let object = WeakReference(object)
        return subscribe(with: object, onNext, onError, onCompleted, onDisposed: object.whileAlive { onDisposed($0) })
    }

    private func subscribe<Object: AnyObject>(
        with object: WeakReference<Object>,
        _ onNext: (@MainActor (Object, Element) -> Void)?,
        _ onError: (@MainActor (Object, any Error) -> Void)?,
        _ onCompleted: (@MainActor (Object) -> Void)?,
        onDisposed: (@Sendable () -> Void)?
    ) -> any Disposable {
        let sink = Sink<Element>(
            isMainActor: true,
            next: object.whileAlive(MainActorDispatcher.unchecked(onNext ?? { _, _ in })),
            stop: Termination.handler(
                onError.map { object.whileAlive(MainActorDispatcher.unchecked($0)) },
                onCompleted.map { object.whileAlive(MainActorDispatcher.unchecked($0)) }))
        return asObservable().subscribe(sink, onDisposed: onDisposed)
    }

    /// Calls a closure with an object and each value, on the main actor, for as long as the object lives; see
    /// ``ObservableType/bind(onNext:)``.
    ///
    /// - Parameters:
    ///   - object: The object that the closure is called with. It is held weakly.
    ///   - onNext: Called with the object and each value.
    /// - Returns: A disposable that ends the binding.
    public func bind<Object: AnyObject>(
        with object: Object, onNext: @escaping @MainActor (Object, Element) -> Void
    ) -> any Disposable {
        asObservable().subscribe(
            Sink(
                isMainActor: true,
                next: WeakReference(object).whileAlive(MainActorDispatcher.unchecked(onNext)),
                stop: { $0.reportErrorInBinding(to: (@MainActor (Object, Element) -> Void).self) }))
    }
}
