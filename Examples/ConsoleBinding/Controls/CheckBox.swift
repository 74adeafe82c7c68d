import Binding

/// A statement that the user makes true or false.
@MainActor
final class CheckBox: InteractiveControl {
    var onChange: @MainActor () -> Void = {}

    var isEnabled = true {
        didSet { if isEnabled != oldValue { onChange() } }
    }

    /// The statement.
    let title: String

    /// Whether it is true. Setting it is no edit, and says nothing.
    var isOn = false {
        didSet { if isOn != oldValue { onChange() } }
    }

    fileprivate let toggles = PublishRelay<Void>()

    /// Makes a box that is not ticked.
    init(_ title: String) {
        self.title = title
    }

    func handle(_ key: Key) -> Bool {
        guard key == .text(" ") else { return false }
        toggle()
        return true
    }

    /// Ticks or clears the box as its user would.
    func toggle() {
        guard isEnabled else { return }
        isOn.toggle()
        toggles.accept(())
    }
}

extension Reactive where Base: CheckBox {
    /// The tick, both ways.
    var isOn: ControlProperty<Bool> {
        controlProperty(changes: base.toggles, getter: { $0.isOn }, setter: { $0.isOn = $1 })
    }
}
