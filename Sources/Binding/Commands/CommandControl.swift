/// A control by which a user sets something off, such as a button: for authors of controls.
///
/// ```swift
/// extension Button: CommandControl {
///     var activations: ControlEvent<Void> { rx.tap }
/// }
/// saveButton.rx.command(viewModel.save)
/// ```
@MainActor
public protocol CommandControl: ReactiveCompatible {
    /// Whether the user can set it off.
    var isEnabled: Bool { get set }
    /// Each time that the user does.
    var activations: ControlEvent<Void> { get }
}

extension Reactive where Base: CommandControl {
    /// Has the control set off a command, and be enabled while the command is.
    ///
    /// Both are held weakly.
    ///
    /// - Returns: A disposable that ends both bindings.
    @_alwaysEmitIntoClient
    public func command<Output>(_ command: Command<Void, Output>) -> any Disposable {
        let enabling = command.isEnabled.drive(
            Binder(base) { base, isEnabled in
                if base.isEnabled != isEnabled { base.isEnabled = isEnabled }
            })
        let starting = base.activations.bind(to: command.asObserver())
        return Disposables.create {
            enabling.dispose()
            starting.dispose()
        }
    }
}
