/// Something that a view model wants a view to do: show an alert, go back.
///
/// ```swift
/// @MainActor final class ViewModel {
///     @ViewAction var alert: (Message) -> Void
///     @ViewAction var move: (_ row: Int, _ section: Int) -> Void
///     @ViewAction var dismiss: () -> Void
///
///     func save() { alert(Message("Saved")); dismiss() }
/// }
/// viewModel.$alert.emit(onNext: { show($0) })
/// viewModel.$move.emit(onNext: { list.move(to: $0, in: $1) })
/// ```
///
/// Calling the property sends its arguments, several of them as a tuple; the projection is a ``Signal`` of them, on the
/// main actor. Nothing is kept for a view that binds later. The property may be called on any thread.
///
/// A single argument that is a tuple, `((Int, Int)) -> Void`, crashes the compiler of Swift 6.3. Declare its parts as
/// separate arguments, or use a structure.
@propertyWrapper
public struct ViewAction<each Argument: Sendable>: Sendable {
    @usableFromInline let relay: PublishRelay<(repeat each Argument)>
    @usableFromInline let send: @Sendable (repeat each Argument) -> Void

    /// An action without observers.
    ///
    /// - Parameters:
    ///   - fileID: The file that declares the action, for warnings.
    ///   - line: The line that declares the action, for warnings.
    @inlinable
    public init(fileID: StaticString = #fileID, line: UInt = #line) {
        let relay = PublishRelay<(repeat each Argument)>(of: StaticSourcePlace(fileID, line))
        self.relay = relay
        if let watching = relay.watchingSend {
            send = { (argument: repeat each Argument) in watching((repeat each argument)) }
        } else {
            send = { (argument: repeat each Argument) in relay.accept((repeat each argument)) }
        }
    }

    /// Sends its arguments to the view.
    @inlinable
    public var wrappedValue: (repeat each Argument) -> Void { send }

    /// The arguments of each call, for the view to act on.
    @inlinable
    public var projectedValue: Signal<(repeat each Argument)> { relay.asSignal() }
}

/// An action without an argument, by its earlier name: the same as `@ViewAction var dismiss: () -> Void`.
public typealias NoParamViewAction = ViewAction<>

extension ViewAction {
    /// An action without an argument: the same as `@ViewAction var dismiss: () -> Void`.
    public typealias NoParam = NoParamViewAction
}

extension PublishRelay {
    /// The function that an action calls if it warns when nothing is bound to it; `nil` if it does not, which is the
    /// usual case.
    @usableFromInline
    var watchingSend: (@Sendable (Element) -> Void)? {
        guard BindingDiagnostics.warnsOfUnboundActions, let place = broadcaster.place.place else { return nil }
        let isFirst = Guarded<Bool?>(true)
        return { [broadcaster] element in
            if !broadcaster.hasObservers, isFirst.take() == true {
                BindingDiagnostics.warn(.unboundAction(argument: Element.self, at: place))
            }
            broadcaster.send(element)
        }
    }
}
