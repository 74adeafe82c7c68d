import Binding
import BindingInspector
import BindingOperators

// The tests' answers name lines of this file.

@MainActor
final class SignUpViewModel {
    @Mutable var userName = ""
    @Mutable var age = 0
    @Mutable var password = ""
    @Bindable var status = "new"
    @ViewAction var alert: (String) -> Void

    var summary: Driver<String> { .derived { "\(self.userName), \(self.age)" } }
}

@MainActor
final class SignUpForm: BindingContext {
    let disposeBag = DisposeBag()
    let viewModel = SignUpViewModel()
    let nameField = TextField()
    let passwordField = PasswordField()
    let greeting = Label()
    let message = Label()
    let summary = Label()
    let both = Label()
    let alert = Label()

    init() {
        BindingInspector.shared.start()
        binding {
            viewModel.$userName <=> nameField.rx.text
            viewModel.$password <=> passwordField.rx.text
            viewModel.$userName.asDriver().map { $0.uppercased() }.map { "Hello \($0)" }
                => greeting.rx.text
            viewModel.$userName.asDriver().filter { $0.count > 3 } => message.rx.text
            viewModel.summary => summary.rx.text
            Driver.combineLatest(viewModel.$status, viewModel.$age.asDriver()).map { "\($0) \($1)" } => both.rx.text
            viewModel.$alert => alert.rx.text
        }
    }
}

@MainActor
class TextField: ReactiveCompatible {
    private(set) var text = ""
    let edits = PublishRelay<Void>()
    var most = 20

    func type(_ text: String) {
        self.text = text
        edits.accept(())
    }

    fileprivate func show(_ text: String) { self.text = String(text.prefix(most)) }
}

final class PasswordField: TextField, SecretControl {
    var hidesText: Bool { true }
}

extension Reactive where Base: TextField {
    var text: ControlProperty<String> {
        controlProperty(changes: base.edits, getter: { $0.text }, setter: { $0.show($1) })
    }
}

@MainActor
final class Label: ReactiveCompatible {
    var text = ""
    var number = 0
}

@MainActor
func boundInBlock(_ relay: BehaviorRelay<String>, _ label: Label) -> DisposeBag {
    DisposeBag { relay.asDriver() => label.rx.text }
}

// With names of their own: those of key paths are known in debug builds only.
extension Reactive where Base == Label {
    var text: Binder<String> { Binder(base) { $0.text = $1 } }
    var number: Binder<Int> { Binder(base) { $0.number = $1 } }
}

@MainActor
final class Meter: ReactiveCompatible {
    struct Scale {
        var unit: Int {
            get { 1 }
            set {}
        }
    }

    var level = 0 { didSet { part = level } }
    var part: Int {
        get { 0 }
        set {}
    }
    var scale = Scale()
}

@MainActor
func boundInBlock(
    _ relay: BehaviorRelay<String>, _ label: Label, as change: (any Disposable) -> any Disposable
) -> DisposeBag {
    DisposeBag { change(relay.asDriver() => label.rx.text) }
}
