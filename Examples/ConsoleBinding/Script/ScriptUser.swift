import ViewModels

/// Operates a form as a person does, and refuses what a person could not do.
@MainActor
final class ScriptUser {
    /// The control that was used last, or the one that gets the focus if that one can no longer be reached.
    var focusedControl: String? {
        focus.settle(in: form)
        return focus.name
    }

    private var focus = FormFocus()

    private let form: any Form

    /// Makes a user of `form`.
    init(form: any Form) {
        self.form = form
    }

    /// Enters text at the end of a field.
    func type(_ text: String, into name: String) throws(ScriptProblem) {
        let target = try control(name, for: .type)
        switch target.kind {
        case .text(let field):
            try checkEnabled(target)
            _ = field.handle(.end)
            _ = field.handle(.text(text))
        case .checkBox, .choice, .button, .list: throw mismatch(target, .type)
        }
    }

    /// Empties a field.
    func clear(_ name: String) throws(ScriptProblem) {
        let target = try control(name, for: .clear)
        switch target.kind {
        case .text(let field):
            try checkEnabled(target)
            field.clear()
        case .checkBox, .choice, .button, .list: throw mismatch(target, .clear)
        }
    }

    /// Checks or clears a check box.
    func toggle(_ name: String) throws(ScriptProblem) {
        let target = try control(name, for: .toggle)
        guard case .checkBox(let box) = target.kind else { throw mismatch(target, .toggle) }
        try checkEnabled(target)
        box.toggle()
    }

    /// Chooses an option, or the first row that begins with a text.
    func choose(_ option: String, in name: String) throws(ScriptProblem) {
        let target = try control(name, for: .choose)
        switch target.kind {
        case .choice(let choice):
            guard choice.options.contains(option) else {
                throw .unknown("option", option, among: choice.options)
            }
            try checkEnabled(target)
            _ = choice.choose(option)
        case .list(let list):
            try checkEnabled(target)
            guard list.choose(option) else {
                throw ScriptProblem("there is no row that begins with '\(option)'", remedy: rows(of: list))
            }
        case .text, .checkBox, .button: throw mismatch(target, .choose)
        }
    }

    /// Presses a button.
    func press(_ name: String) throws(ScriptProblem) {
        let target = try control(name, for: .press)
        guard case .button(let button) = target.kind else { throw mismatch(target, .press) }
        guard button.isEnabled, !button.isHidden else {
            if button.obstacles.isEmpty { try checkEnabled(target) }
            let obstacles = button.obstacles.joined(separator: "; ")
            throw ScriptProblem("'\(name)' is disabled", remedy: "Reasons: \(obstacles)")
        }
        button.press()
    }

    /// Undoes the latest change of the entries.
    func undo() throws(ScriptProblem) {
        guard let history = form.undoable, history.undoCount > 0 else { throw nothing(to: "undo") }
        history.undo()
    }

    /// Redoes what was undone.
    func redo() throws(ScriptProblem) {
        guard let history = form.undoable, history.redoCount > 0 else { throw nothing(to: "redo") }
        history.redo()
    }

    private func nothing(to word: String) -> ScriptProblem {
        let remedy = "Entries of the sign-up form can be undone, unless it is making an account or has a message"
        return ScriptProblem("there is nothing to \(word)", remedy: remedy)
    }

    private func rows(of list: List) -> String {
        guard let first = list.rows.first, let last = list.rows.last else { return "There are no rows" }
        return "The rows are, from first to last: \(first.text.singleSpaced) … \(last.text.singleSpaced)"
    }

    /// The control called `name`, with the focus moved to it.
    private func control(_ name: String, for word: ScriptCommand.Word) throws(ScriptProblem) -> FormControl {
        guard let control = form.allControls.first(where: { $0.name == name }) else {
            throw .unknown("control", name, among: form.allControls.map(\.name))
        }
        guard form.reachableControls.contains(where: { $0.name == name }) else {
            if let alert = form.content.alert, alert.isOpen {
                let remedy = "Read it first: press \(alert.button.name)"
                throw ScriptProblem("'\(name)' is behind a message", remedy: remedy)
            }
            // For a hidden control, the command reports why it cannot be used.
            if control.isHidden { return control }
            let list = form.reachableControls.map(\.name).joined(separator: ", ")
            throw ScriptProblem("there is no message to answer", remedy: "The controls are: \(list)")
        }
        if control.accepts(word) { focus.move(to: name) }
        return control
    }

    private func checkEnabled(_ control: FormControl) throws(ScriptProblem) {
        guard !control.control.isEnabled else { return }
        let reason = form.work.flatMap { $0.isUnderWay ? "\($0.statement): wait first" : nil }
        let remedy = reason ?? "Nothing is under way: bind the form anew"
        throw ScriptProblem("'\(control.name)' is disabled", remedy: remedy)
    }

    private func mismatch(_ control: FormControl, _ word: ScriptCommand.Word) -> ScriptProblem {
        let fitting = form.allControls.filter { $0.accepts(word) }.map(\.name).joined(separator: ", ")
        return ScriptProblem(
            "'\(word.rawValue)' does not apply to '\(control.name)', which is a \(control.kindName)",
            remedy: "The command for it is: \(control.usage); '\(word.rawValue)' takes: \(fitting)")
    }
}

extension FormControl {
    fileprivate func accepts(_ word: ScriptCommand.Word) -> Bool {
        switch (kind, word) {
        case (.text, .type), (.text, .clear): true
        case (.checkBox, .toggle), (.choice, .choose), (.list, .choose), (.button, .press): true
        default: false
        }
    }

    fileprivate var kindName: String {
        switch kind {
        case .text: "text field"
        case .checkBox: "check box"
        case .choice: "choice"
        case .button: "button"
        case .list: "list"
        }
    }

    fileprivate var usage: String {
        switch kind {
        case .text: "type \(name) TEXT"
        case .checkBox: "toggle \(name)"
        case .choice: "choose \(name) OPTION"
        case .button: "press \(name)"
        case .list: "choose \(name) TEXT"
        }
    }
}
