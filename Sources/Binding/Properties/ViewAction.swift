/// Something that a view model wants a view to do: show an alert, go back.
///
/// ```swift
/// @MainActor final class ViewModel {
///     @ViewAction var alert: (Message) -> Void
///     @ViewAction.NoParam var dismiss: () -> Void
///
///     func save() { alert(Message("Saved")); dismiss() }
/// }
/// viewModel.$alert.emit(onNext: { show($0) })
/// ```
///
/// Calling the property sends its argument; the projection is a ``Signal`` of them, on the main actor. Nothing is kept
/// for a view that binds later. The property may be called on any thread.
@propertyWrapper
public struct ViewAction<Argument: Sendable>: Sendable {
    @usableFromInline let relay: PublishRelay<Argument>
    @usableFromInline let send: @Sendable (Argument) -> Void

    /// An action that nobody listens to yet.
    @inlinable
    public init() {
        let relay = PublishRelay<Argument>()
        self.relay = relay
        send = { relay.accept($0) }
    }

    /// Sends its argument to the view.
    @inlinable
    public var wrappedValue: (Argument) -> Void { send }

    /// What has been sent, for the view to act on.
    @inlinable
    public var projectedValue: Signal<Argument> { relay.asSignal() }
}

extension ViewAction where Argument == Void {
    /// An action without an argument.
    public typealias NoParam = VoidViewAction
}

/// An action without an argument: write `@ViewAction.NoParam`. See ``ViewAction``.
@propertyWrapper
public struct VoidViewAction: Sendable {
    @usableFromInline let relay: PublishRelay<Void>
    @usableFromInline let send: @Sendable () -> Void

    /// An action that nobody listens to yet.
    @inlinable
    public init() {
        let relay = PublishRelay<Void>()
        self.relay = relay
        send = { relay.accept(()) }
    }

    /// Tells the view.
    @inlinable
    public var wrappedValue: () -> Void { send }

    /// Each call, for the view to act on.
    @inlinable
    public var projectedValue: Signal<Void> { relay.asSignal() }
}
