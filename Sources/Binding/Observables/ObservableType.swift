/// Anything that converts to an ``Observable``.
public protocol ObservableConvertibleType<Element>: Sendable {
    /// The type of the values.
    associatedtype Element: Sendable

    /// The same sequence as an ``Observable``.
    func asObservable() -> Observable<Element>
}

/// A sequence of values over time.
public protocol ObservableType<Element>: ObservableConvertibleType {
    /// Calls an observer with each event, until the sequence ends or the result is disposed of.
    ///
    /// - Returns: A disposable that ends the subscription. Dropping it does not; put it into a ``DisposeBag``.
    func subscribe(_ observer: some ObserverType<Element>) -> any Disposable
}

// Where a source calls on the main actor, closures for the main actor are preferred: see ``MainActorObservableType``.
// This needs the attribute, because the type checker considers a `@Sendable` closure more specific.

extension ObservableType {
    /// The same sequence as an ``Observable``, which keeps the order of events and makes one call at a time even if
    /// this source does not.
    public func asObservable() -> Observable<Element> {
        .create { observer in subscribe(observer) }
    }

    /// Calls a closure with each value, until the sequence ends or the result is disposed of.
    ///
    /// An error is reported to ``BindingDiagnostics``.
    ///
    /// - Parameter onNext: Called with each value, on the thread that sends.
    /// - Returns: A disposable that ends the subscription.
    @inlinable @_disfavoredOverload
    public func subscribe(onNext: @escaping @Sendable (Element) -> Void) -> any Disposable {
        asObservable().subscribe(.init(next: onNext, stop: Termination.handler(nil, nil)))
    }

    /// Calls closures with each event, until the sequence ends or the result is disposed of.
    ///
    /// The closures are called on the thread that sends. Without `onError`, an error is reported to
    /// ``BindingDiagnostics``.
    ///
    /// - Parameters:
    ///   - onNext: Called with each value.
    ///   - onError: Called with the error that ends the sequence.
    ///   - onCompleted: Called when the sequence has completed.
    ///   - onDisposed: Called once when the subscription has ended, in whichever way.
    /// - Returns: A disposable that ends the subscription.
    @inlinable @_disfavoredOverload
    public func subscribe(
        onNext: (@Sendable (Element) -> Void)? = nil,
        onError: (@Sendable (any Error) -> Void)? = nil,
        onCompleted: (@Sendable () -> Void)? = nil,
        onDisposed: (@Sendable () -> Void)? = nil
    ) -> any Disposable {
        asObservable().subscribe(
            .init(next: onNext ?? { _ in }, stop: Termination.handler(onError, onCompleted)), onDisposed: onDisposed)
    }

    /// Calls a closure with each event, until the sequence ends or the result is disposed of.
    ///
    /// - Parameter on: Called with each event, on the thread that sends.
    /// - Returns: A disposable that ends the subscription.
    public func subscribe(_ on: @escaping @Sendable (Event<Element>) -> Void) -> any Disposable {
        asObservable().subscribe(.init(on))
    }
}

extension Termination {
    @usableFromInline
    static func handler(
        _ onError: (@Sendable (any Error) -> Void)?, _ onCompleted: (@Sendable () -> Void)?
    ) -> @Sendable (Termination) -> Void {
        // Without either, it captures nothing, and needs no memory.
        guard onError != nil || onCompleted != nil else { return { $0.warnIfUnhandled() } }
        return { termination in
            if case .completed = termination { onCompleted?() }
            guard let onError else { return termination.warnIfUnhandled() }
            if case .error(let error) = termination { onError(error) }
        }
    }

    private func warnIfUnhandled() {
        if case .error(let error) = self { BindingDiagnostics.warn(.unhandledError(error)) }
    }
}

extension ObservableType {
    /// Binds a target: an observer, a relay, a part of one. A completion does not reach a relay; an error is a
    /// programming error there, as in ``bind(onNext:)``.
    ///
    /// - Returns: A disposable that ends the binding.
    @inlinable
    public func bind(to target: some BindingTarget<Element>) -> any Disposable { target.take(from: self) }

    /// Binds a target of optional values.
    ///
    /// - Returns: A disposable that ends the binding.
    @inlinable
    public func bind(to target: some BindingTarget<Element?>) -> any Disposable {
        target.take(from: asObservable().map { Optional($0) })
    }

    /// Calls a closure with each value.
    ///
    /// An error is a programming error here: an assertion failure in debug builds, a line on standard error in release
    /// builds, as in RxCocoa.
    ///
    /// - Parameter onNext: Called with each value, on the thread that sends.
    /// - Returns: A disposable that ends the binding.
    @inlinable @_disfavoredOverload
    public func bind(onNext: @escaping @Sendable (Element) -> Void) -> any Disposable {
        asObservable().subscribe(
            .init(next: onNext, stop: { $0.reportErrorInBinding(to: (@Sendable (Element) -> Void).self) }))
    }
}
