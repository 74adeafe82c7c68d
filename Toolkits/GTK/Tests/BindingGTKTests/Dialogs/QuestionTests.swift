import Binding
import BindingGTK
import BindingOperators
import CGTK
import Testing

@MainActor @Suite struct QuestionTests {
    enum Answer { case cancel, discard, save }

    let window = Window("Question")
    let choices = [
        Choice("_Cancel", Answer.cancel), .destructive("_Discard", .discard), .suggested("_Save", .save),
    ]

    init() { window.present() }

    @Test func isAnsweredByTheButtonThatIsPressed() async throws {
        for (number, answer) in [Answer.cancel, .discard, .save].enumerated() {
            async let asked = window.ask("Save the changes?", detail: "Or else.", choices: choices)
            let dialog = try await window.dialog()
            #expect(dialog.properties.get("text") == "Save the changes?")
            #expect(dialog.properties.get("secondary-text") == "Or else.")
            dialog.press(number)
            #expect(window.dialogs.isEmpty)
            #expect(await asked == answer)
        }
        window.destroy()
    }

    @Test func marksWhatIsMeantAndWhatCannotBeUndone() async throws {
        async let asked = window.ask("?", choices: choices)
        let dialog = try await window.dialog()
        let buttons = (0..<3).map { gtk_dialog_get_widget_for_response(dialog.typed(), $0) }
        #expect(buttons.map { gtk_widget_has_css_class($0, "suggested-action") } == [0, 0, 1])
        #expect(buttons.map { gtk_widget_has_css_class($0, "destructive-action") } == [0, 1, 0])
        #expect(gtk_window_get_default_widget(dialog.typed()) == buttons[2])
        #expect(gtk_window_get_modal(dialog.typed()) != 0)
        dialog.press(0)
        _ = await asked
        window.destroy()
    }

    @Test func comesToItsFirstChoiceWhenItIsClosed() async throws {
        async let asked = window.ask("?", choices: choices)
        try await window.dialog().close()
        #expect(await asked == .cancel)
        window.destroy()
    }

    @Test func comesToItsFirstChoiceWhenTheWindowIsClosed() async throws {
        async let asked = window.ask("?", choices: choices)
        let dialog = try await window.dialog()
        window.destroy()
        #expect(!dialog.isOpen)
        #expect(await asked == .cancel)
        #expect(await window.ask("?", choices: choices) == .cancel, "asked of a window that is closed")
    }

    @Test func comesToItsFirstChoiceWhenAWindowIsClosedThatWasNeverShown() async throws {
        let hidden = Window("Hidden")
        async let asked = hidden.ask("?", choices: choices)
        let dialog = try await hidden.dialog()
        hidden.destroy()
        #expect(await asked == .cancel)
        #expect(!dialog.isOpen)
        window.destroy()
    }

    @Test func comesToItsFirstChoiceWhenItsTaskIsCancelled() async throws {
        let task = Task { await window.ask("?", choices: choices) }
        let dialog = try await window.dialog()
        task.cancel()
        #expect(await task.value == .cancel)
        #expect(!dialog.isOpen)
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await window.ask("?", choices: choices)
        }
        #expect(await late.value == .cancel)
        #expect(window.dialogs.isEmpty)
        window.destroy()
    }

    @Test func confirms() async throws {
        for (number, isConfirmed) in [false, true].enumerated() {
            async let asked = window.confirm("Delete?", button: "_Delete", isDestructive: true)
            try await window.dialog().press(number)
            #expect(await asked == isConfirmed)
        }
        window.destroy()
    }

    @Test func answersAnInteraction() async throws {
        let leave = Interaction<String, Answer>()
        let choices = choices
        let answering = leave.answer { [weak window] in await window?.ask($0, choices: choices) }
        async let asked = leave.ask("Leave?")
        let dialog = try await window.dialog()
        #expect(dialog.properties.get("text") == "Leave?")
        dialog.press(1)
        #expect(try await asked == .discard)
        answering.dispose()
        window.destroy()
    }

    @Test func alertsAreShownByViewActions() async throws {
        final class ViewModel {
            @ViewAction var alert: (String) -> Void
        }
        let viewModel = ViewModel()
        let binding = viewModel.$alert => { [weak window] in window?.alert($0) }
        viewModel.alert("Saved")
        #expect(window.dialogs.map { $0.properties.get("text") } == ["Saved"])
        window.dialogs[0].press(0)
        #expect(window.dialogs.isEmpty)
        viewModel.alert("Saved again")
        window.destroy()
        #expect(window.dialogs.isEmpty)
        viewModel.alert("Too late")
        #expect(window.dialogs.isEmpty)
        binding.dispose()
    }

    @Test func nothingStaysWhenItIsOver() async throws {
        weak var parent: Window?
        weak var dialog: Window?
        func ask() async throws {
            let window = Window("Parent")
            window.present()
            async let asked = window.confirm("?", button: "_Yes")
            parent = window
            dialog = try await window.dialog()
            dialog?.press(1)
            #expect(await asked)
            window.alert("Left open")
            window.destroy()
        }
        try await ask()
        try await eventually("dialog and window have gone") { parent == nil && dialog == nil }
        window.destroy()
    }
}
