import Binding
import BindingForms
import BindingOperators

@MainActor final class SignUpView: BindingContext {
    let disposeBag = DisposeBag()
    let (userName, email, password) = (TextField(), TextField(), TextField())
    let (userNameMessage, emailMessage, passwordMessage) = (Label(), Label(), Label())

    init(_ viewModel: SignUpViewModel) {
        binding {
            viewModel.$userName <=> userName.rx.text
            viewModel.$email <=> email.rx.text
            viewModel.$password <=> password.rx.text

            viewModel.$userName.messageText => userNameMessage.rx.text
            viewModel.$email.messageText => emailMessage.rx.text
            viewModel.$password.messageText => passwordMessage.rx.text

            userName.rx.editingDidEnd => viewModel.$userName.touch
            email.rx.editingDidEnd => viewModel.$email.touch
            password.rx.editingDidEnd => viewModel.$password.touch
        }
    }
}
