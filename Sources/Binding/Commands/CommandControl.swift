/// A control that triggers an action, such as a button: for authors of controls.
///
/// ```swift
/// extension Button: CommandControl {
///     var activations: ControlEvent<Void> { rx.tap }
/// }
/// saveButton.rx.command(viewModel.save)
/// ```
@MainActor
public protocol CommandControl: ReactiveCompatible {
    /// Whether the user can trigger it.
    var isEnabled: Bool { get set }
    /// Sends each time the user triggers it.
    var activations: ControlEvent<Void> { get }
}

extension Reactive where Base: CommandControl {
    /// Binds the control to a command: the control starts the command, and is enabled while the command is.
    ///
    /// Both are held weakly.
    ///
    /// - Returns: A disposable that ends both bindings.
    @_alwaysEmitIntoClient
    public func command<Output>(_ command: Command<Void, Output>) -> any Disposable {
        let enabling = command.isEnabled.drive(
            Binder(base, property: "isEnabled") { base, isEnabled in
                if base.isEnabled != isEnabled { base.isEnabled = isEnabled }
            })
        let starting = base.activations.bind(to: command.asObserver())
        return Disposables.create(enabling, starting)
    }
}
