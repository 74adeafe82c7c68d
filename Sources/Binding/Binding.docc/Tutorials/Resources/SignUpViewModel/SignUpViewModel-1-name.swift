import Binding
import BindingForms

@MainActor final class SignUpViewModel {
    @Validated(.count(3...20)) var userName = ""
}
