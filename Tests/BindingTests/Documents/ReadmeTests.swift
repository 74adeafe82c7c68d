import Binding
import BindingOperators
import TestSupport
import Testing

// The examples of README.md; see DocumentationTests.

// EXAMPLE: README, view model and view
@MainActor final class GreetingViewModel {
    @Mutable var name = ""
    var greeting: Driver<String> { $name.asDriver().map { "Hello, \($0)!" } }
}

@MainActor final class GreetingView: BindingContext {
    let disposeBag = DisposeBag()
    let (field, label) = (TextField(), Label())

    init(_ viewModel: GreetingViewModel) {
        binding {
            viewModel.$name <=> field.rx.text  // both ways
            viewModel.greeting => label.rx.text  // one way
        }
    }
}
// END

@MainActor
@Suite("The README")
struct ReadmeTests {
    private let print = Printer()

    @Test("A view model and a view")
    func viewModelAndView() throws {
        // EXAMPLE: README, use
        let viewModel = GreetingViewModel()
        let view = GreetingView(viewModel)
        view.field.type("Ada")  // as the user does
        print(viewModel.name, "/", view.label.text)  // prints Ada / Hello, Ada!
        viewModel.name = "Grace"  // as the program does
        print(view.field.text, "/", view.label.text)  // prints Grace / Hello, Grace!
        // END
        #expect(try print.lines == Example.named("README, use").output)
    }
}
