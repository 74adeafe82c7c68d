extension SharedSequence where Sharing == DriverSharing {
    /// Calls a closure on the main actor: with the latest value at once, and with each later one.
    ///
    /// - Parameter onNext: Called with each value.
    /// - Returns: A disposable that ends the subscription. Dropping it does not; put it into a ``DisposeBag``.
    @inlinable
    public consuming func drive(onNext: @escaping @MainActor (Element) -> Void) -> any Disposable {
        run(onNext: onNext)
    }

    /// Calls closures on the main actor: with the latest value at once, and with each later one.
    ///
    /// - Parameters:
    ///   - onNext: Called with each value.
    ///   - onCompleted: Called when the sequence has completed.
    ///   - onDisposed: Called once when the subscription has ended, on the thread where that happens.
    /// - Returns: A disposable that ends the subscription. Dropping it does not; put it into a ``DisposeBag``.
    public consuming func drive(
        onNext: (@MainActor (Element) -> Void)? = nil,
        onCompleted: (@MainActor () -> Void)? = nil,
        onDisposed: (@Sendable () -> Void)? = nil
    ) -> any Disposable {
        run(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Calls closures with an object and each event, on the main actor, for as long as the object lives.
    ///
    /// The object is not kept alive; once it is gone, nothing is called any more.
    ///
    /// - Parameters:
    ///   - object: The object that the closures are called with. It is held weakly.
    ///   - onNext: Called with the object and each value.
    ///   - onCompleted: Called with the object when the sequence has completed.
    /// - Returns: A disposable that ends the subscription.
    public consuming func drive<Object: AnyObject>(
        with object: Object,
        onNext: (@MainActor (Object, Element) -> Void)? = nil,
        onCompleted: (@MainActor (Object) -> Void)? = nil
    ) -> any Disposable {
        run(with: WeakReference(object), onNext: onNext, onCompleted: onCompleted, onDisposed: nil)
    }

    /// Calls closures with an object and each event, for as long as the object lives.
    ///
    /// The object is not kept alive; once it is gone, nothing is called any more, even if its deinitialization is what
    /// disposes of the subscription.
    ///
    /// - Parameters:
    ///   - object: The object that the closures are called with. It is held weakly.
    ///   - onNext: Called with the object and each value, on the main actor.
    ///   - onCompleted: Called with the object when the sequence has completed, on the main actor.
    ///   - onDisposed: Called with the object once when the subscription has ended, on the thread where that happens,
    ///     which is why the object must be `Sendable`, as main-actor classes are.
    /// - Returns: A disposable that ends the subscription.
    public consuming func drive<Object: AnyObject & Sendable>(
        with object: Object,
        onNext: (@MainActor (Object, Element) -> Void)? = nil,
        onCompleted: (@MainActor (Object) -> Void)? = nil,
        onDisposed: @escaping @Sendable (Object) -> Void
    ) -> any Disposable {
        let object = WeakReference(object)
        return run(
            with: object, onNext: onNext, onCompleted: onCompleted, onDisposed: object.whileAlive { onDisposed($0) })
    }

    /// Binds a target: an observer on the main actor, a relay, a part of one. A relay is kept alive.
    @inlinable
    public consuming func drive(_ target: some BindingTarget<Element>) -> any Disposable {
        target.takeOnMainActor(from: self)
    }

    /// Binds a target of optional values.
    @inlinable
    public consuming func drive(_ target: some BindingTarget<Element?>) -> any Disposable {
        let optional: SharedSequence<Sharing, Element?> = map { $0 }
        return target.takeOnMainActor(from: optional)
    }
}

extension SharedSequence where Sharing == SignalSharing {
    /// Calls a closure on the main actor with each value from now on.
    ///
    /// - Parameter onNext: Called with each value.
    /// - Returns: A disposable that ends the subscription. Dropping it does not; put it into a ``DisposeBag``.
    @inlinable
    public consuming func emit(onNext: @escaping @MainActor (Element) -> Void) -> any Disposable {
        run(onNext: onNext)
    }

    /// Calls closures on the main actor with each value from now on.
    ///
    /// - Parameters:
    ///   - onNext: Called with each value.
    ///   - onCompleted: Called when the sequence has completed.
    ///   - onDisposed: Called once when the subscription has ended, on the thread where that happens.
    /// - Returns: A disposable that ends the subscription. Dropping it does not; put it into a ``DisposeBag``.
    public consuming func emit(
        onNext: (@MainActor (Element) -> Void)? = nil,
        onCompleted: (@MainActor () -> Void)? = nil,
        onDisposed: (@Sendable () -> Void)? = nil
    ) -> any Disposable {
        run(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Calls closures with an object and each event, on the main actor, for as long as the object lives.
    ///
    /// The object is not kept alive; once it is gone, nothing is called any more.
    ///
    /// - Parameters:
    ///   - object: The object that the closures are called with. It is held weakly.
    ///   - onNext: Called with the object and each value.
    ///   - onCompleted: Called with the object when the sequence has completed.
    /// - Returns: A disposable that ends the subscription.
    public consuming func emit<Object: AnyObject>(
        with object: Object,
        onNext: (@MainActor (Object, Element) -> Void)? = nil,
        onCompleted: (@MainActor (Object) -> Void)? = nil
    ) -> any Disposable {
        run(with: WeakReference(object), onNext: onNext, onCompleted: onCompleted, onDisposed: nil)
    }

    /// Calls closures with an object and each event, for as long as the object lives.
    ///
    /// The object is not kept alive; once it is gone, nothing is called any more, even if its deinitialization is what
    /// disposes of the subscription.
    ///
    /// - Parameters:
    ///   - object: The object that the closures are called with. It is held weakly.
    ///   - onNext: Called with the object and each value, on the main actor.
    ///   - onCompleted: Called with the object when the sequence has completed, on the main actor.
    ///   - onDisposed: Called with the object once when the subscription has ended, on the thread where that happens,
    ///     which is why the object must be `Sendable`, as main-actor classes are.
    /// - Returns: A disposable that ends the subscription.
    public consuming func emit<Object: AnyObject & Sendable>(
        with object: Object,
        onNext: (@MainActor (Object, Element) -> Void)? = nil,
        onCompleted: (@MainActor (Object) -> Void)? = nil,
        onDisposed: @escaping @Sendable (Object) -> Void
    ) -> any Disposable {
        let object = WeakReference(object)
        return run(
            with: object, onNext: onNext, onCompleted: onCompleted, onDisposed: object.whileAlive { onDisposed($0) })
    }

    /// Binds a target: an observer on the main actor, a relay, a part of one. A relay is kept alive.
    @inlinable
    public consuming func emit(to target: some BindingTarget<Element>) -> any Disposable {
        target.takeOnMainActor(from: self)
    }

    /// Binds a target of optional values.
    @inlinable
    public consuming func emit(to target: some BindingTarget<Element?>) -> any Disposable {
        let optional: SharedSequence<Sharing, Element?> = map { $0 }
        return target.takeOnMainActor(from: optional)
    }
}
