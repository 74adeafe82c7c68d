import Binding

/// A button in memory.
public final class Button: Control, CommandControl {
    /// What it says.
    public var title: String

    package nonisolated let presses = PublishRelay<Void>()

    /// Makes a button.
    public init(_ title: String = "") {
        self.title = title
    }

    /// Emits each press, as `rx.tap` does.
    public var activations: ControlEvent<Void> { rx.tap }

    /// Presses it, as a user does.
    ///
    /// - Returns: Whether a user can do so.
    @discardableResult
    public func press() -> Bool {
        guard isUsable else { return false }
        presses.accept(())
        return true
    }
}

extension Reactive where Base: Button {
    /// Emits each press.
    public var tap: ControlEvent<Void> { controlEvent(base.presses) }
}
