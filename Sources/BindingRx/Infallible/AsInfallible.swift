public import Binding

extension ObservableConvertibleType {
    /// The same sequence, with a value in place of an error.
    ///
    /// - Parameter element: Sent if this sequence fails; then the result completes.
    @inlinable
    public func asInfallible(onErrorJustReturn element: Element) -> Infallible<Element> {
        Infallible(asObservable().catchAndReturn(element))
    }

    /// The same sequence, followed by another one after an error.
    ///
    /// - Parameter infallible: The sequence that follows if this one fails.
    @inlinable
    public func asInfallible(onErrorFallbackTo infallible: Infallible<Element>) -> Infallible<Element> {
        Infallible(asObservable().catch { _ in infallible.source })
    }

    /// The same sequence, followed after an error by the one that a closure returns.
    ///
    /// - Parameter onErrorRecover: Returns the sequence that follows if this one fails; called on the thread where that
    ///   happens.
    @inlinable
    public func asInfallible(
        onErrorRecover: @escaping @Sendable (any Error) -> Infallible<Element>
    ) -> Infallible<Element> {
        Infallible(asObservable().catch { onErrorRecover($0).source })
    }
}

extension BehaviorRelay {
    /// The relay's value, now and later.
    public func asInfallible() -> Infallible<Element> { Infallible(asObservable()) }
}

extension PublishRelay {
    /// The relay's values.
    public func asInfallible() -> Infallible<Element> { Infallible(asObservable()) }
}

extension ReplayRelay {
    /// The relay's values, those that it replays first.
    public func asInfallible() -> Infallible<Element> { Infallible(asObservable()) }
}

extension SharedSequence {
    /// The same values, sent on the main actor.
    public func asInfallible() -> Infallible<Element> { Infallible(asObservable()) }
}

extension ControlEvent {
    /// The control's events, sent on the main actor.
    public func asInfallible() -> Infallible<Element> { Infallible(asObservable()) }
}

extension InfallibleType {
    /// The same sequence for a view to show: its observers are called on the main actor, and share one subscription.
    @inlinable
    public func asDriver() -> Driver<Element> { asDriver(onErrorDriveWith: .empty()) }

    /// The same sequence for a view to act on: its observers are called on the main actor, and share one subscription.
    @inlinable
    public func asSignal() -> Signal<Element> { asSignal(onErrorSignalWith: .empty()) }
}
