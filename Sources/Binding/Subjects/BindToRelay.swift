extension ObservableType {
    /// Has a relay take each value. A completion does not reach it; an error is a mistake of the programmer here, as in
    /// ``bind(onNext:)``.
    ///
    /// - Parameter relay: Where each value goes. The binding keeps it alive.
    /// - Returns: What ends the binding.
    @inlinable
    public func bind(to relay: BehaviorRelay<Element>) -> any Disposable {
        bind(onNext: relay.accept)
    }

    /// Has a relay of optional values take each value; see ``bind(to:)``.
    @inlinable
    public func bind(to relay: BehaviorRelay<Element?>) -> any Disposable {
        bind(onNext: { relay.accept($0) })
    }

    /// Has a relay take each value; see ``bind(to:)``.
    @inlinable
    public func bind(to relay: PublishRelay<Element>) -> any Disposable {
        bind(onNext: relay.accept)
    }

    /// Has a relay of optional values take each value; see ``bind(to:)``.
    @inlinable
    public func bind(to relay: PublishRelay<Element?>) -> any Disposable {
        bind(onNext: { relay.accept($0) })
    }

    /// Has a relay take each value; see ``bind(to:)``.
    @inlinable
    public func bind(to relay: ReplayRelay<Element>) -> any Disposable {
        bind(onNext: relay.accept)
    }

    /// Has a relay of optional values take each value; see ``bind(to:)``.
    @inlinable
    public func bind(to relay: ReplayRelay<Element?>) -> any Disposable {
        bind(onNext: { relay.accept($0) })
    }
}
