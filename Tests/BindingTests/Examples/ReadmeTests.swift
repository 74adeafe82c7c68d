import Binding
import BindingControls
import BindingOperators
import TestSupport
import Testing

// The examples of README.md; see DocumentationTests.

// EXAMPLE: README, view model and view

@MainActor
@Suite("The README")
struct ReadmeTests {
    private let print = Printer()

    @Test("A view model and a view")
    func viewModelAndView() throws {
        // EXAMPLE: README, use
        #expect(try print.lines == Example.named("README, use").output)
    }
}
