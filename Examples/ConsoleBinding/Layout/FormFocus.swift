/// The control that has the focus.
@MainActor
struct FormFocus {
    /// The control's name.
    private(set) var name: String?

    /// The focused control, if it can be reached.
    ///
    /// It may be disabled: the focus stays with a control that becomes disabled, because otherwise the next key would
    /// reach a control that the user did not aim at.
    func control(in controls: [FormControl]) -> FormControl? {
        controls.first { $0.name == name }
    }

    /// Moves the focus to the control called `name`.
    mutating func move(to name: String?) {
        self.name = name
    }

    /// Moves the focus if the control that had it can no longer be reached.
    ///
    /// A control that has been hidden passes the focus to its successor, as a button that repeats a search does to the
    /// search field; if that is disabled or missing, to the nearest enabled one before it, or else after it. When a
    /// message opens or closes, the focus goes to the first control.
    mutating func settle(in form: any Form) {
        let reachable = form.reachableControls
        guard control(in: reachable) == nil else { return }
        let rows = form.content.rows.flatMap(\.controls)
        let enabled = reachable.filter(\.control.isEnabled)
        var next: FormControl?
        if let position = rows.firstIndex(where: { $0.name == name }) {
            let successor = enabled.first { $0.name == rows[position].successor }
            let before = enabled.last { control in rows[..<position].contains { $0.name == control.name } }
            let behind = enabled.first { control in rows[position...].contains { $0.name == control.name } }
            next = successor ?? before ?? behind
        }
        name = (next ?? enabled.first ?? reachable.first)?.name
    }

    /// Moves the focus to the next or the previous enabled control, wrapping around at the ends.
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
