import Binding

/// A statement that the user makes true or false.
@MainActor
final class CheckBox: InteractiveControl {
    var onChange: @MainActor () -> Void = {}

    var isEnabled = true {
        didSet { if isEnabled != oldValue { onChange() } }
    }

    /// The statement beside the box.
    let title: String

    /// Whether it is true. Setting it does not count as an edit and emits nothing.
    var isOn = false {
        didSet { if isOn != oldValue { onChange() } }
    }

    fileprivate let toggles = PublishRelay<Void>()

    /// Makes a box that is not checked.
    init(_ title: String) {
        self.title = title
    }

    func handle(_ key: Key) -> Bool {
        guard key == .text(" ") else { return false }
        toggle()
        return true
    }

    /// Checks or clears the box as the user does.
    func toggle() {
        guard isEnabled else { return }
        isOn.toggle()
        toggles.accept(())
    }
}

extension Reactive where Base: CheckBox {
    /// Whether the box is checked, both ways.
    var isOn: ControlProperty<Bool> {
        controlProperty(changes: base.toggles, getter: { $0.isOn }, setter: { $0.isOn = $1 })
    }
}
