// EXAMPLE: getting started, test
import Testing

@testable import Greeting

@MainActor
@Suite("Greeting")
struct GreetingTests {
    @Test("a name is greeted")
    func name() {
        let viewModel = GreetingViewModel()
        viewModel.name = "Ada"
        #expect(viewModel.greeting == "Hello, Ada!")
    }

    @Test("what the user types is greeted, and what the program sets is shown in the field")
    func view() {
        let viewModel = GreetingViewModel()
        let view = GreetingView(viewModel)
        view.field.type("Grace")
        #expect(view.label.text == "Hello, Grace!")
        viewModel.name = ""
        #expect(view.field.text.isEmpty)
        #expect(view.label.history == ["Who are you?", "Hello, Grace!", "Who are you?"])
    }
}
// END
