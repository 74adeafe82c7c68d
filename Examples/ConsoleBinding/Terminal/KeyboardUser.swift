/// Operates a form with keys. Keys that the focused control does not use move the focus.
@MainActor
final class KeyboardUser {
    /// The name of the control that gets the next key.
    var focusedControl: String? {
        focus.settle(in: form)
        return focus.name
    }

    private let form: any Form
    private var focus = FormFocus()

    /// Makes a user of `form`.
    init(form: any Form) {
        self.form = form
    }

    /// Handles a key. Does nothing once the form is dismissed.
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
