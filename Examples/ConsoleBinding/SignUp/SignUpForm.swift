import Binding
import BindingOperators

/// The sign-up form, with a search for members below: its controls, and what binds them to the view models.
@MainActor
final class SignUpForm: Form {
    let disposeBag = DisposeBag()
    let viewModel: SignUpViewModel
    let search: SearchSection

    private(set) var isDismissed = false {
        didSet { onChange() }
    }

    var onChange: @MainActor () -> Void = {}

    private let userName = TextField(maximumLength: Check.userNameLengths.upperBound)
    private let email = TextField(maximumLength: 48)
    private let password = TextField(maximumLength: 32, isMasked: true)
    private let age = NumberField(maximumDigits: 3)
    private let plan = Choice(Plan.allCases.map(\.rawValue))
    private let terms = CheckBox("I accept the terms")

    private let userNameMessage = Label()
    private let emailMessage = Label()
    private let passwordMessage = Label()
    private let ageMessage = Label()
    private let planMessage = Label(style: .faint)
    private let termsMessage = Label()

    private let submit = Button("Create account")
    private let quit = Button("Quit")
    private let progress = ProgressBar()
    private let accountsHeading = Label(style: .strong)
    private let accounts = List(visibleCount: 4, placeholder: "none yet")

    private let alertMessage = Label(style: .good)
    private let alertButton = Button("OK")
    private var isAlertOpen = false {
        didSet { onChange() }
    }

    /// Makes the form and binds it.
    ///
    /// - Parameters:
    ///   - viewModel: What the sign-up is about.
    ///   - search: What the search below it is about.
    init(viewModel: SignUpViewModel, search: SearchViewModel) {
        self.viewModel = viewModel
        self.search = SearchSection(viewModel: search)
        watchContent()
        bind()
    }

    /// Binds the controls to the view models. The view models' values win at the start.
    func bind() {
        binding {
            // Two ways: what the user enters, and what the view model makes of it.
            viewModel.$userName <=> userName.rx.text
            viewModel.$email <=> email.rx.text
            viewModel.$password <=> password.rx.text
            viewModel.$age <=> age.rx.value
            viewModel.$plan <=> plan.rx.selection ?? Plan.free.rawValue
            viewModel.$acceptsTerms <=> terms.rx.isOn

            // One way: what the view model says.
            bind(viewModel.$userNameCheck, to: userNameMessage)
            bind(viewModel.$emailCheck, to: emailMessage)
            bind(viewModel.$passwordCheck, to: passwordMessage)
            bind(viewModel.$ageCheck, to: ageMessage)
            bind(viewModel.$termsCheck, to: termsMessage)
            viewModel.price => planMessage.rx.text
            for isEnabled in entrySwitches {
                viewModel.$isSubmitting.map { !$0 } => isEnabled
            }
            viewModel.$obstacles => submit.rx.obstacles
            viewModel.$obstacles.map { $0.isEmpty } => submit.rx.isEnabled
            viewModel.progress => progress.rx.fraction
            viewModel.$isSubmitting.map { !$0 } => progress.rx.isHidden
            viewModel.$accounts.map { $0.map(\.description) } => accounts.rx.items
            viewModel.$accounts.map { "Accounts made in this run: \($0.count)" } => accountsHeading.rx.text

            // Events: what the user wants done.
            submit.rx.tap => { [weak viewModel] in viewModel?.submit() }
            quit.rx.tap => { [weak viewModel] in viewModel?.quit() }
            alertButton.rx.tap => { [weak self] in self?.isAlertOpen = false }

            // Actions: what the view model wants done.
            viewModel.$alert => { [weak self] in self?.open(alert: $0) }
            viewModel.$dismiss => { [weak self] in self?.isDismissed = true }

            search.bindings()
        }
    }

    var content: FormContent {
        FormContent(
            title: "Sign up",
            rows: [
                .blank,
                .field(caption: "User name", .init(name: "username", kind: .text(userName)), message: userNameMessage),
                .field(caption: "E-mail", .init(name: "email", kind: .text(email)), message: emailMessage),
                .field(caption: "Password", .init(name: "password", kind: .text(password)), message: passwordMessage),
                .field(caption: "Age", .init(name: "age", kind: .number(age)), message: ageMessage),
                .field(caption: "Plan", .init(name: "plan", kind: .choice(plan)), message: planMessage),
                .field(caption: "Terms", .init(name: "terms", kind: .checkBox(terms)), message: termsMessage),
                .blank,
                .buttons([
                    .init(name: "submit", kind: .button(submit)), .init(name: "quit", kind: .button(quit)),
                ]),
                .progress(progress),
                .heading(accountsHeading),
                .list(accounts),
            ] + search.rows,
            alert: FormAlert(
                message: alertMessage, button: .init(name: "ok", kind: .button(alertButton)), isOpen: isAlertOpen)
        )
    }

    var values: [ModelValue] {
        [
            .text("username", viewModel.$userName),
            .text("email", viewModel.$email),
            .secret("password", viewModel.$password),
            .number("age", viewModel.$age),
            .option("plan", viewModel.$plan, among: Plan.allCases.map(\.rawValue)),
            .answer("terms", viewModel.$acceptsTerms),
        ]
    }

    var work: FormWork? {
        guard viewModel.isSubmitting, let submission = viewModel.submission else { return nil }
        return FormWork(statement: "An account is being made", task: submission)
    }

    /// What is entered, and not to be changed while an account is made of it.
    private var entrySwitches: [Binder<Bool>] {
        [
            userName.rx.isEnabled, email.rx.isEnabled, password.rx.isEnabled, age.rx.isEnabled, plan.rx.isEnabled,
            terms.rx.isEnabled,
        ]
    }

    private func open(alert message: String) {
        alertMessage.text = message
        isAlertOpen = true
    }

    @BindingDisposables
    private func bind(_ check: Driver<Check>, to label: Label) -> any Disposable {
        check.map { $0.message } => label.rx.text
        check.map { $0.style } => label.rx.style
    }
}
