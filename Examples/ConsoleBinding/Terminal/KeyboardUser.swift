/// Uses a form with keys: the ones that the focused control has no use for move the focus.
@MainActor
final class KeyboardUser {
    /// The name of the control that the next key goes to.
    var focusedControl: String? {
        focus.settle(in: form)
        return focus.name
    }

    private let form: any Form
    private var focus = FormFocus()

    /// Sits down before `form`.
    init(form: any Form) {
        self.form = form
    }

    /// Does what `key` means at this moment. Once the form is dismissed, that is nothing.
    func press(_ key: Key) {
        focus.settle(in: form)
        let controls = form.reachableControls
        guard !form.isDismissed, let focused = focus.control(in: controls) else { return }
        if focused.control.handle(key) { return }
        switch key {
        case .tab, .down, .enter: focus.move(forward: true, in: controls)
        case .backTab, .up: focus.move(forward: false, in: controls)
        case .escape: form.closeAlert()
        case .undo: form.undoable?.undo()
        case .redo: form.undoable?.redo()
        default: break
        }
    }
}
