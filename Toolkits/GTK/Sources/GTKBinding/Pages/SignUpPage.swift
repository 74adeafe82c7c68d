import Binding
import BindingForms
import BindingGTK
import BindingOperators
import ViewModels

/// A page for the sign-up form, with the console example's view model.
final class SignUpPage: Box, BindingContext {
    let disposeBag = DisposeBag()

    private let userName = Entry(placeholder: "letters and digits")
    private let email = Entry(placeholder: "ada@example.org")
    private let password = PasswordEntry()
    private let age = Entry()
    private let plan = DropDown(Plan.allCases.map(\.rawValue))
    private let terms = CheckButton("I _accept the terms")
    private let submit = Button("_Create account").addClass("suggested-action")
    private let progress = ProgressBar()
    private let accounts = Label()

    init(_ viewModel: SignUpViewModel) {
        super.init(.vertical, spacing: 12)
        margin(24)
        let rows: [(caption: String, control: Widget, field: FormField)] = [
            ("_User name", userName, viewModel.$userName), ("_E-mail", email, viewModel.$email),
            ("_Password", password, viewModel.$password), ("_Age", age, viewModel.$age),
            ("P_lan", plan, viewModel.$plan),
            ("", terms, viewModel.$acceptsTerms),
        ]
        let grid = Grid(rowSpacing: 10)
        for (number, row) in rows.enumerated() {
            grid.attach(Caption(row.caption, for: row.control), column: 0, row: number)
            grid.attach(row.control.with(\.hexpand, true), column: 1, row: number)
            let remark = Remark()
            grid.attach(remark, column: 2, row: number)
            binding {
                remark.bindings(to: row.field)
                viewModel.submit.isExecuting.map { !$0 } => row.control.rx.sensitive
            }
        }
        append(grid)
        append(submit.with(\.halign, .end))
        append(progress)
        append(accounts.addClass("dim-label"))
        bind(viewModel)
    }

    /// Binds the controls to the view model, whose values win initially.
    private func bind(_ viewModel: SignUpViewModel) {
        binding {
            // Two ways: what the user enters, and what the view model makes of it.
            viewModel.$userName <=> userName.rx.text
            viewModel.$email <=> email.rx.text
            viewModel.$password <=> password.rx.text
            viewModel.$age <=> age.rx.text
            viewModel.$plan <=> plan.rx.selection ?? Plan.free.rawValue
            viewModel.$acceptsTerms <=> terms.rx.active

            // One way: what the view model reports.
            viewModel.progress.$fraction => progress.rx.fraction
            viewModel.submit.isExecuting => progress.rx.visible
            viewModel.$accounts.map { accounts in
                accounts.isEmpty ? "" : "Accounts: " + accounts.map(\.userName).joined(separator: ", ")
            } => accounts.rx.label

            // Events: what the user asks for.
            submit.rx.command(viewModel.submit)

            // Actions: what the view model asks for.
            viewModel.$alert => { [weak self] in self?.window?.alert($0) }
        }
    }
}

/// The caption before a control. Its underlined letter moves the focus to the control.
final class Caption: Label {
    init(_ text: String, for control: Widget) {
        super.init("")
        properties.useUnderline = true
        properties.label = text
        properties.mnemonicWidget = control
        properties.xalign = 1
        addClass("dim-label")
    }
}

/// The text beside a control: the error, or a hint.
final class Remark: Label {
    init() {
        super.init("")
        properties.widthChars = 26
    }

    @BindingDisposables
    func bindings(to field: FormField) -> any Disposable {
        field.reports.map { report in report.messages.first?.text ?? "✓" } => rx.label
        field.reports.map { $0.state.status == .invalid && $0.state.isDirty } => rx.hasClass("error")
        field.reports.map { !($0.state.status == .invalid && $0.state.isDirty) } => rx.hasClass("dim-label")
    }
}
