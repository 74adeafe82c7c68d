import Binding
import BindingControls
import BindingForms
import BindingOperators
import TestSupport
import Testing

// The examples of Documentation/Undo.md; see DocumentationTests.

// EXAMPLE: undo, view model and view

// EXAMPLE: focus, view model and view

@Suite("Undo and focus, as the document has them")
@MainActor
struct UndoDocumentTests {
    let print = Printer()

    @Test("a view model with a history, and its view")
    func viewModelAndView() {
        let viewModel = NoteViewModel()
        let view = NoteView(viewModel)
        #expect(!view.undoButton.isEnabled && !view.redoButton.isEnabled)
        view.titleField.type("A")
        view.titleField.type("Ad")
        viewModel.tags += ["poet"]
        view.undoButton.press()
        #expect(viewModel.tags.isEmpty && viewModel.title == "Ad")
        view.undoButton.press()
        #expect(view.titleField.text.isEmpty && !view.undoButton.isEnabled && view.redoButton.isEnabled)
        view.redoButton.press()
        #expect(view.titleField.text == "Ad")
        view.disposeBag.dispose()
    }

    @Test("steps")
    func steps() throws {
        // EXAMPLE: undo, steps
        #expect(try print.lines == Example.named("undo, steps").output)
    }

    @Test("what is typed into a form")
    func formContent() throws {
        // EXAMPLE: undo, a form's content
        #expect(try print.lines == Example.named("undo, a form's content").output)
    }

    @Test("there and back")
    func thereAndBack() throws {
        // EXAMPLE: undo, there and back
        #expect(try print.lines == Example.named("undo, there and back").output)
    }

    @Test("a dialog that can be cancelled")
    func dialog() throws {
        // EXAMPLE: undo, dialog
        #expect(try print.lines == Example.named("undo, dialog").output)
    }

    @Test("the focus")
    func focus() {
        let viewModel = ContactFormViewModel()
        let view = ContactFormView(viewModel)
        view.emailField.focus(leaving: nil)
        #expect(viewModel.focus.current.value == .email)
        viewModel.submit()
        #expect(view.nameField.isFocused && !view.emailField.isFocused)
        view.emailField.focus(leaving: view.nameField)
        #expect(viewModel.focus.current.value == .email)
        view.disposeBag.dispose()
    }

    @Test("the focus, by the fields of a form")
    func focusByField() throws {
        // EXAMPLE: focus, fields of a form
        #expect(try print.lines == Example.named("focus, fields of a form").output)
    }
}
