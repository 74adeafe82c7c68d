import Binding

/// A control of a form.
///
/// A control knows what it shows and what its user does with it. It knows neither the view model nor the screen: it is
/// bound to the one through its `rx` surface, and the other reads its state after ``onChange``.
@MainActor
protocol Control: ReactiveCompatible {
    /// Called after something visible has changed.
    var onChange: @MainActor () -> Void { get set }
}

/// A control that the user can operate.
@MainActor
protocol InteractiveControl: Control {
    /// Whether the user may change or press it. Code can set its value in any case.
    var isEnabled: Bool { get set }

    /// Handles a key.
    ///
    /// - Returns: Whether the control uses the key; if not, the form does.
    func handle(_ key: Key) -> Bool
}
