import Binding
import BindingForms

/// Controls that belong together, and what binds them to what they are about.
///
/// Whoever uses a form (the keyboard, a script) and whoever shows it know it by this alone.
@MainActor
protocol Form: BindingContext {
    /// What the form consists of now.
    var content: FormContent { get }

    /// Whether the form wants to go away.
    var isDismissed: Bool { get }

    /// Called after something that shows has changed.
    var onChange: @MainActor () -> Void { get set }

    /// What code could read and change behind the controls.
    var values: [ModelValue] { get }

    /// What it does in the background, if anything.
    var work: FormWork? { get }

    /// What has been done to what is entered, if that can be undone.
    var history: UndoHistory? { get }

    /// Binds the controls. What binds them goes into the form's bag.
    func bind()
}

/// Something that a form does in the background.
@MainActor
final class FormWork {
    /// What it is, as a sentence: "An account is being made".
    let statement: String
    let command: Command<Void, Void>
    private(set) var isUnderWay = false
    /// Whether it has yet to begin, because there is something to be found out of the entries.
    private(set) var isWaiting = false

    private let bag = DisposeBag()

    /// Makes it of what a command does with some entries.
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

    /// What can be undone now: nothing while a message is told, or while something is made of what is entered.
    var undoable: UndoHistory? {
        content.alert?.isOpen == true || work?.isUnderWay == true ? nil : history
    }

    /// The controls that a user can reach now, in order: while something is told, only the button that ends it.
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

    /// Answers the message, if there is one, without its button.
    func closeAlert() {
        guard let alert = content.alert, alert.isOpen, case .button(let button) = alert.button.kind else { return }
        button.press()
    }

    /// Has ``onChange`` called when any part of the content changes. For once, when the form is made.
    func watchContent() {
        for part in content.parts {
            part.onChange = { [weak self] in self?.onChange() }
        }
    }
}
