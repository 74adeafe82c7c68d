// EXAMPLE: getting started, view
import Binding
import BindingOperators

@MainActor final class GreetingView: BindingContext {
    let disposeBag = DisposeBag()
    let field = TerminalField()
    let label = TerminalLabel()

    init(_ viewModel: GreetingViewModel) {
        binding {
            viewModel.$name <=> field.rx.text
            viewModel.$greeting => label.rx.text
        }
    }
}
// END
