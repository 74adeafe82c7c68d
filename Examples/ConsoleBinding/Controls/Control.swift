import Binding

/// What all controls have in common.
///
/// A control knows what it shows and what its user does with it. It knows neither the view model nor the screen: the
/// one is bound to its `rx` surface, the other asks it for its state and is told when that has changed.
@MainActor
protocol Control: ReactiveCompatible {
    /// Called after something that shows has changed.
    var onChange: @MainActor () -> Void { get set }
}

/// A control that a user can do something with.
@MainActor
protocol InteractiveControl: Control {
    /// Whether the user may change or press it. Setting its value from code works all the same.
    var isEnabled: Bool { get set }

    /// Does what `key` means to the control.
    ///
    /// - Returns: Whether the key means anything to it; if not, it is the form's.
    func handle(_ key: Key) -> Bool
}
