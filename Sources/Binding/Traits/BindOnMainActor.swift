/// Binding on the main actor, for whatever is or becomes a driver or a signal: what `=>` spells.
extension SharedSequenceConvertibleType {
    /// Calls a closure with each value, on the main actor.
    ///
    /// - Returns: What ends the binding.
    @inlinable
    public consuming func bindOnMainActor(onNext: @escaping @MainActor (Element) -> Void) -> any Disposable {
        asSharedSequence().run(onNext: onNext)
    }

    /// Has an observer called on the main actor.
    ///
    /// - Returns: What ends the binding.
    @inlinable
    public consuming func bindOnMainActor(to observer: some ObserverType<Element>) -> any Disposable {
        asSharedSequence().run(observer)
    }

    /// Has an observer of optional values called on the main actor.
    ///
    /// - Returns: What ends the binding.
    public consuming func bindOnMainActor(to observer: some ObserverType<Element?>) -> any Disposable {
        asSharedSequence().run(OptionalObserver(observer))
    }
}

extension ObservableType {
    /// Calls a closure with each value, on the main actor: at once where the value is sent there, later, in order, where it
    /// is sent elsewhere. Operators before it run where the values are sent.
    ///
    /// An error is a mistake of the programmer here, as in ``bind(onNext:)``.
    ///
    /// - Returns: What ends the binding.
    @inlinable @_disfavoredOverload
    public func bindOnMainActor(onNext: @escaping @MainActor (Element) -> Void) -> any Disposable {
        asObservable().onMainActor.subscribe(
            .init(
                isMainActor: true, next: MainActorDispatcher.unchecked(onNext),
                stop: { $0.reportErrorInBinding(to: type(of: onNext)) }))
    }
}
