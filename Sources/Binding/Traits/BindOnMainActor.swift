/// Binding on the main actor, for drivers, signals, and whatever converts to one: the methods behind `=>`.
extension SharedSequenceConvertibleType {
    /// Calls a closure with each value, on the main actor.
    ///
    /// - Returns: A disposable that ends the binding.
    @inlinable
    public consuming func bindOnMainActor(onNext: @escaping @MainActor (Element) -> Void) -> any Disposable {
        asSequenceOfOneObserver().run(onNext: onNext)
    }
}

extension ObservableType {
    /// Calls a closure with each value, on the main actor: at once if the value is sent there, later and in order if it
    /// is sent elsewhere. Operators before it run where the values are sent.
    ///
    /// An error is a programming error here, as in ``bind(onNext:)``.
    ///
    /// - Returns: A disposable that ends the binding.
    @inlinable @_disfavoredOverload
    public func bindOnMainActor(onNext: @escaping @MainActor (Element) -> Void) -> any Disposable {
        asObservable().onMainActor.subscribe(
            .init(
                isMainActor: true, next: MainActorDispatcher.unchecked(onNext),
                stop: { $0.reportErrorInBinding(to: (@MainActor (Element) -> Void).self) }))
    }
}
