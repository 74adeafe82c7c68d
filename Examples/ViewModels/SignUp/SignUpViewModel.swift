import Binding
import BindingCollections
import BindingForms
import BindingOperators

/// What the sign-up form is about, without a word about how it looks.
@MainActor
package final class SignUpViewModel: BindingContext {
    package let disposeBag = DisposeBag()

    // What the user enters, and what it has to be: both sides may change it.
    @Validated(.entered("3 characters or more"), .lettersAndDigits, .characters(3)) package var userName = ""
    @Validated(.entered("such as ada@example.org"), .address) package var email = ""
    @Validated(.entered("8 characters or more"), .characters(8), .withLetter, .withDigit) package var password = ""
    @Validated(
        as: .optional(.integer.message("no whole number")), .notNil.message("18 or more"),
        .ifPresent(.in(18...).message("18 at least"), .in(...120).message("120 at most"))
    ) package var age: UInt? = nil
    @Validated(as: .oneOf, Rule { $0.price }.hint) package var plan = Plan.free
    @Validated(.equals(true).message("must be accepted")) package var acceptsTerms = false
    package let form = Form()
    /// What has been done to them, to be undone.
    package let history = UndoHistory()

    // What the view model says: the form only looks.
    @Bindable package private(set) var accounts: TreeArray<Account> = []
    /// How far the submission is. A background task feeds it.
    package let progress = RegistrationProgress()

    // What the view model wants done: it happens once and is not kept.
    @ViewAction package var alert: (String) -> Void
    @ViewAction.NoParam package var dismiss: () -> Void

    /// Makes an account of what has been entered.
    package private(set) lazy var submit = form.command(of: self) { me in try await me.makeAccount() }
        .enabled(by: form.status.map { $0 != .invalid })

    private let registration: Registration
    /// Counts while the name may be a member's: only then is it looked up.
    private let doubt = Field(true)

    /// Makes an empty form's view model. The clock says how long a submission takes, the scheduler counts all other time.
    package init(clock: any StepClock, names: any NameService, scheduler: some Scheduler) {
        registration = Registration(clock: clock)
        form.add($userName, $email, $password, $age, $plan, $acceptsTerms)
        history.add($userName, $email, $password, $age, $plan, $acceptsTerms)
        form.rule($userName) { [weak self] name in
            self?.accounts.contains { $0.userName.lowercased() == name.lowercased() } == true ? "taken already" : nil
        }
        form.rule($userName, doubt, on: $userName, after: SearchViewModel.pause, scheduler: scheduler) { name, _ in
            names.isTaken(name).map { $0 ? "a member has this name" : nil }
        }
        form.rule($userName, $password) { name, password in
            !name.isEmpty && password.lowercased().contains(name.lowercased()) ? "contains the user name" : nil
        }
        doubt.enabled(by: $userName.values.map { names.mayBeTaken($0) })
        binding {
            // An address is written without spaces and in lower case, however it is typed. The field shows what
            // becomes of it.
            $email.values => { [weak self] address in
                let normal = address.filter { !$0.isWhitespace }.lowercased()
                if normal != address { self?.email = normal }
            }
        }
    }

    /// Ends everything, a submission under way included.
    package func quit() {
        submit.cancel()
        dismiss()
    }

    private func makeAccount() async throws {
        defer { progress.fraction = 0 }
        guard let age else { return }
        let account = Account(userName: userName, email: email, age: age, plan: plan)
        try await registration.register(account, reporting: progress)
        accounts.append(account)
        form.reset()
        history.clear()
        alert("Welcome, \(account.userName)! Your \(account.plan) account is ready.")
    }
}
