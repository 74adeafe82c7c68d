import Binding
import BindingCollections
import BindingForms
import BindingOperators
import ViewModels

/// The sign-up form, with a search for members below: its controls, and their bindings to the view models.
@MainActor
final class SignUpForm: Form {
    let disposeBag = DisposeBag()
    let viewModel: SignUpViewModel
    let search: SearchSection
    let work: FormWork?
    var onChange: @MainActor () -> Void = {}
    private(set) var isDismissed = false { didSet { onChange() } }

    private let (userName, email) = (TextField(maximumLength: 16), TextField(maximumLength: 48))
    private let (password, age) = (TextField(maximumLength: 32, isMasked: true), TextField(maximumLength: 3, width: 4))
    private let (plan, terms) = (Choice(Plan.allCases.map(\.rawValue)), CheckBox("I accept the terms"))
    /// The controls for the entries with their captions and messages, from top to bottom.
    private let entries: [(caption: String, control: FormControl, field: FormField, message: Label)]

    private let (submit, quit, progress) = (Button("Create account"), Button("Quit"), ProgressBar())
    private let (heading, accounts) = (Label(style: .strong), List(visibleCount: 4, placeholder: "none yet"))
    private let (alertMessage, alertButton) = (Label(style: .good), Button("OK"))

    /// Makes the form and binds it.
    init(viewModel: SignUpViewModel, search: SearchViewModel) {
        self.viewModel = viewModel
        self.search = SearchSection(viewModel: search)
        work = FormWork("An account is being made", viewModel.submit, of: viewModel.form)
        entries = [
            ("User name", .init(name: "username", kind: .text(userName)), viewModel.$userName, Label()),
            ("E-mail", .init(name: "email", kind: .text(email)), viewModel.$email, Label()),
            ("Password", .init(name: "password", kind: .text(password)), viewModel.$password, Label()),
            ("Age", .init(name: "age", kind: .text(age)), viewModel.$age, Label()),
            ("Plan", .init(name: "plan", kind: .choice(plan)), viewModel.$plan, Label()),
            ("Terms", .init(name: "terms", kind: .checkBox(terms)), viewModel.$acceptsTerms, Label()),
        ]
        watchContent()
        bind()
    }

    /// Binds the controls to the view models, whose values win initially.
    func bind() {
        binding {
            // Two ways: what the user enters, and what the view model makes of it.
            viewModel.$userName <=> userName.rx.text
            viewModel.$email <=> email.rx.text
            viewModel.$password <=> password.rx.text
            viewModel.$age <=> age.rx.text
            viewModel.$plan <=> plan.rx.selection ?? Plan.free.rawValue
            viewModel.$acceptsTerms <=> terms.rx.isOn

            // One way: what the view model reports.
            for entry in entries {
                entry.field.remark => entry.message.rx.span
                viewModel.submit.isExecuting.map { !$0 } => entry.control.enabling
            }
            let names = Dictionary(uniqueKeysWithValues: entries.map { ($0.field, $0.caption.lowercased()) })
            viewModel.form.messages.map { said in
                said.filter { $0.messages[0].severity == .error }.map { "\(names[$0.field] ?? ""): \($0.messages[0])" }
            } => submit.rx.obstacles
            viewModel.progress.$fraction => progress.rx.fraction
            viewModel.submit.isExecuting.map { !$0 } => progress.rx.isHidden
            viewModel.$accounts.updates().map(ListRow.init) => accounts.rx.rows
            viewModel.$accounts.map { "Accounts made in this run: \($0.count)" } => heading.rx.text

            // Events: what the user asks for.
            submit.rx.command(viewModel.submit)
            quit.rx.tap => { [weak viewModel] in viewModel?.quit() }
            alertButton.rx.tap => { [weak self] in self?.alertMessage.text = "" }

            // Actions: what the view model asks for.
            viewModel.$alert => alertMessage.rx.text
            viewModel.$dismiss => { [weak self] in self?.isDismissed = true }

            search.bindings()
        }
    }

    var content: FormContent {
        let fields = entries.map { FormRow.field(caption: $0.caption, $0.control, message: $0.message) }
        let buttons = [FormControl(name: "submit", kind: .button(submit)), .init(name: "quit", kind: .button(quit))]
        let rest: [FormRow] = [.blank, .buttons(buttons), .progress(progress), .heading(heading), .list(accounts)]
        let answer = FormControl(name: "ok", kind: .button(alertButton))
        return FormContent(
            title: "Sign up", rows: [.blank] + fields + rest + search.rows,
            alert: FormAlert(message: alertMessage, button: answer, isOpen: !alertMessage.text.isEmpty))
    }

    var history: UndoHistory? { viewModel.history }

    var values: [ModelValue] {
        [
            .text("username", viewModel.$userName), .text("email", viewModel.$email),
            .secret("password", viewModel.$password), .number("age", viewModel.$age),
            .option("plan", viewModel.$plan), .answer("terms", viewModel.$acceptsTerms),
        ]
    }
}
