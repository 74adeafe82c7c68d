// EXAMPLE: getting started, view
import Binding
import BindingControls
import BindingOperators

@MainActor final class GreetingView: BindingContext {
    let disposeBag = DisposeBag()
    let field = TextField()
    let label = Label()

    init(_ viewModel: GreetingViewModel) {
        binding {
            viewModel.$name <=> field.rx.text
            Driver.derived { viewModel.greeting } => label.rx.text
        }
    }
}
// END
