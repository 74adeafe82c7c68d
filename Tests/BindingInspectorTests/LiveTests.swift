import Binding
import BindingInspector
import BindingOperators
import Testing

extension InspectorTests {
    /// What a window shows that lets one look at a program while it runs.
    @Suite
    struct LiveTests {
        @Test
        func `objects have their properties, with the values that these have now`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let form = SignUpForm()
                form.viewModel.status = "old"
                let viewModel = object("SignUpViewModel")
                #expect(viewModel.label == "SignUpForm.viewModel" && !viewModel.isControl)
                #expect(
                    viewModel.properties.map { "\($0.name): \($0.type ?? "?") = \($0.value ?? "-")" } == [
                        "userName: String = \"\"", "age: Int = 0", "password: String = •••", "status: String = \"old\"",
                        "alert: PublishRelay<String> = -",
                    ])
                #expect(viewModel.properties.map(\.place?.description).first == "SignUpForm.swift:9")
                let labels = inspector.objects.filter { $0.name == "Label" }
                #expect(labels.first?.label == "SignUpForm.greeting" && labels.first?.isControl == true)
                #expect(labels.first?.properties.map(\.value) == ["\"Hello \""])
                #expect(inspector.objects.first { $0.id == ObjectIdentifier(form.greeting) } == labels.first)
            }
        }

        @Test
        func `a character is set by one character`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                inspector.start()
                let model = CharacterModel()
                inspector.name(model)
                let separator = object("CharacterModel").properties[0].id
                for text in ["", "ab"] {
                    #expect(throws: RefusedText.self) { try inspector.set(separator, to: text) }
                }
                try inspector.set(separator, to: ";")
                #expect(model.separator == ";")
            }
        }

        @Test
        func `what a command makes of its state is not set from outside`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                inspector.start()
                let model = CommandModel()
                inspector.name(model)
                let isExecuting = object("CommandModel").properties.first { $0.name == "save.isExecuting" }
                #expect(isExecuting?.value == "false" && isExecuting?.editableText == nil)
                if let id = isExecuting?.id {
                    #expect(throws: RefusedText.self) { try inspector.set(id, to: "true") }
                }
                #expect(!model.save.state.isExecuting)
            }
        }

        @Test
        func `a lazy property has the name that is written`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                inspector.start()
                let model = LazyModel()
                model.relay.accept(2)
                inspector.name(model)
                #expect(object("LazyModel").properties.map(\.name) == ["relay"])
            }
        }

        @Test
        func `a property is set by a text, and says where that came from`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let form = SignUpForm()
                #expect(refusal("age", "42") == nil)
                #expect(form.viewModel.age == 42 && form.both.text == "new 42")
                #expect(
                    inspector.why(form.both.rx.text).steps.prefix(2) == [
                        "42 was entered in BindingInspector", "SignUpViewModel.age (SignUpForm.swift:10) = 42",
                    ])
                #expect(refusal("userName", "ada") == nil)
                #expect(form.nameField.text == "ada")
                #expect(!inspector.objects.contains { $0.name == "BindingInspector" })
                #expect(!inspector.graph.description.contains("BindingInspector"))
            }
        }

        @Test
        func `an inspector that a view holds has no name of its`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let form = SignUpForm()
                let window = WindowOfInspector(form.viewModel)
                #expect(refusal("age", "42") == nil)
                #expect(inspector.why(window.label.rx.number).steps.first == "42 was entered in BindingInspector")
            }
        }

        @Test
        func `a text that stands for no value is refused`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let form = SignUpForm()
                form.viewModel.age = 7
                #expect(refusal("age", "seven") == "“seven” is no Int.")
                #expect(form.viewModel.age == 7)
                #expect(refusal("status", "old") == "status cannot be set from here.")
                let label = object("Label").properties[0]
                #expect(refusal(label.id, "a") == "\(label.name) cannot be set from here.")
            }
        }

        @Test
        func `what is gone cannot be set`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                var form: SignUpForm? = SignUpForm()
                let id = property("age")
                withExtendedLifetime(form) {}
                form = nil
                #expect(refusal(id, "1") == "It does not exist any more.")
            }
        }

        @Test
        func `optionals, enumerations and Booleans are set by texts`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                inspector.start()
                let model = KindsModel()
                inspector.name(model)
                #expect(
                    object("KindsModel").properties.map(\.editableText) == ["nil", "small", "400", "false", nil])
                #expect(refusal("number", "3") == nil)
                #expect(refusal("size", "large") == nil)
                #expect(refusal("weight", "700") == nil)
                #expect(refusal("isOn", "true") == nil)
                #expect(model.number == 3 && model.size == .large && model.weight == .bold && model.isOn)
                #expect(refusal("number", "nil") == nil)
                #expect(model.number == nil)
                #expect(refusal("size", "huge") == "“huge” is no Size. It may be small, large.")
                #expect(refusal("number", "x") == "“x” is no Optional<Int>. It may be nil.")
                #expect(refusal("rows", "[]") == "rows cannot be set from here.")
            }
        }

        @Test
        func `secrets are edited without being shown`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let form = SignUpForm()
                form.passwordField.type("swordfish")
                let password = object("SignUpViewModel").properties.first { $0.name == "password" }
                #expect(password?.value == "•••" && password?.editableText == "")
                #expect(refusal("password", "hunter2") == nil)
                #expect(form.passwordField.text == "hunter2")
                #expect(refusal("userName", "ada") == nil)
                #expect(inspector.why(form.greeting.rx.text).steps.first == "\"ada\" was entered in BindingInspector")
                #expect(!"\(inspector.log())\(inspector.objects)".contains("hunter2"))
                // Nor what must not be shown at all.
                inspector.start(values: .hidden)
                #expect(object("SignUpViewModel").properties.first?.value == "…")
                #expect(object("SignUpViewModel").properties.first?.editableText == "")
            }
        }

        @Test
        func `what something depends on, and what is bound to it`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let form = SignUpForm()
                form.nameField.type("hanna")
                let name = inspector.surroundings(of: property("userName"))
                #expect(name.sources.isEmpty)
                #expect(
                    name.followers.map(\.description) == [
                        "<=> (SignUpForm.swift:33)\n  SignUpForm.nameField.text = \"hanna\"",
                        "map\n  map\n    => (SignUpForm.swift:35)\n      SignUpForm.greeting.text = \"Hello HANNA\"",
                        "filter\n  => (SignUpForm.swift:37)\n    SignUpForm.message.text = \"hanna\"",
                        "a derived value (SignUpForm.swift:15) = \"hanna, 0\"\n  => (SignUpForm.swift:38)\n"
                            + "    SignUpForm.summary.text = \"hanna, 0\"",
                    ])
                let text = property(of: form.both)
                let both = inspector.surroundings(of: text)
                #expect(both.followers.isEmpty)
                #expect(
                    both.sources.map(\.description) == [
                        """
                        => (SignUpForm.swift:39)
                          map
                            combineLatest
                              SignUpViewModel.age (SignUpForm.swift:10) = 0
                              SignUpViewModel.status (SignUpForm.swift:12) = "new"
                        """
                    ])
                #expect(inspector.why(text).description == inspector.why(form.both.rx.text).description)
                #expect(
                    inspector.whyNot(text).description == inspector.whyNot(form.both.rx.text).description)
            }
        }

        @Test
        func `what is unobserved leaves no trace`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let form = SignUpForm()
                let (label, count) = (Label(), BehaviorRelay(value: 0))
                let (log, graph) = (inspector.log().count, inspector.graph.vertices.count)
                let binding = inspector.unobserved {
                    DisposeBag {
                        count.asDriver() => label.rx.number
                        form.viewModel.$age => label.rx.number
                    }
                }
                let revision = inspector.revision
                count.accept(3)
                inspector.unobserved { form.viewModel.age = 4 }
                #expect(label.number == 4)
                #expect(inspector.revision == revision && inspector.log().count == log)
                #expect(inspector.graph.vertices.count == graph)
                #expect(!inspector.objects.contains { $0.id == ObjectIdentifier(label) })
                // What the program does is recorded, though somebody else is told of it, too.
                form.viewModel.age = 5
                #expect(inspector.revision > revision && label.number == 5)
                #expect(
                    inspector.log().last?.description.hasPrefix("SignUpViewModel.age (SignUpForm.swift:10) = 5") == true
                )
                #expect(inspector.log().last?.description.contains("Label.number") == false)
                binding.dispose()
            }
        }

        @Test
        func `a control is not told again what it has said`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let form = SignUpForm()
                form.nameField.type("ida")
                #expect(
                    inspector.whyNot(form.nameField.rx.text).notes == [
                        "SignUpViewModel.userName (SignUpForm.swift:9) (SignUpForm.swift:33): \"\" has come, and nothing since"
                    ])
            }
        }

        @Test
        func `generic values are described without what they are generic in`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                inspector.start()
                let model = BoxesModel()
                inspector.name(model)
                #expect(object("BoxesModel").properties.map(\.value) == ["Holder(content: 7)"])
            }
        }

        @Test
        func `the log of the last events is short`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let form = SignUpForm()
                for age in 1...100 { form.viewModel.age = age }
                let last = inspector.log(ofEvents: 20)
                #expect(last.count < 20 && last.last?.text == "SignUpViewModel.age (SignUpForm.swift:10) = 100")
                #expect(Set(last.map(\.id)).count == last.count)
                #expect(inspector.log(ofEvents: 0).isEmpty)
            }
        }
    }
}

