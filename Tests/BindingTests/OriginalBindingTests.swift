import Binding
import BindingControls
import BindingOperators
import TestSupport
import Testing

infix operator ==> : BindingOperator

private func ==> <Value: Sendable>(driver: Driver<Value>, binder: Binder<Value>) -> any Disposable {
    driver.drive(binder)
}

private func ==> (left: Int, right: Int) -> Bool { left == right }

/// The examples of the original Binding library, in its own words; see Documentation/Migration.md.
@MainActor
@Suite("The seed's examples")
struct OriginalBindingTests {
    enum Target: Sendable {
        case vidioAdmin
        case vidioUser
    }

    struct Message: Sendable {
        let textMessage: String

        init(_ textMessage: String) {
            self.textMessage = textMessage
        }
    }

    // As in the original: a class without isolation.
    final class ViewModel {
        @Bindable private(set) var name: String = ""
        @Bindable private(set) var description: String = ""
        @Bindable private(set) var text: String = ""

        @Mutable var typedText: String = ""
        @Mutable var selectedTarget: Target = .vidioAdmin
        @Mutable var inputText: String = ""

        @ViewAction var alert: (Message) -> Void
        @ViewAction.NoParam var dismiss: () -> Void

        func change() {
            name = "haha"
            description = "description"
            text = "text"
        }

        func changeWithAlert() {
            alert(Message("Changed!"))
        }

        func close() {
            dismiss()
        }
    }

    @MainActor
    final class ViewController: BindingContext {
        let disposeBag = DisposeBag()
        let viewModel: ViewModel
        let nameLabel = Label()
        let textLabel = Label()
        let descLabel = Label()
        let textField = TextField()
        private(set) var alerts: [String] = []
        private(set) var dismissals = 0
        private(set) var printed: [String] = []

        init(_ viewModel: ViewModel) {
            self.viewModel = viewModel
        }

        func showAlert(_ message: String) { alerts.append(message) }
        func alert(_ message: Message) { alerts.append(message.textMessage) }
        func dismiss() { dismissals += 1 }

        func viewDidLoad() {
            binding {
                viewModel.$text.drive(textLabel.rx.text)  // no comma
                viewModel.$description.drive(descLabel.rx.text)
                viewModel.$alert.emit(onNext: { [weak self] in self?.alert($0) })
            }
        }

        func viewDidLoadWithOperators() {
            binding {
                viewModel.$text => textLabel.rx.text
                viewModel.$description => { [weak self] in self?.printed.append("description: \($0)") }
                viewModel.$alert => { [weak self] in self?.alert($0) }
                viewModel.$dismiss => { [weak self] in self?.dismiss() }
            }
        }
    }

    @Test("Bindable: bound by its projection in `disposeBag.insert`")
    func bindable() {
        let vm = ViewModel()
        let nameLabel = Label()
        let descLabel = Label()
        let disposeBag = DisposeBag()
        disposeBag.insert(
            vm.$name.drive(nameLabel.rx.text),
            vm.$description.drive(descLabel.rx.text)
        )
        vm.change()
        expectEqual(nameLabel.history, ["", "haha"])
        expectEqual(descLabel.history, ["", "description"])
    }

    @Test("Mutable: driven, and accepting what the field says")
    func mutable() {
        let vm = ViewModel()
        let textInput = TextField()
        let disposeBag = DisposeBag()
        vm.typedText = "initial"
        disposeBag.insert(
            vm.$typedText.asDriver().drive(textInput.rx.text),
            textInput.rx.text.subscribe(onNext: { vm.$typedText.accept($0) })
        )
        expectEqual(textInput.text, "initial")
        textInput.type("typed")
        expectEqual(vm.typedText, "typed")
        vm.typedText = "by the view model"
        expectEqual(textInput.text, "by the view model")
    }

    @Test("Mutable: set in a closure, as the seed's comment has it, and a type of one's own")
    func mutableSet() {
        let vm = ViewModel()
        let textInput = TextField()
        let disposeBag = DisposeBag()
        disposeBag.insert(textInput.rx.text.subscribe(onNext: { vm.typedText = $0 }))
        textInput.type("typed")
        expectEqual(vm.typedText, "typed")
        expectEqual(vm.selectedTarget, .vidioAdmin)
        vm.$selectedTarget.accept(.vidioUser)
        expectEqual(vm.selectedTarget, .vidioUser)
    }

    @Test("ViewAction: emitted to a closure that holds the view weakly")
    func viewAction() {
        let vm = ViewModel()
        let view = ViewController(vm)
        let disposeBag = DisposeBag()
        disposeBag.insert(
            vm.$alert.emit(onNext: { [weak view] in view?.showAlert($0.textMessage) })
        )
        vm.changeWithAlert()
        expectEqual(view.alerts, ["Changed!"])
    }

    @Test("ViewAction.NoParam")
    func viewActionWithoutArgument() {
        let vm = ViewModel()
        let view = ViewController(vm)
        let disposeBag = DisposeBag()
        disposeBag.insert(vm.$dismiss.emit(onNext: { [weak view] in view?.dismiss() }))
        vm.close()
        vm.dismiss()
        expectEqual(view.dismissals, 2)
    }

