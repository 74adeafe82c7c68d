extension ObservableConvertibleType {
    /// The same sequence for a view to show, with a value in place of an error.
    ///
    /// - Parameter value: Sent if this sequence fails; then the driver completes.
    @inlinable
    public func asDriver(onErrorJustReturn value: Element) -> Driver<Element> {
        .init(asObservable(), recoveringWith: .just(value))
    }

    /// The same sequence for a view to show, followed by another one after an error.
    ///
    /// - Parameter driver: The driver that follows if this sequence fails.
    @inlinable
    public func asDriver(onErrorDriveWith driver: Driver<Element>) -> Driver<Element> {
        .init(asObservable(), recoveringWith: driver)
    }

    /// The same sequence for a view to show, followed after an error by the one that a closure returns.
    ///
    /// - Parameter recover: Returns the sequence that follows if this one fails; called on the thread where that
    ///   happens.
    @inlinable
    public func asDriver(
        onErrorRecover recover: @escaping @Sendable (any Error) -> Driver<Element>
    ) -> Driver<Element> {
        .init(recovering: asObservable(), recover)
    }

    /// The same sequence for a view to act on, with a value in place of an error.
    ///
    /// - Parameter value: Sent if this sequence fails; then the signal completes.
    @inlinable
    public func asSignal(onErrorJustReturn value: Element) -> Signal<Element> {
        .init(asObservable(), recoveringWith: .just(value))
    }

    /// The same sequence for a view to act on, followed by another one after an error.
    ///
    /// - Parameter signal: The signal that follows if this sequence fails.
    @inlinable
    public func asSignal(onErrorSignalWith signal: Signal<Element>) -> Signal<Element> {
        .init(asObservable(), recoveringWith: signal)
    }

    /// The same sequence for a view to act on, followed after an error by the one that a closure returns.
    ///
    /// - Parameter recover: Returns the sequence that follows if this one fails; called on the thread where that
    ///   happens.
    @inlinable
    public func asSignal(
        onErrorRecover recover: @escaping @Sendable (any Error) -> Signal<Element>
    ) -> Signal<Element> {
        .init(recovering: asObservable(), recover)
    }
}

extension SharedSequence {
    /// A sequence from a source that may fail.
    @inlinable
    init(
        recovering source: Observable<Element>,
        _ recover: @escaping @Sendable (any Error) -> SharedSequence<Sharing, Element>
    ) {
        self.init(sharing: source.recovering { recover($0).asObservable() }.onMainActor)
    }

    /// A sequence from a source that may fail; another one follows then.
    @inlinable
    init(
        _ source: Observable<Element>,
        recoveringWith other: @autoclosure @escaping @Sendable () -> SharedSequence<Sharing, Element>
    ) {
        // A relay or a subject needs nothing in between. Operators before this one run on the threads that send, and
        // bring the values of several sources into one order there.
        let recovered = source.recovering(servesMainActor: source.isSource) { _ in other().asObservable() }
        self.init(sharing: recovered.onMainActor)
    }
}

extension BehaviorRelay: DriverConvertibleType {
    /// The relay's value for a view to show.
    @inlinable
    public func asDriver() -> Driver<Element> { .init(direct: asObservable()) }

    @inlinable
    public func asSharedSequence() -> SharedSequence<DriverSharing, Element> { asDriver() }
}

extension PublishRelay {
    /// The relay's values for a view to act on.
    @inlinable
    public func asSignal() -> Signal<Element> { .init(direct: asObservable()) }
}
