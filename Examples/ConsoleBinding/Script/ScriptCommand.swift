/// A command of a script.
enum ScriptCommand: Equatable, Sendable {
    // Actions of a user.
    case type(control: String, text: String)
    case clear(control: String)
    case toggle(control: String)
    case choose(control: String, option: String)
    case press(control: String)
    case undo, redo
    // Actions of a program.
    case set(value: String, text: String)
    case bind, unbind
    // Actions of the script itself.
    case show, changes, model
    case say(String)
    /// Lets time pass: a number of steps, or until nothing is under way.
    case wait(steps: Int?)
    /// Lets time pass until the form shows a text.
    case until(text: String)
}

extension ScriptCommand {
    /// The command words and their arguments. The parser, the messages and `--help` share this list.
    enum Word: String, CaseIterable {
        case type, clear, toggle, choose, press, undo, redo, show, changes, wait, until, say, set, model, unbind, bind

        /// The syntax of the command.
        var usage: String {
            switch self {
            case .type: "type CONTROL TEXT"
            case .clear: "clear CONTROL"
            case .toggle: "toggle CONTROL"
            case .choose: "choose CONTROL OPTION"
            case .press: "press CONTROL"
            case .undo: "undo"
            case .redo: "redo"
            case .show: "show"
            case .changes: "changes"
            case .wait: "wait [STEPS]"
            case .until: "until TEXT"
            case .say: "say [TEXT]"
            case .set: "set VALUE TEXT"
            case .model: "model"
            case .unbind: "unbind"
            case .bind: "bind"
            }
        }

        /// A description of the command.
        var summary: String {
            switch self {
            case .type: "enter text at the cursor, as a user would"
            case .clear: "empty a field"
            case .toggle: "tick or clear a check box"
            case .choose: "choose an option; in a list, the row that begins so"
            case .press: "press a button"
            case .undo: "undo what was done last to what is entered, as Ctrl-Z does"
            case .redo: "do again what was undone, as Ctrl-Y does"
            case .show: "print the form as it is now"
            case .changes: "print what has changed since it was printed last"
            case .until: "let time pass until the form shows the text"
            case .wait: "let so many steps of time pass, or all that is under way"
            case .say: "print a line of text"
            case .set: "change a value of the view model, as code would"
            case .model: "print the values of the view model"
            case .unbind: "dispose of the form's bindings"
            case .bind: "bind the form anew"
            }
        }
    }
}
