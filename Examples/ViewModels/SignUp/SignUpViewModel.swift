import Binding
import BindingCollections
import BindingForms
import BindingOperators

/// The view model of the sign-up form. It knows nothing about how the form looks.
@MainActor
package final class SignUpViewModel: BindingContext {
    package let disposeBag = DisposeBag()

    // What the user enters, and the rules for it: both sides may change it.
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
    /// The history of the entries, for undo.
    package let history = UndoHistory()

    // What the view model reports: the form only observes it.
    @Bindable package private(set) var accounts: TreeArray<Account> = []
    /// The progress of the submission, which a background task sets.
    package let progress = RegistrationProgress()

    // What the view model asks for: it happens once and is not stored.
    @ViewAction package var alert: (String) -> Void
    @ViewAction.NoParam package var dismiss: () -> Void

    /// Makes an account from the entries.
    package private(set) lazy var submit = form.command(of: self) { me in try await me.makeAccount() }
        .enabled(by: form.status.map { $0 != .invalid })

    private let registration: Registration
    /// A field of the form while the name may be taken: only then is it looked up.
    private let doubt = Field(true)

    /// Makes the view model of an empty form. The clock controls the steps of a submission, the scheduler all other
    /// time.
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
            // An address is stored without spaces and in lowercase, however it is typed. The field shows the result.
            $email.values => { [weak self] address in
                let normal = address.filter { !$0.isWhitespace }.lowercased()
                if normal != address { self?.email = normal }
            }
        }
    }

    /// Cancels a submission that is under way, and dismisses the form.
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
