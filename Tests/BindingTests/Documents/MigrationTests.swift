import Binding
import BindingControls
import BindingOperators
import TestSupport
import Testing

// What Documentation/Migration.md says of the library Binding, see ComparisonsTests. What it says of Unio and Ricemill stands in the
// tests of streams.

infix operator ==> : BindingOperator

/// An operator of one's own beside the others.
@MainActor
private func ==> (driver: Driver<String>, recorder: Recorder<String>) -> any Disposable {
    driver.drive(onNext: { recorder($0) })
}

@MainActor
private final class ViewModel {
    @Bindable var name = "Ada"
    @Bindable var nickname: String?
    @Mutable var typedText = ""
    @Mutable var optionalText: String?
    @ViewAction var show: (String) -> Void
    @ViewAction.NoParam var close: () -> Void
}

@MainActor
private final class View: BindingContext {
    let disposeBag = DisposeBag()
    let label = Label()
    private(set) var (shown, closed): ([String], Int) = ([], 0)

    init(_ viewModel: ViewModel) {
        let driver: Driver<String> = viewModel.$name
        binding {
            driver => label.rx.text
            viewModel.$show => { [weak self] in self?.shown.append($0) }
            viewModel.$close => { [weak self] in self?.closed += 1 }
        }
    }

    /// Adds bindings that come from elsewhere.
    func add(@BindingDisposables _ bindings: () -> any Disposable) {
        let bindings = bindings()
        binding(disposables: { bindings })
    }
}

@MainActor
@Suite("Coming from Binding")
struct MigrationTests {
    private let bag = DisposeBag()
    private let viewModel = ViewModel()
    private let input = TextField()

    @Test("Properties, actions and a context")
    func context() {
        let view = View(viewModel)
        let name = BehaviorRelay(value: 0)
        var numbers: [Int] = []
        view.add {
            if view.shown.isEmpty { name => { numbers.append($0) } }
        }
        viewModel.show("a")
        viewModel.close()
        viewModel.name += " Lovelace"
        #expect(view.label.text == "Ada Lovelace" && view.shown == ["a"] && view.closed == 1)
        view.disposeBag.dispose()
        name.accept(1)
        expectEqual(numbers, [0])
    }

    @Test("Operators")
    func operators() {
        let vm = viewModel
        let recorder = Recorder<String>()
        let observer = Recorder<String>()
        let (driver, relay) = (vm.$name, vm.$typedText)
        let controlProperty: ControlProperty<String> = input.rx.text
        var names: [String] = []
        func function(_ name: String) { names.append(name) }
        bag.insert {
            driver => observer
            driver => function
            driver ==> recorder
            vm.$nickname ?? "none" => function
            relay <=> controlProperty
        }
        input.type("a")
        vm.name = "Grace"
        #expect(observer.elements == ["Ada", "Grace"] && recorder.elements == ["Ada", "Grace"])
        #expect(names == ["Ada", "none", "Grace"] && vm.typedText == "a")
    }

    @Test("A property with a default value, and one both ways")
    func defaults() {
        let vm = viewModel
        let property = input.rx.optionalText
        let field = TextField()
        bag.insert {
            vm.$typedText <=> property ?? "none"
            vm.$typedText <=> field.rx.text
        }
        input.type("a")
        expectEqual(field.text, "a")
        input.type("")
        expectEqual(field.text, "none")
    }

    @Test("An edit is not written back")
    func edit() {
        let vm = viewModel
        bag.insert(vm.$typedText <=> input.rx.text)
        let writes = input.writes.count
        input.type("a")
        #expect(vm.typedText == "a" && input.writes.count == writes)
    }

    @Test("A control of one's own")
    func reactive() {
        let rx: Reactive<Label> = Label().rx
        bag.insert(viewModel.$name => rx.text)
        expectEqual(rx.base.text, "Ada")
    }
}
