import Binding
import BindingGTK
import BindingOperators
import Glibc

@MainActor final class HelloViewModel {
    @Mutable var name = "Ada"
    @Bindable var greeting = "Hello"
}

final class HelloWindow: Window, BindingContext {
    let disposeBag = DisposeBag()
    let name = Entry(placeholder: "Name")
    let greeting = Label()
    let button = Button("_Greet")
    static var alive = 0

    init(_ viewModel: HelloViewModel, _ application: Application?) {
        super.init("Hello", application: application, width: 300)
        Self.alive += 1
        child = Box(.vertical, spacing: 8, [name, greeting, button]).margin(16)
        binding {
            viewModel.$name <=> name.rx.text
            viewModel.$greeting => greeting.rx.label
            viewModel.$name.asDriver().map { !$0.isEmpty } => button.rx.sensitive
            button.rx.clicked => { viewModel.greeting = "Hello, \(viewModel.name)!" }
        }
    }
    isolated deinit { Self.alive -= 1 }
}

let viewModel = HelloViewModel()
let application = Application(id: "org.example.Hello") { application in
    HelloWindow(viewModel, application).present()
    Task {
        print("a task on the main actor")
        try await Task.sleep(for: .milliseconds(300))
        viewModel.name = "Grace"
        for _ in 0..<20 {
            let second = HelloWindow(viewModel, nil)
            second.present()
            try await Task.sleep(for: .milliseconds(30))
            second.close()
        }
        try await Task.sleep(for: .milliseconds(100))
        print("alive \(HelloWindow.alive)")
        application.quit()
    }
}
exit(application.run())
