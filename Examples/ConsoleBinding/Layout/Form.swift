import Binding
import BindingForms

/// A form: its controls, and their bindings to view models.
///
/// Whatever operates a form (the keyboard, a script) or shows it uses only this protocol.
@MainActor
protocol Form: BindingContext {
    /// The current content of the form.
    var content: FormContent { get }

    /// Whether the form is to be closed.
    var isDismissed: Bool { get }

    /// Called after something visible has changed.
    var onChange: @MainActor () -> Void { get set }

    /// The values behind the controls that code can read and change.
    var values: [ModelValue] { get }

    /// The form's work in the background, if any.
    var work: FormWork? { get }

    /// The history of the entries, if they can be undone.
    var history: UndoHistory? { get }

    /// Binds the controls. The bindings go into the form's bag.
    func bind()
}

/// Work that a form does in the background.
@MainActor
final class FormWork {
    /// A sentence that describes it: "An account is being made".
    let statement: String
    let command: Command<Void, Void>
    private(set) var isUnderWay = false
    /// Whether it waits to begin, until asynchronous rules have checked the entries.
    private(set) var isWaiting = false

    private let bag = DisposeBag()

    /// Makes it from a command that works on entries.
    init(_ statement: String, _ command: Command<Void, Void>, of entries: BindingForms.Form) {
        self.statement = statement
        self.command = command
        command.isExecuting.drive(onNext: { [weak self, entries] isExecuting in
            self?.isUnderWay = isExecuting
            self?.isWaiting = isExecuting && entries.state.isPending
        }).disposed(by: bag)
        entries.isPending.drive(onNext: { [weak self] in if !$0 { self?.isWaiting = false } }).disposed(by: bag)
    }
}

extension Form {
    var work: FormWork? { nil }
    var history: UndoHistory? { nil }

    /// The history, if it can be used now: not while a message is open or the work is under way.
    var undoable: UndoHistory? {
        content.alert?.isOpen == true || work?.isUnderWay == true ? nil : history
    }

    /// The controls that the user can reach now, in order: while a message is open, only the button that closes it.
    var reachableControls: [FormControl] {
        let content = content
        if let alert = content.alert, alert.isOpen { return [alert.button] }
        return content.rows.flatMap(\.controls).filter { !$0.isHidden }
    }

    /// All controls, reachable or not.
    var allControls: [FormControl] {
        let content = content
        return content.rows.flatMap(\.controls) + (content.alert.map { [$0.button] } ?? [])
    }

    /// Closes the message, if there is one, without its button.
    func closeAlert() {
        guard let alert = content.alert, alert.isOpen, case .button(let button) = alert.button.kind else { return }
        button.press()
    }

    /// Calls ``onChange`` when any part of the content changes. Call it once, when the form is made.
    func watchContent() {
        for part in content.parts {
            part.onChange = { [weak self] in self?.onChange() }
        }
    }
}
