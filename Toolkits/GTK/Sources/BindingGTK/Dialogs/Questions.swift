import Binding
import CBindingGTK
import CGTK

/// A button of a question, and what it answers: `Choice("_Cancel", Answer.cancel)`.
///
/// An underscore stands before the letter that presses the button together with the Alt key.
public struct Choice<Answer: Sendable>: Sendable {
    /// What stands on the button.
    public let text: String
    /// What it answers.
    public let answer: Answer
    /// The CSS class of the button.
    let style: String?

    /// A button like any other.
    public init(_ text: String, _ answer: Answer) { self.init(text, answer, nil) }

    /// The button for what is meant as a rule: the Enter key presses it.
    public static func suggested(_ text: String, _ answer: Answer) -> Choice {
        Choice(text, answer, "suggested-action")
    }

    /// The button for what cannot be undone.
    public static func destructive(_ text: String, _ answer: Answer) -> Choice {
        Choice(text, answer, "destructive-action")
    }

    private init(_ text: String, _ answer: Answer, _ style: String?) {
        self.text = text
        self.answer = answer
        self.style = style
    }
}

extension Window {
    /// Asks the user a question in a dialog over the window, and waits for the answer.
    ///
    /// ```swift
    /// let answer = await ask(
    ///     "Save the changes?", detail: "They are lost otherwise.",
    ///     choices: [Choice("_Cancel", Answer.cancel), .destructive("_Discard", .discard), .suggested("_Save", .save)])
    /// ```
    ///
    /// The first choice is what it comes to where the user closes the dialog, the window is closed meanwhile, or the task is
    /// cancelled.
    ///
    /// A view answers a view model's `Interaction` with it:
    /// `viewModel.leave.answer { [weak self] question in await self?.ask(question, choices: …) }`.
    ///
    /// - Parameters:
    ///   - question: What is asked, in a few words.
    ///   - detail: What else is to be known.
    ///   - choices: The buttons, from the start to the end; one at least.
    /// - Returns: What the button answers that the user has pressed.
    public final func ask<Answer>(
        _ question: String, detail: String? = nil, choices: [Choice<Answer>]
    ) async -> Answer {
        require(
            !choices.isEmpty, "ask: '\(question)' has no choices. Give one at least: it is the answer to closing it.")
        let dialog = makeDialog(question, detail, choices)
        let response = await DialogSession(dialog, close: dialog.destroy).response(over: self, show: dialog.present)
        // Closed with the Escape key or by the window manager, it is a negative number.
        return choices[choices.indices.contains(response ?? 0) ? response ?? 0 : 0].answer
    }

    /// Asks the user whether something is to be done, and waits for the answer.
    ///
    /// ```swift
    /// viewModel.confirm.answer { [weak self] question in await self?.confirm(question, button: "_Delete") }
    /// ```
    ///
    /// See ``ask(_:detail:choices:)``.
    ///
    /// - Parameters:
    ///   - question: What is asked, in a few words.
    ///   - detail: What else is to be known.
    ///   - button: What stands on the button that does it.
    ///   - isDestructive: Whether it cannot be undone. The Enter key does not press its button then.
    /// - Returns: Whether the user has pressed that button, and not the one that cancels.
    public final func confirm(
        _ question: String, detail: String? = nil, button: String, isDestructive: Bool = false
    ) async -> Bool {
        await ask(
            question, detail: detail,
            choices: [
                Choice(GTKText.cancel, false), isDestructive ? .destructive(button, true) : .suggested(button, true),
            ])
    }

    /// Tells the user something in a dialog over the window, and does not wait until it has been read.
    ///
    /// ```swift
    /// viewModel.$alert => { [weak self] message in self?.alert(message) }
    /// ```
    ///
    /// - Parameters:
    ///   - message: What is told, in a few words.
    ///   - detail: What else is to be known.
    public final func alert(_ message: String, detail: String? = nil) {
        let dialog = makeDialog(message, detail, [Choice.suggested(GTKText.close, ())])
        DialogSession(dialog, close: dialog.destroy).begin(over: self, show: dialog.present) { _ in }
    }

    /// A dialog that is not shown yet, whose responses are the numbers of the choices.
    private func makeDialog<Answer>(_ text: String, _ detail: String?, _ choices: [Choice<Answer>]) -> Window {
        let dialog = Window(wrapping: UnsafeMutableRawPointer(binding_message_dialog_new(typed(), text)))
        dialog.properties.set("secondary-text", detail)
        for (number, choice) in choices.enumerated() {
            let button = gtk_dialog_add_button(dialog.typed(), choice.text, Int32(number))
            if let style = choice.style { gtk_widget_add_css_class(button, style) }
        }
        let suggested = choices.firstIndex { $0.style == "suggested-action" } ?? 0
        gtk_dialog_set_default_response(dialog.typed(), Int32(suggested))
        return dialog
    }
}

/// What stands on buttons in all programs, in the user's language.
enum GTKText {
    static var cancel: String { translated("_Cancel") }
    static var close: String { translated("_Close") }

    private static func translated(_ text: String) -> String { String(cString: g_dgettext("gtk40", text)) }
}
