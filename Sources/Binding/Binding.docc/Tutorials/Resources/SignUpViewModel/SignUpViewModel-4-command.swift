import Binding
import BindingForms

@MainActor final class SignUpViewModel {
    typealias MakeAccount = @MainActor (_ name: String, _ email: String) async throws -> Int

    @Validated(.count(3...20)) var userName = ""
    @Validated(.email) var email = ""
    @Validated(.count(8...).message("8 characters or more")) var password = ""
    let form = Form()

    /// Makes the account.
    private(set) lazy var signUp = form.command(of: self) { me in
        try await me.makeAccount(me.userName, me.email)
    }
    .enabled(by: form.isValid)

    private let makeAccount: MakeAccount

    init(makeAccount: @escaping MakeAccount) {
        self.makeAccount = makeAccount
        form.add($userName, $email, $password)
            .rule($userName, $password) { userName, password in
                password == userName ? "Not the user name" : nil
            }
    }
}
