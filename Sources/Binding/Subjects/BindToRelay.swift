extension ObservableType {
    /// Sends each value to a relay. A completion does not reach it; an error is a programming error here, as in
    /// ``bind(onNext:)``.
    ///
    /// - Parameter relay: The relay that receives each value. The binding keeps it alive.
    /// - Returns: A disposable that ends the binding.
    @inlinable
    public func bind(to relay: BehaviorRelay<Element>) -> any Disposable {
        bind(onNext: relay.accept)
    }

    /// Sends each value to a relay of optional values; see ``bind(to:)``.
    @inlinable
    public func bind(to relay: BehaviorRelay<Element?>) -> any Disposable {
        bind(onNext: { relay.accept($0) })
    }

    /// Sends each value to a relay; see ``bind(to:)``.
    @inlinable
    public func bind(to relay: PublishRelay<Element>) -> any Disposable {
        bind(onNext: relay.accept)
    }

    /// Sends each value to a relay of optional values; see ``bind(to:)``.
    @inlinable
    public func bind(to relay: PublishRelay<Element?>) -> any Disposable {
        bind(onNext: { relay.accept($0) })
    }

    /// Sends each value to a relay; see ``bind(to:)``.
    @inlinable
    public func bind(to relay: ReplayRelay<Element>) -> any Disposable {
        bind(onNext: relay.accept)
    }

    /// Sends each value to a relay of optional values; see ``bind(to:)``.
    @inlinable
    public func bind(to relay: ReplayRelay<Element?>) -> any Disposable {
        bind(onNext: { relay.accept($0) })
    }
}
