import Binding
import BindingForms

@MainActor final class SignUpViewModel {
    @Validated(.count(3...20)) var userName = ""
    @Validated(.email) var email = ""
    @Validated(.count(8...).message("8 characters or more")) var password = ""
    let form = Form()

    init() {
        form.add($userName, $email, $password)
            .rule($userName, $password) { userName, password in
                password == userName ? "Not the user name" : nil
            }
    }
}
