import Binding

/// What all controls in memory have: they can be disabled, hidden and focused.
///
/// Its methods do what a user does. What a user cannot do, because the control is disabled or hidden, does nothing, and
/// returns `false`.
@MainActor
open class Control: ReactiveCompatible {
    /// Whether its user can do anything with it.
    public final var isEnabled = true {
        didSet { refocus() }
    }

    /// Whether it is not shown.
    public final var isHidden = false {
        didSet { refocus() }
    }

    fileprivate let focusChanges = PublishRelay<Void>()
    package nonisolated let leaves = PublishRelay<Void>()
    private var hasFocus = false

    /// Makes a control that is enabled and shown.
    public init() {}

    /// Whether a user could do something with it now.
    public final var isUsable: Bool { isEnabled && !isHidden }

    /// Whether it can have the focus now. Those that only show something never can.
    open var canBeFocused: Bool { isUsable }

    /// Whether it has the focus.
    ///
    /// A control that cannot have it does not take it, and reports that to what it is bound to. One that is disabled or
    /// hidden loses it.
    public final var isFocused: Bool {
        get { hasFocus }
        set {
            hasFocus = newValue && canBeFocused
            if hasFocus != newValue { focusChanges.accept(()) }
        }
    }

    /// Moves the focus to it, as a user does who clicks on it.
    ///
    /// - Parameter other: The control that has had the focus so far, which is left.
    /// - Returns: Whether it can have the focus.
    @discardableResult
    public final func focus(leaving other: Control? = nil) -> Bool {
        guard canBeFocused else { return false }
        report(focus: true)
        if other !== self { other?.leave() }
        return true
    }

    /// Moves the focus elsewhere, as a user does who clicks on another control. A control without the focus has it for a moment
    /// before.
    ///
    /// - Returns: Whether it can have the focus.
    @discardableResult
    public final func leave() -> Bool {
        guard canBeFocused else { return false }
        report(focus: false)
        leaves.accept(())
        return true
    }

    private func refocus() {
        if !canBeFocused { report(focus: false) }
    }

    private func report(focus: Bool) {
        guard hasFocus != focus else { return }
        hasFocus = focus
        focusChanges.accept(())
    }
}

extension Reactive where Base: Control {
    /// Whether the control has the focus, both ways.
    public var isFocused: ControlProperty<Bool> {
        controlProperty(changes: base.focusChanges, getter: { $0.isFocused }, setter: { $0.isFocused = $1 })
    }

    /// Emits when the user has left the control, not when code takes the focus away or the control is disabled.
    public var editingDidEnd: ControlEvent<Void> { controlEvent(base.leaves) }
}
