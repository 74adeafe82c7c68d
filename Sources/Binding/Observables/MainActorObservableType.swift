/// A source whose observers are called on the main actor, as the types of their closures say.
public protocol MainActorObservableType<Element>: ObservableType {}

extension MainActorObservableType {
    /// Calls a closure on the main actor with each value, until the sequence ends or the result is disposed of.
    ///
    /// - Parameter onNext: Called with each value.
    /// - Returns: A disposable that ends the subscription.
    @inlinable
    public func subscribe(onNext: @escaping @MainActor (Element) -> Void) -> any Disposable {
        asObservable().subscribe(
            .init(isMainActor: true, next: MainActorDispatcher.unchecked(onNext), stop: Termination.handler(nil, nil)))
    }

    /// Calls closures on the main actor with each event, until the sequence ends or the result is disposed of.
    ///
    /// - Parameters:
    ///   - onNext: Called with each value.
    ///   - onError: Called with the error that ends the sequence; without it, the error is reported to
    ///     ``BindingDiagnostics``.
    ///   - onCompleted: Called when the sequence has completed.
    ///   - onDisposed: Called once when the subscription has ended, on the thread where that happens.
    /// - Returns: A disposable that ends the subscription.
    @inlinable
    public func subscribe(
        onNext: (@MainActor (Element) -> Void)? = nil,
        onError: (@MainActor (any Error) -> Void)? = nil,
        onCompleted: (@MainActor () -> Void)? = nil,
        onDisposed: (@Sendable () -> Void)? = nil
    ) -> any Disposable {
        let stop = Termination.handler(
            onError.map { MainActorDispatcher.unchecked($0) }, onCompleted.map { MainActorDispatcher.unchecked($0) })
        let sink = Sink<Element>(
            isMainActor: true, next: MainActorDispatcher.unchecked(onNext ?? { _ in }), stop: stop)
        return asObservable().subscribe(sink, onDisposed: onDisposed)
    }

    /// Calls a closure on the main actor with each value; see ``ObservableType/bind(onNext:)``.
    @inlinable
    public func bind(onNext: @escaping @MainActor (Element) -> Void) -> any Disposable {
        let sink = Sink<Element>(
            isMainActor: true, next: MainActorDispatcher.unchecked(onNext),
            stop: { $0.reportErrorInBinding(to: (@MainActor (Element) -> Void).self) })
        return asObservable().subscribe(sink)
    }
}