@MainActor
private func object(_ name: String) -> InspectedObject {
    inspector.objects.first { $0.name == name }
        ?? { fatalError("no \(name)") }()
}

/// The property of a name, of whichever object.
@MainActor
private func property(_ name: String) -> InspectedProperty.ID {
    let found = inspector.objects.flatMap(\.properties).first { $0.name == name }
    return found?.id ?? { fatalError("no property \(name)") }()
}

/// The only property of an object.
@MainActor
private func property(of object: AnyObject) -> InspectedProperty.ID {
    let found = inspector.objects.first { $0.id == ObjectIdentifier(object) }
    return found?.properties.first?.id ?? { fatalError("nothing is bound to it") }()
}

/// What is said of a text that is refused.
@MainActor
private func refusal(_ name: String, _ text: String) -> String? { refusal(property(name), text) }

@MainActor
private func refusal(_ id: InspectedProperty.ID, _ text: String) -> String? {
    do throws(RefusedText) { try inspector.set(id, to: text) } catch { return error.description }
    return nil
}

@MainActor
private final class LazyModel {
    lazy var relay = BehaviorRelay(value: 1)
}

@MainActor
private final class BoxesModel {
    struct Holder<Content: Sendable>: Sendable { var content: Content }

    @Bindable var holder = Holder(content: 7)
    let events = PublishRelay<Void>()
}

@MainActor
private final class KindsModel {
    enum Size: CaseIterable { case small, large }
    enum Weight: Int {
        case normal = 400
        case bold = 700
    }

    @Mutable var number: Int?
    @Mutable var size = Size.small
    @Mutable var weight = Weight.normal
    @Mutable var isOn = false
    @Mutable var rows = [1]
}

@MainActor
private final class CharacterModel {
    @Mutable var separator: Character = ","
}

@MainActor
private final class CommandModel {
    let save = Command<Void, Void> {}
}

@MainActor
private final class WindowOfInspector: BindingContext {
    let disposeBag = DisposeBag()
    let inspector = BindingInspector.shared
    let viewModel: SignUpViewModel
    let label = Label()

    init(_ viewModel: SignUpViewModel) {
        self.viewModel = viewModel
        binding { viewModel.$age => label.rx.number }
    }
}
