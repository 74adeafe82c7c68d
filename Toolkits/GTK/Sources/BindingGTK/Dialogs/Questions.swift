import Binding
import CBindingGTK
import CGTK

/// A button of a question and the answer that it gives: `Choice("_Cancel", Answer.cancel)`.
///
/// An underscore precedes the letter that presses the button together with the Alt key.
public struct Choice<Answer: Sendable>: Sendable {
    /// The button's text.
    public let text: String
    /// The answer that the button gives.
    public let answer: Answer
    /// The CSS class of the button.
    let style: String?

    /// Makes an ordinary button.
    public init(_ text: String, _ answer: Answer) { self.init(text, answer, nil) }

    /// The button for the usual answer: the Enter key presses it.
    public static func suggested(_ text: String, _ answer: Answer) -> Choice {
        Choice(text, answer, "suggested-action")
    }

    /// The button for an action that cannot be undone.
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
    /// The first choice is the answer if the user closes the dialog, the window is closed meanwhile, or the task is
    /// cancelled.
    ///
    /// A view uses it to answer a view model's `Interaction`:
    /// `viewModel.leave.answer { [weak self] question in await self?.ask(question, choices: …) }`.
    ///
    /// - Parameters:
    ///   - question: The question, in a few words.
    ///   - detail: Further information.
    ///   - choices: The buttons, from start to end; at least one.
    /// - Returns: The answer of the button that the user pressed.
    public final func ask<Answer>(
        _ question: String, detail: String? = nil, choices: [Choice<Answer>]
    ) async -> Answer {
        require(
            !choices.isEmpty, "ask: '\(question)' has no choices. Give one at least: it is the answer to closing it.")
        let dialog = makeDialog(question, detail, choices)
        let response = await DialogSession(dialog, close: dialog.destroy).response(over: self, show: dialog.present)
        // If the dialog is closed by the Escape key or the window manager, the response is negative.
        return choices[choices.indices.contains(response ?? 0) ? response ?? 0 : 0].answer
    }

    /// Asks the user whether to do something, and waits for the answer.
    ///
    /// ```swift
    /// viewModel.confirm.answer { [weak self] question in await self?.confirm(question, button: "_Delete") }
    /// ```
    ///
    /// See ``ask(_:detail:choices:)``.
    ///
    /// - Parameters:
    ///   - question: The question, in a few words.
    ///   - detail: Further information.
    ///   - button: The text of the button that confirms.
    ///   - isDestructive: Whether the action cannot be undone. If so, the Enter key does not press its button.
    /// - Returns: Whether the user pressed that button rather than the one that cancels.
    public final func confirm(
        _ question: String, detail: String? = nil, button: String, isDestructive: Bool = false
    ) async -> Bool {
        await ask(
            question, detail: detail,
            choices: [
                Choice(GTKText.cancel, false), isDestructive ? .destructive(button, true) : .suggested(button, true),
            ])
    }

    /// Shows the user a message in a dialog over the window, without waiting until it has been read.
    ///
    /// ```swift
    /// viewModel.$alert => { [weak self] message in self?.alert(message) }
    /// ```
    ///
    /// - Parameters:
    ///   - message: The message, in a few words.
    ///   - detail: Further information.
    public final func alert(_ message: String, detail: String? = nil) {
        let dialog = makeDialog(message, detail, [Choice.suggested(GTKText.close, ())])
        DialogSession(dialog, close: dialog.destroy).begin(over: self, show: dialog.present) { _ in }
    }

    /// Makes a dialog, not yet shown, whose responses are the indices of the choices.
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

/// Button texts that GTK translates to the user's language.
enum GTKText {
    static var cancel: String { translated("_Cancel") }
    static var close: String { translated("_Close") }

    private static func translated(_ text: String) -> String { String(cString: g_dgettext("gtk40", text)) }
}