    @Test("DisposeBag: disposed(by:) and insert, ended with the bag")
    func disposeBag() {
        let view = TextField("a")
        let recorder = Recorder<String>()
        let textObservable = Observable.just("text")
        let nameObservable = Observable.just("name")
        var bag: DisposeBag? = DisposeBag()
        if let disposeBag = bag {
            view.rx.text.subscribe(onNext: { recorder($0) }).disposed(by: disposeBag)
            disposeBag.insert(
                textObservable.subscribe(onNext: { recorder($0) }),
                nameObservable.subscribe(),
                textObservable.subscribe()
            )
        }
        bag = nil
        view.type("b")
        expectEqual(recorder.elements, ["a", "text"])
    }

    @Test("BindingContext: a block of bindings, ended with the view controller")
    func bindingContext() {
        let viewModel = ViewModel()
        var view: ViewController? = ViewController(viewModel)
        view?.viewDidLoad()
        let textLabel = view?.textLabel
        viewModel.change()
        viewModel.changeWithAlert()
        expectEqual(textLabel?.text, "text")
        expectEqual(view?.descLabel.text, "description")
        expectEqual(view?.alerts, ["Changed!"])
        weak let weakView = view
        view = nil
        #expect(weakView == nil)
        viewModel.change()
        expectEqual(textLabel?.history, ["", "text"])
    }

    @Test("BindingContext: by the label of its parameter, and with the builder's attribute on a function of one's own")
    func bindingByLabel() {
        let viewModel = ViewModel()
        let view = ViewController(viewModel)
        @BindingDisposables func bindings() -> any Disposable {
            viewModel.$text.drive(view.textLabel.rx.text)
            viewModel.$description.drive(view.descLabel.rx.text)
        }
        view.binding(disposables: bindings)
        viewModel.change()
        expectEqual(view.textLabel.text, "text")
        expectEqual(view.descLabel.text, "description")
    }

    @Test("an operator of one's own in the precedence group of => and <=>")
    func precedenceGroup() {
        let label = Label()
        let disposeBag = DisposeBag()
        disposeBag.insert(Driver.just("a").map(Optional.some) ==> label.rx.caption)
        expectEqual(label.caption, "a")
        let isTighter = true && 1 ==> 1
        #expect(isTighter)
    }

    @Test("=> : a driver to a binder, a driver and a signal to a closure")
    func oneWayOperator() {
        let viewModel = ViewModel()
        let view = ViewController(viewModel)
        view.viewDidLoadWithOperators()
        viewModel.change()
        viewModel.changeWithAlert()
        viewModel.close()
        expectEqual(view.textLabel.history, ["", "text"])
        expectEqual(view.printed, ["description: ", "description: description"])
        expectEqual(view.alerts, ["Changed!"])
        expectEqual(view.dismissals, 1)
    }

    @Test("=> : a receiver of optional values takes values that are none")
    func optionalReceiver() {
        let viewModel = ViewModel()
        let label = Label()
        let disposeBag = DisposeBag()
        let optionalCaption: Binder<String?> = label.rx.caption
        disposeBag.insert(
            viewModel.$name => optionalCaption,
            viewModel.$alert.map(\.textMessage)
                => AnyObserver<String?> { event in
                    MainActor.assumeIsolated { label.text = (event.element ?? nil) ?? "nothing" }
                })
        viewModel.change()
        viewModel.changeWithAlert()
        expectEqual(label.caption, "haha")
        expectEqual(label.text, "Changed!")
    }

    @Test("C17, C18: <=> keeps a relay and a control alike")
    func twoWayOperator() {
        let viewModel = ViewModel()
        let textField = TextField("text of the field")
        let disposeBag = DisposeBag()
        viewModel.inputText = "initial"
        disposeBag.insert {
            viewModel.$inputText <=> textField.rx.text
        }
        expectEqual(textField.text, "initial")
        textField.type("typed")
        expectEqual(viewModel.inputText, "typed")
        viewModel.inputText = "set"
        expectEqual(textField.text, "set")
        expectEqual(textField.writes, ["initial", "set"])
    }

    @Test("?? : the default is evaluated for a nil of the control, and only then")
    func optionalOperator() {
        var evaluations = 0
        func defaultValue() -> String {
            evaluations += 1
            return "default value"
        }
        let viewModel = ViewModel()
        let textField = TextField()
        let disposeBag = DisposeBag()
        viewModel.inputText = "initial"
        disposeBag.insert {
            viewModel.$inputText <=> textField.rx.optionalText ?? defaultValue()
        }
        let before = evaluations
        textField.type("typed")
        viewModel.inputText = "set"
        expectEqual(evaluations, before)
        expectEqual(textField.text, "set")
        textField.type("")
        expectEqual(viewModel.inputText, "default value")
        expectEqual(evaluations, before + 1)
    }

    @Test("?? : with a literal")
    func optionalOperatorWithLiteral() {
        let viewModel = ViewModel()
        let textField = TextField("x")
        let disposeBag = DisposeBag()
        disposeBag.insert {
            viewModel.$inputText <=> textField.rx.optionalText ?? "default value"
        }
        expectEqual(textField.text, "")
        textField.type("y")
        textField.type("")
        expectEqual(viewModel.inputText, "default value")
    }
}
