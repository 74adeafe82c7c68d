import Binding
import BindingControls
import BindingOperators
import TestSupport
import Testing

// The examples of Documentation/Commands.md; see DocumentationTests.

// EXAMPLE: commands, view model and view

// EXAMPLE: commands, progress

@Suite("Commands, as the document has them")
@MainActor
struct CommandsDocumentTests {
    let print = Printer()

    @Test("a view model and a view")
    func viewModelAndView() async throws {
        let viewModel = LetterViewModel { text in
            if text == "?" { throw TestError("no address") }
            await Task.yield()
            return text.count
        }
        let view = LetterView(viewModel)
        #expect(!view.button.isEnabled)
        viewModel.draft = "Dear Ada"
        #expect(view.button.isEnabled)
        view.button.press()
        #expect(view.status.text == "On its way")
        #expect(!view.button.isEnabled)
        await viewModel.post.finished()
        #expect(view.status.text == "Sent as number 8")
        viewModel.draft = "?"
        view.button.press()
        #expect(view.status.text == "Not sent: TestError(no address)")
        view.disposeBag.dispose()
    }

    @Test("a progress, and a button that cancels")
    func progress() async throws {
        let viewModel = ExportViewModel()
        let view = ExportView(viewModel)
        #expect(view.fraction.text == "0 %" && !view.cancel.isEnabled)
        view.export.press()
        #expect(view.cancel.isEnabled)
        await viewModel.export.finished()
        await eventually { view.fraction.text == "100 %" }
        #expect(!view.cancel.isEnabled)
        view.export.press()
        view.cancel.press()
        await viewModel.export.finished()
        #expect(view.export.isEnabled && view.fraction.text != "100 %")
        view.disposeBag.dispose()
    }

    @Test("an activity tracker")
    func activity() throws {
        // EXAMPLE: commands, activity
        #expect(try print.lines == Example.named("commands, activity").output)
    }

    @Test("a question to the view")
    func interaction() async throws {
        // EXAMPLE: commands, interaction
        #expect(try print.lines == Example.named("commands, interaction").output)
    }
}
