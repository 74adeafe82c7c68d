import Binding
import BindingForms

@MainActor final class SignUpViewModel {
    @Validated(.count(3...20)) var userName = ""
    @Validated(.email) var email = ""
    @Validated(.count(8...).message("8 characters or more")) var password = ""
}
