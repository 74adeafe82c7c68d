/// Which control the user is at.
@MainActor
struct FormFocus {
    /// The control's name.
    private(set) var name: String?

    /// The focused control, if it can be reached.
    ///
    /// It may be disabled: focus does not run away from a control that becomes so, for the key that is pressed next
    /// would hit what the user did not aim at.
    func control(in controls: [FormControl]) -> FormControl? {
        controls.first { $0.name == name }
    }

    /// Goes to the control called `name`.
    mutating func move(to name: String?) {
        self.name = name
    }

    /// Goes to the first control, where the one that had the focus cannot be reached any more: a message has come up,
    /// or has been answered.
    mutating func settle(in controls: [FormControl]) {
        if control(in: controls) == nil { name = controls.first?.name }
    }

    /// Goes to the next control that is enabled, or to the one before, around the ends.
    mutating func move(forward: Bool, in controls: [FormControl]) {
        let count = controls.count
        guard count > 0 else { return }
        let step = forward ? 1 : count - 1
        let current = controls.firstIndex { $0.name == name }
        var position = current ?? (forward ? count - 1 : 0)
        for _ in 0..<count {
            position = (position + step) % count
            guard controls[position].control.isEnabled else { continue }
            name = controls[position].name
            return
        }
    }
}
