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
    ///
    /// - Parameters:
    ///   - fileID: Where the action stands, for warnings.
    ///   - line: Where the action stands, for warnings.
    @inlinable
    public init(fileID: StaticString = #fileID, line: UInt = #line) {
        let relay = PublishRelay<Argument>(of: StaticSourcePlace(fileID, line))
        self.relay = relay
        if let watching = relay.watchingSend { send = watching } else { send = { relay.accept($0) } }
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
    ///
    /// - Parameters:
    ///   - fileID: Where the action stands, for warnings.
    ///   - line: Where the action stands, for warnings.
    @inlinable
    public init(fileID: StaticString = #fileID, line: UInt = #line) {
        let relay = PublishRelay<Void>(of: StaticSourcePlace(fileID, line))
        self.relay = relay
        if let watching = relay.watchingSend { send = { watching(()) } } else { send = { relay.accept(()) } }
    }

    /// Tells the view.
    @inlinable
    public var wrappedValue: () -> Void { send }

    /// Each call, for the view to act on.
    @inlinable
    public var projectedValue: Signal<Void> { relay.asSignal() }
}

extension PublishRelay {
    /// What an action calls that is to warn where nobody is bound to it; `nil` where it is not, which is the usual case.
    @usableFromInline
    var watchingSend: (@Sendable (Element) -> Void)? {
        guard BindingDiagnostics.warnsOfUnboundActions, let place = broadcaster.place?.place else { return nil }
        let isFirst = Guarded<Bool?>(true)
        return { [broadcaster] element in
            if !broadcaster.hasObservers, isFirst.take() == true {
                BindingDiagnostics.warn(.unboundAction(argument: Element.self, at: place))
            }
            broadcaster.send(element)
        }
    }
}
