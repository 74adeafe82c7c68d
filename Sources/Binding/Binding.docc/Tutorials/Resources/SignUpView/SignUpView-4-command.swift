import Binding
import BindingForms
import BindingOperators

@MainActor final class SignUpView: BindingContext {
    let disposeBag = DisposeBag()
    let (userName, email, password) = (TextField(), TextField(), TextField())
    let (userNameMessage, emailMessage, passwordMessage) = (Label(), Label(), Label())
    let (button, status) = (Button(), Label())

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

            button.rx.command(viewModel.signUp)
            viewModel.signUp.isExecuting.map { $0 ? "One moment" : "" } => status.rx.text
            viewModel.signUp.values.map { "Account \($0) is made" } => status.rx.text
            viewModel.signUp.errors.map { "Not made: \($0)" } => status.rx.text
        }
    }
}
