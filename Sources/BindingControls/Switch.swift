import Binding

/// A switch in memory: on or off.
public final class Switch: Control {
    fileprivate let edits = PublishRelay<Void>()

    /// Whether it is on. Setting it is not an edit.
    public var isOn: Bool {
        didSet { if isOn != oldValue { history.append(isOn) } }
    }

    /// What it has shown since it was made, whoever has changed it.
    public private(set) var history: [Bool] = []

    /// Makes a switch.
    public init(_ isOn: Bool = false) {
        self.isOn = isOn
    }

    /// Turns it on if it is off, and off if it is on, as a user does.
    ///
    /// - Returns: Whether a user can do so.
    @discardableResult
    public func toggle() -> Bool {
        guard isUsable else { return false }
        isOn.toggle()
        edits.accept(())
        return true
    }
}

extension Reactive where Base: Switch {
    /// Whether it is on, both ways.
    public var isOn: ControlProperty<Bool> {
        controlProperty(changes: base.edits, getter: { $0.isOn }, setter: { $0.isOn = $1 })
    }
}
