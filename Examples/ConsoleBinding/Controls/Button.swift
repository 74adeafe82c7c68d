import Binding

/// A button that the user presses.
@MainActor
final class Button: InteractiveControl {
    var onChange: @MainActor () -> Void = {}

    var isEnabled = true {
        didSet { if isEnabled != oldValue { onChange() } }
    }

    /// Whether the button is currently of no use. The focus leaves a button that is hidden.
    var isHidden = false {
        didSet { if isHidden != oldValue { onChange() } }
    }

    /// The text on the button.
    let title: String

    /// The reasons why the button is disabled, for messages.
    var obstacles: [String] = []

    fileprivate let taps = PublishRelay<Void>()

    /// Makes a button.
    init(_ title: String) {
        self.title = title
    }

    func handle(_ key: Key) -> Bool {
        guard key == .enter || key == .text(" ") else { return false }
        press()
        return true
    }

    /// Presses the button as its user would.
    func press() {
        guard isEnabled, !isHidden else { return }
        taps.accept(())
    }
}

extension Button: CommandControl {
    var activations: ControlEvent<Void> { rx.tap }
}

extension Reactive where Base: Button {
    /// Emits when the button is pressed.
    var tap: ControlEvent<Void> {
        controlEvent(base.taps)
    }
}
