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
