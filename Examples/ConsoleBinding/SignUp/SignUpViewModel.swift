import Binding
import BindingOperators

/// What the sign-up form is about, without a word about how it looks.
@MainActor
final class SignUpViewModel: BindingContext {
    let disposeBag = DisposeBag()

    // What the user enters: both sides may change it.
    @Mutable var userName = ""
    @Mutable var email = ""
    @Mutable var password = ""
    @Mutable var age: Int?
    @Mutable var plan = Plan.free.rawValue
    @Mutable var acceptsTerms = false

    // What the view model says: the form only looks.
    @Bindable private(set) var userNameCheck = Check.right
    @Bindable private(set) var emailCheck = Check.right
    @Bindable private(set) var passwordCheck = Check.right
    @Bindable private(set) var ageCheck = Check.right
    @Bindable private(set) var termsCheck = Check.right
    /// What stands in the way of submitting; empty when nothing does.
    @Bindable private(set) var obstacles: [String] = []
    @Bindable private(set) var isSubmitting = false
    @Bindable private(set) var accounts: [Account] = []

    // What the view model wants done: it happens once and is not kept.
    @ViewAction var alert: (String) -> Void
    @ViewAction.NoParam var dismiss: () -> Void

    /// What the plan that is chosen costs.
    var price: Driver<String> {
        $plan.asDriver().map { Plan(rawValue: $0)?.price ?? "" }
    }

    /// How far the submission is, from 0 to 1. A background task feeds it.
    var progress: Driver<Double> { registrationProgress.$fraction }

    /// The submission under way, or the last one.
    private(set) var submission: Task<Void, Never>?

    private let registration: Registration
    private let registrationProgress = RegistrationProgress()

    /// Makes an empty form's view model.
    ///
    /// - Parameter clock: How long a submission takes.
    init(clock: any StepClock) {
        registration = Registration(clock: clock)
        binding {
            // An address is written without spaces and in small letters, however it is typed. The field shows what
            // becomes of it.
            $email => { [weak self] address in
                let normal = address.filter { !$0.isWhitespace }.lowercased()
                if normal != address { self?.email = normal }
            }
            Driver.combineLatest($userName.asDriver(), $accounts) { Check.userName($0, taken: $1) }
                => { [weak self] in self?.userNameCheck = $0 }
            $email.asDriver().map { Check.email($0) } => { [weak self] in self?.emailCheck = $0 }
            Driver.combineLatest($password.asDriver(), $userName.asDriver()) { Check.password($0, userName: $1) }
                => { [weak self] in self?.passwordCheck = $0 }
            $age.asDriver().map { Check.age($0) } => { [weak self] in self?.ageCheck = $0 }
            $acceptsTerms.asDriver().map { Check.terms($0) } => { [weak self] in self?.termsCheck = $0 }
            Driver.combineLatest(
                $userNameCheck, $emailCheck, $passwordCheck, $ageCheck, $termsCheck, $isSubmitting
            ) { Self.obstacles(userName: $0, email: $1, password: $2, age: $3, terms: $4, isSubmitting: $5) }
                => { [weak self] in self?.obstacles = $0 }
        }
    }

    /// Makes an account of what has been entered. Does nothing while something stands in the way.
    func submit() {
        guard obstacles.isEmpty, let age else { return }
        let account = Account(userName: userName, email: email, age: age, plan: plan)
        registrationProgress.fraction = 0
        isSubmitting = true
        submission = Task.detached { [weak self, registration, registrationProgress] in
            do {
                try await registration.register(account, reporting: registrationProgress)
                await self?.finish(account)
            } catch {
                await self?.abandon()
            }
        }
    }

    /// Ends everything, a submission under way included.
    func quit() {
        submission?.cancel()
        dismiss()
    }

    private func finish(_ account: Account) {
        isSubmitting = false
        accounts.append(account)
        userName = ""
        email = ""
        password = ""
        age = nil
        plan = Plan.free.rawValue
        acceptsTerms = false
        alert("Welcome, \(account.userName)! Your \(account.plan) account is ready.")
    }

    private func abandon() {
        isSubmitting = false
    }

    private static func obstacles(
        userName: Check, email: Check, password: Check, age: Check, terms: Check, isSubmitting: Bool
    ) -> [String] {
        if isSubmitting { return ["an account is being made"] }
        let checks = [
            ("user name", userName), ("e-mail", email), ("password", password), ("age", age), ("terms", terms),
        ]
        return checks.compactMap { name, check in check.obstacle.map { "\(name): \($0)" } }
    }
}
