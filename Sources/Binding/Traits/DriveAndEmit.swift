extension SharedSequence where Sharing == DriverSharing {
    /// Calls a closure on the main actor: with the latest value at once, and with each one that comes.
    ///
    /// - Parameter onNext: Called with each value.
    /// - Returns: What ends the subscription. Dropping it does not; put it into a ``DisposeBag``.
    @inlinable
    public consuming func drive(onNext: @escaping @MainActor (Element) -> Void) -> any Disposable {
        run(onNext: onNext)
    }

    /// Calls closures on the main actor: with the latest value at once, and with each one that comes.
    ///
    /// - Parameters:
    ///   - onNext: Called with each value.
    ///   - onCompleted: Called when the sequence has completed.
    ///   - onDisposed: Called once when the subscription has ended, on the thread where that happens.
    /// - Returns: What ends the subscription. Dropping it does not; put it into a ``DisposeBag``.
    public consuming func drive(
        onNext: (@MainActor (Element) -> Void)? = nil,
        onCompleted: (@MainActor () -> Void)? = nil,
        onDisposed: (@Sendable () -> Void)? = nil
    ) -> any Disposable {
        run(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Calls a closure with an object and each value, for as long as the object lives. The object is not kept alive.
    public consuming func drive<Object: AnyObject>(
        with object: Object, onNext: @escaping @MainActor (Object, Element) -> Void
    ) -> any Disposable {
        run(with: object, onNext: onNext)
    }

    /// Has an observer called on the main actor.
    @inlinable
    public consuming func drive(_ observer: some ObserverType<Element>) -> any Disposable { run(observer) }

    /// Has an observer of optional values called on the main actor.
    public consuming func drive(_ observer: some ObserverType<Element?>) -> any Disposable {
        run(OptionalObserver(observer))
    }

    /// Has a relay take each value, on the main actor. The relay is kept alive.
    @inlinable
    public consuming func drive(_ relay: BehaviorRelay<Element>) -> any Disposable {
        drive(onNext: { relay.accept($0) })
    }

    /// Has a relay of optional values take each value, on the main actor. The relay is kept alive.
    @inlinable
    public consuming func drive(_ relay: BehaviorRelay<Element?>) -> any Disposable {
        drive(onNext: { relay.accept($0) })
    }

    /// Has a relay take each value, on the main actor. The relay is kept alive.
    @inlinable
    public consuming func drive(_ relay: PublishRelay<Element>) -> any Disposable {
        drive(onNext: { relay.accept($0) })
    }

    /// Has a relay of optional values take each value, on the main actor. The relay is kept alive.
    @inlinable
    public consuming func drive(_ relay: PublishRelay<Element?>) -> any Disposable {
        drive(onNext: { relay.accept($0) })
    }
}

extension SharedSequence where Sharing == SignalSharing {
    /// Calls a closure on the main actor: with each value that comes from now on.
    ///
    /// - Parameter onNext: Called with each value.
    /// - Returns: What ends the subscription. Dropping it does not; put it into a ``DisposeBag``.
    @inlinable
    public consuming func emit(onNext: @escaping @MainActor (Element) -> Void) -> any Disposable {
        run(onNext: onNext)
    }

    /// Calls closures on the main actor: with each value that comes from now on.
    ///
    /// - Parameters:
    ///   - onNext: Called with each value.
    ///   - onCompleted: Called when the sequence has completed.
    ///   - onDisposed: Called once when the subscription has ended, on the thread where that happens.
    /// - Returns: What ends the subscription. Dropping it does not; put it into a ``DisposeBag``.
    public consuming func emit(
        onNext: (@MainActor (Element) -> Void)? = nil,
        onCompleted: (@MainActor () -> Void)? = nil,
        onDisposed: (@Sendable () -> Void)? = nil
    ) -> any Disposable {
        run(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Calls a closure with an object and each value, for as long as the object lives. The object is not kept alive.
    public consuming func emit<Object: AnyObject>(
        with object: Object, onNext: @escaping @MainActor (Object, Element) -> Void
    ) -> any Disposable {
        run(with: object, onNext: onNext)
    }

    /// Has an observer called on the main actor.
    @inlinable
    public consuming func emit(to observer: some ObserverType<Element>) -> any Disposable { run(observer) }

    /// Has an observer of optional values called on the main actor.
    public consuming func emit(to observer: some ObserverType<Element?>) -> any Disposable {
        run(OptionalObserver(observer))
    }

    /// Has a relay take each value, on the main actor. The relay is kept alive.
    @inlinable
    public consuming func emit(to relay: BehaviorRelay<Element>) -> any Disposable {
        emit(onNext: { relay.accept($0) })
    }

    /// Has a relay of optional values take each value, on the main actor. The relay is kept alive.
    @inlinable
    public consuming func emit(to relay: BehaviorRelay<Element?>) -> any Disposable {
        emit(onNext: { relay.accept($0) })
    }

    /// Has a relay take each value, on the main actor. The relay is kept alive.
    @inlinable
    public consuming func emit(to relay: PublishRelay<Element>) -> any Disposable { emit(onNext: { relay.accept($0) }) }

    /// Has a relay of optional values take each value, on the main actor. The relay is kept alive.
    @inlinable
    public consuming func emit(to relay: PublishRelay<Element?>) -> any Disposable {
        emit(onNext: { relay.accept($0) })
    }
}
