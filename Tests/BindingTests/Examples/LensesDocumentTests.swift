import Binding
import BindingControls
import BindingOperators
import TestSupport
import Testing

// The examples of Documentation/Lenses.md; see DocumentationTests.

// EXAMPLE: lenses, view model and view

@Suite("Lenses, as the document has them")
@MainActor
struct LensesDocumentTests {
    let print = Printer()

    @Test("a view model and a view")
    func viewModelAndView() {
        let viewModel = ContactViewModel()
        let view = ContactView(viewModel)
        view.nameField.type("Ada")
        view.cityField.type("London")
        view.nicknameField.type("Countess")
        #expect(viewModel.contact == Contact(name: "Ada", nickname: "Countess", address: .init(city: "London")))
        #expect(view.length.text == "3 letters")
        #expect(viewModel.results.isEmpty)
        view.disposeBag.dispose()
    }

    @Test("a lens in code")
    func inCode() throws {
        // EXAMPLE: lenses, in code
        #expect(try print.lines == Example.named("lenses, in code").output)
    }

    @Test("an element")
    func element() throws {
        // EXAMPLE: lenses, element
        #expect(try print.lines == Example.named("lenses, element").output)
    }

    @Test("a name that is taken")
    func keyPath() throws {
        // EXAMPLE: lenses, by key path
        #expect(try print.lines == Example.named("lenses, by key path").output)
    }
}
