import Binding
import BindingForms
import BindingInspector
import BindingOperators
import Testing

extension InspectorTests {
    @Suite
    struct FormAnswersTests {
        @Test
        func `a message of a field follows from the edit that led to it`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let view = AccountView()
                view.viewModel.$name.touch()
                view.nameField.type("abc")
                view.nameField.type("ab")
                #expect(
                    inspector.why(view.message.rx.text).steps == [
                        "\"ab\" was entered in AccountView.nameField.text", "AccountViewModel.name = \"ab\"",
                        "AccountViewModel.name.state = (invalid, [\"This must have 3 to 20 characters\"])",
                        "map: \"This must have 3 to 20 characters\"",
                        "distinctUntilChanged: \"This must have 3 to 20 characters\"",
                        "map: \"This must have 3 to 20 characters\"",
                        "AccountView.message.text = \"This must have 3 to 20 characters\" (FormAnswersTests.swift:\(view.messageLine))",
                    ])
                try inspector.expectCauses(
                    of: view.message.rx.text, [.edit(view.nameField), .property("name"), .property("name.state")])
            }
        }

        @Test
        func `a state of a form, and of a command, has the name of its property`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let view = AccountView()
                view.nameField.type("abc")
                view.passwordField.type("swordfish")
                #expect(
                    inspector.why(view.status.rx.text).steps.prefix(3) == [
                        "••• was entered in AccountView.passwordField.text", "AccountViewModel.password = •••",
                        "AccountViewModel.form.state = valid",
                    ])
                view.viewModel.save.start()
                #expect(
                    inspector.why(view.progress.rx.text).steps.first == "AccountViewModel.save.isExecuting = true")
            }
        }

        @Test
        func `a button of a command says why it is disabled`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let view = AccountView()
                let answer = inspector.why(view.button.rx.isEnabled)
                #expect(answer.summary == "AccountView.button.isEnabled shows false:")
                #expect(
                    answer.steps.dropLast() == [
                        "AccountViewModel.form.state is invalid from the start", "map: false",
                        "distinctUntilChanged: false",
                        "AccountViewModel.save.isEnabled = false",
                    ])
                view.passwordField.type("swordfish")
                view.nameField.type("abc")
                try inspector.expectCauses(
                    of: view.button.rx.isEnabled, [.edit(view.nameField), .property("save.isEnabled", true)])
                #expect(inspector.log().map(\.description).joined().contains("AccountView.button.taps") == false)
                view.button.taps.accept(())
                #expect(inspector.log().last?.description.contains("AccountView.button.taps") == true)
            }
        }

        @Test
        func `a model that its view does not hold has no names of the library's own`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                inspector.start()
                let (model, view) = (AccountViewModel(), LooseView())
                view.bind(model)
                model.name = "ada"
                let answer = inspector.why(view.label.rx.text)
                #expect(answer.steps.first == "BehaviorRelay<FieldContent<String, String>> = \"ada\"", "\(answer)")
                #expect(answer.summary == "LooseView.label.text shows \"ada\":")
            }
        }

        @Test
        func `what a form says of a secret field does not make its other fields secret`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let view = AccountView()
                view.passwordField.type("swordfish")
                view.nameField.type("abc")
                #expect(inspector.why(view.nameField.rx.text).description.contains("\"abc\""))
                #expect(inspector.why(view.both.rx.text).steps.last?.contains("•••") == true)
                #expect(!inspector.log().map(\.description).joined().contains("swordfish"))
                #expect(inspector.log(of: "AccountViewModel.name").map(\.description).joined().contains("\"abc\""))
            }
        }
    }
}

@MainActor
private final class AccountViewModel {
    @Validated(.count(3...20)) var name = ""
    @Validated(.notEmpty) var password = ""
    private(set) lazy var form = Form($name, $password)
    private(set) lazy var save = Command(of: self) { _ in try await Task.sleep(for: .seconds(60)) }
        .enabled(by: form.isValid)
}

@MainActor
private final class CommandButton: CommandControl {
    var isEnabled = true
    let taps = PublishRelay<Void>()
    var activations: ControlEvent<Void> { rx.controlEvent(taps) }
}

// A name of its own: those of key paths are known in debug builds only.
extension Reactive where Base == CommandButton {
    fileprivate var isEnabled: Binder<Bool> { Binder(base) { $0.isEnabled = $1 } }
}

/// A view that does not hold its view model.
@MainActor
private final class LooseView: BindingContext {
    let disposeBag = DisposeBag()
    let label = Label()

    func bind(_ model: AccountViewModel) {
        binding { model.$name.asDriver() => label.rx.text }
    }
}

@MainActor
private final class AccountView: BindingContext {
    let disposeBag = DisposeBag()
    let viewModel = AccountViewModel()
    let (nameField, passwordField) = (TextField(), PasswordField())
    let (message, status, progress, both) = (Label(), Label(), Label(), Label())
    let button = CommandButton()
    let messageLine: Int

    init() {
        BindingInspector.shared.start()
        messageLine = #line + 4
        binding {
            viewModel.$name <=> nameField.rx.text
            viewModel.$password <=> passwordField.rx.text
            viewModel.$name.messageText => message.rx.text
            viewModel.form.status.map { "\($0)" } => status.rx.text
            viewModel.save.isExecuting.map { "\($0)" } => progress.rx.text
            button.rx.command(viewModel.save)
            Driver.derived { "\(self.viewModel.name) \(self.viewModel.password)" } => both.rx.text
        }
    }
}
