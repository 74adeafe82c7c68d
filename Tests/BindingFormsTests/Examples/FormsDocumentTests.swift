import Binding
import BindingCollections
import BindingControls
import BindingForms
import BindingOperators
import BindingTesting
import TestSupport
import Testing

// The examples of Documentation/Forms.md; see DocumentationTests.

@MainActor
final class Service: Sendable {
    var taken: Set<String> = ["ada"]
    private(set) var signedUp: [String] = []

    func isFree(_ name: String) async throws -> Bool { !taken.contains(name) }

    func signUp(_ userName: String, _ email: String, _ age: Int) async throws {
        signedUp.append("\(userName) \(email) \(age)")
    }
}

// EXAMPLE: forms, view model and view

// EXAMPLE: forms, rows

// EXAMPLE: forms, problems

// EXAMPLE: forms, value

// EXAMPLE: forms, a choice

// EXAMPLE: forms, a pane

@Suite("Forms, as the document has them")
@MainActor
struct FormsDocumentTests {
    let print = Printer()

    @Test("a view model and a view")
    func viewModelAndView() async throws {
        let service = Service()
        let viewModel = SignUpViewModel(service: service)
        let view = SignUpView(viewModel)
        view.nameField.type("ad")
        #expect(view.nameMessage.text == "")
        view.nameField.leave()
        #expect(view.nameMessage.text == "This must have 3 to 20 characters")
        view.submitButton.press()
        await viewModel.submit.finished()
        #expect(service.signedUp == [])
        view.nameField.type("ada")
        view.ageField.type("36")
        (viewModel.email, viewModel.password, viewModel.repeated) = ("ada@example.org", "x", "y")
        #expect(viewModel.form.firstInvalid === viewModel.$repeated)
        viewModel.repeated = "x"
        view.submitButton.press()
        await viewModel.submit.finished()
        #expect(view.nameMessage.text == "This name is taken")
        view.nameField.type("grace")
        view.submitButton.press()
        await viewModel.submit.finished()
        #expect(service.signedUp == ["grace ada@example.org 36"])
        view.disposeBag.dispose()
    }

    @Test("a field")
    func field() throws {
        // EXAMPLE: forms, field
        #expect(try print.lines == Example.named("forms, field").output)
    }

    @Test("rules")
    func rules() throws {
        // EXAMPLE: forms, rules
        #expect(try print.lines == Example.named("forms, rules").output)
    }

    @Test("rows")
    func rows() throws {
        // EXAMPLE: forms, rows in use
        #expect(try print.lines == Example.named("forms, rows in use").output)
    }

    @Test("what is wrong, by names")
    func problems() throws {
        // EXAMPLE: forms, problems in use
        #expect(try print.lines == Example.named("forms, problems in use").output)
    }

    @Test("a rule that reads something other than its fields")
    func otherValues() throws {
        // EXAMPLE: forms, a rule that reads something else
        #expect(try print.lines == Example.named("forms, a rule that reads something else").output)
    }

    @Test("a save, and what a server says")
    func save() async throws {
        // EXAMPLE: forms, a save
        #expect(try print.lines == Example.named("forms, a save").output)
        let bag = DisposeBag()
        var refused: [FormField] = []
        form.refusals.emit(onNext: { refused.append($0) }).disposed(by: bag)
        await #expect(throws: CommandRefusal.invalid) { try await submit.execute() }
        #expect(refused == [note] && note.currentMessages == ["The server knows better"])
        note.raw = ""
        await #expect(throws: CommandRefusal.invalid) { try await submit.execute() }
        #expect(refused == [note, note])
    }

    @Test("rules that take time, in a test")
    func virtualTime() throws {
        // EXAMPLE: forms, in a test
        #expect(try print.lines == Example.named("forms, in a test").output)
    }

    @Test("a form of a value")
    func value() throws {
        // EXAMPLE: forms, value in use
        #expect(try print.lines == Example.named("forms, value in use").output)
    }

    @Test("a choice by its name")
    func choice() throws {
        // EXAMPLE: forms, a choice in use
        #expect(try print.lines == Example.named("forms, a choice in use").output)
    }

    @Test("values by key")
    func valuesByKey() throws {
        // EXAMPLE: forms, values by key
        #expect(try print.lines == Example.named("forms, values by key").output)
    }

    @Test("the form of the selected row")
    func pane() throws {
        // EXAMPLE: forms, a pane in use
        #expect(try print.lines == Example.named("forms, a pane in use").output)
    }

    @Test("a form of one row after another")
    func formOfSelectedRow() throws {
        // EXAMPLE: forms, a form of the selected row
        #expect(try print.lines == Example.named("forms, a form of the selected row").output)
    }
}
