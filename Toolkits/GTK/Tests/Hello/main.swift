// EXAMPLE: gtk, hello
import Binding
import BindingGTK
import BindingOperators
import Glibc

@MainActor final class HelloViewModel {
    @Mutable var name = ""
    @Bindable private(set) var greeting = "Who are you?"

    func greet() { greeting = "Hello, \(name)!" }
}

final class HelloWindow: Window, BindingContext {
    let disposeBag = DisposeBag()

    init(_ viewModel: HelloViewModel, _ application: Application) {
        super.init("Hello", application: application, width: 300)
        let (name, button, greeting) = (Entry(placeholder: "Name"), Button("_Greet"), Label())
        child = Box(.vertical, spacing: 8, [name, button, greeting]).margin(16)
        binding {
            viewModel.$name <=> name.rx.text
            viewModel.$name.asDriver().map { !$0.isEmpty } => button.rx.sensitive
            button.rx.clicked => viewModel.greet
            viewModel.$greeting => greeting.rx.label
        }
    }
}

let application = Application(id: "org.example.Hello") { application in
    HelloWindow(HelloViewModel(), application).present()
}
exit(application.run())
// END
