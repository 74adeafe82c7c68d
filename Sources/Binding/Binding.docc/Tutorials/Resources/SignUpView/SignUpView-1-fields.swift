import Binding
import BindingForms
import BindingOperators

@MainActor final class SignUpView: BindingContext {
    let disposeBag = DisposeBag()
    let (userName, email, password) = (TextField(), TextField(), TextField())

    init(_ viewModel: SignUpViewModel) {
        binding {
            viewModel.$userName <=> userName.rx.text
            viewModel.$email <=> email.rx.text
            viewModel.$password <=> password.rx.text
        }
    }
}
