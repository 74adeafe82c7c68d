import Binding

/// Something that happens when the user asks for it.
@MainActor
final class Button: InteractiveControl {
    var onChange: @MainActor () -> Void = {}

    var isEnabled = true {
        didSet { if isEnabled != oldValue { onChange() } }
    }

    /// Whether there is nothing that it could be needed for. The focus leaves a button that goes away.
    var isHidden = false {
        didSet { if isHidden != oldValue { onChange() } }
    }

    /// What will happen.
    let title: String

    /// What stands in the way while the button is disabled, for whoever asks.
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
    /// The button was pressed.
    var tap: ControlEvent<Void> {
        controlEvent(base.taps)
    }
}
