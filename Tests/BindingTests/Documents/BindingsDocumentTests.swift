import Binding
import BindingOperators
import TestSupport
import Testing

// The examples of Documentation/Bindings.md and Documentation/TwoWayBindings.md; see DocumentationTests.

@MainActor
@Suite("Bindings, as the documents have them")
struct BindingsDocumentTests {
    private let print = Printer()

    @Test("=>")
    func oneWay() throws {
        // EXAMPLE: one way
        @MainActor final class CounterViewModel {
            @Bindable private(set) var title = "none"
            @ViewAction var alert: (String) -> Void

            func add() {
                title = "one"
                alert("That was the last one")
            }
        }

        let viewModel = CounterViewModel()
        let (label, button) = (Label(), Button())
        let titles = BehaviorRelay(value: "")
        let bag = DisposeBag()
        bag.insert {
            viewModel.$title => label.rx.text  // a control's property
            viewModel.$title => label.rx.caption  // a String goes where a String? is taken
            viewModel.$title => titles  // a relay
            viewModel.$title.map { $0 == "none" } => label.rx.isHidden
            viewModel.$alert => { print($0) }  // a closure, on the main actor
            button.rx.tap => viewModel.add  // a function without an argument
        }
        button.press()  // prints That was the last one
        print(label.text, titles.value, label.isHidden)  // prints one one false
        // END
        #expect(try print.lines == Example.named("one way").output)
        #expect(label.caption == "one")
    }

    @Test("BindingContext")
    func bindingContext() throws {
        // EXAMPLE: binding context
        @MainActor final class ListViewModel {
            @Bindable var title = "Fruit"
            @Mutable var note = ""
        }

        @MainActor final class ListView: BindingContext {
            let disposeBag = DisposeBag()
            let labels = [Label(), Label()]
            let field = TextField()

            init(_ viewModel: ListViewModel, isEditable: Bool) {
                binding {
                    for label in labels {
                        viewModel.$title => label.rx.text
                    }
                    if isEditable {
                        viewModel.$note <=> field.rx.text
                    }
                }
            }
        }

        let viewModel = ListViewModel()
        let view = ListView(viewModel, isEditable: true)
        view.disposeBag.dispose()  // also when the view is dropped
        viewModel.title = "Cheese"
        print(view.labels.map(\.text))  // prints ["Fruit", "Fruit"]
        // END
        #expect(try print.lines == Example.named("binding context").output)
    }

    @Test("<=>")
    func twoWay() throws {
        // EXAMPLE: two ways
        let code = BehaviorRelay(value: "")
        let field = TextField(maximumLength: 4)
        let bag = DisposeBag()
        bag.insert {
            code <=> field.rx.text
            code => { if $0 != $0.uppercased() { code.accept($0.uppercased()) } }
        }
        field.type("ab")
        print(code.value, field.text)  // prints AB AB
        code.accept("abcdef")
        print(code.value, field.text)  // prints ABCD ABCD
        // END
        #expect(try print.lines == Example.named("two ways").output)
    }

    @Test("??")
    func defaultValue() throws {
        // EXAMPLE: default value
        let name = BehaviorRelay(value: "Ada")
        let field = TextField()  // its optionalText is nil where it is empty
        let bag = DisposeBag()
        bag.insert {
            name <=> field.rx.optionalText ?? "unnamed"
        }
        field.type("")
        print(name.value)  // prints unnamed
        // END
        #expect(try print.lines == Example.named("default value").output)
    }
}
