import Binding
import BindingInspector
import BindingOperators
import Testing
import Unidirectional

extension InspectorTests {
    @Suite
    struct ExpectedCausesTests {
        @Test
        func `what has led to a value is as expected`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let form = SignUpForm()
                form.nameField.type("alice")
                let greeting = form.greeting.rx.text
                try inspector.expectCauses(of: greeting, [.edit(form.nameField)])
                try inspector.expectCauses(
                    of: greeting,
                    [
                        .edit(form.nameField, "alice"), .property("userName", "alice"), .operator("map"),
                        .operator("map"),
                    ])
                try inspector.expectCauses(
                    of: greeting,
                    [.edit(form.nameField), .property("SignUpViewModel.userName"), .control(form.greeting)])
                try inspector.expectCauses(of: form.summary.rx.text, [.edit(form.nameField), .derived("alice, 0")])
                try inspector.expectCauses(of: form.viewModel.$userName, [.edit(form.nameField)])
                try inspector.expectCauses(of: form.nameField.rx.text, [.edit(form.nameField)])
                form.viewModel.userName = "bob"
                try inspector.expectCauses(of: form.nameField.rx.text, [.property("userName", "bob")])
            }
        }

        @Test
        func `a value from the start has its property as its cause`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let form = SignUpForm()
                try inspector.expectCauses(
                    of: form.both.rx.text, [.property("age", 0), .operator("combineLatest")])
            }
        }

        @Test
        func `an action of a store is a cause`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                inspector.start()
                let label = Label()
                let store = OneWay<Counter>(initialState: .init())
                let binding = store.stateDriver.map { $0.count } => label.rx.number
                store.send(.add(3))
                try inspector.expectCauses(of: label.rx.number, [.action(Counter.Action.add(3)), .operator("map")])
                binding.dispose()
            }
        }

        @Test(arguments: Wrong.allCases)
        fileprivate func `other causes are an error, which says what they are`(wrong: Wrong) async {
            await #expect(processExitsWith: .success) { @MainActor [wrong] in
                let form = SignUpForm()
                form.nameField.type("alice")
                let error = #expect(throws: UnexpectedCauses.self) {
                    try inspector.expectCauses(of: form.greeting.rx.text, wrong.causes(in: form))
                }
                #expect(error?.description == wrong.message)
            }
        }
    }
}

private let explanation = """
    SignUpForm.greeting.text shows "Hello ALICE":
      "alice" was entered in SignUpForm.nameField.text
      → SignUpViewModel.userName (SignUpForm.swift:9) = "alice"
      → map: "ALICE"
      → map: "Hello ALICE"
      → SignUpForm.greeting.text = "Hello ALICE" (SignUpForm.swift:35)
    """

private enum Wrong: String, CaseIterable, Codable {
    /// Not that from which all follows.
    case origin
    case order, value, control, surplus

    @MainActor
    func causes(in form: SignUpForm) -> [ExpectedCause] {
        switch self {
        case .origin: [.property("userName")]
        case .order: [.edit(form.nameField), .operator("map"), .property("userName")]
        case .value: [.edit(form.nameField), .property("userName", "bob")]
        case .control: [.edit(form.passwordField)]
        case .surplus: [.edit(form.nameField), .operator("map"), .operator("map"), .operator("map")]
        }
    }

    var message: String {
        switch self {
        case .origin: "Expected userName, but it does not begin with that.\n\(explanation)"
        case .order:
            "Expected an edit of TextField → map → userName, but there is no userName after that.\n\(explanation)"
        case .value:
            """
            Expected an edit of TextField → userName = "bob", but there is no userName = "bob" after that.
            \(explanation)
            """
        case .control: "Expected an edit of PasswordField, but it does not begin with that.\n\(explanation)"
        case .surplus:
            "Expected an edit of TextField → map → map → map, but there is no map after that.\n\(explanation)"
        }
    }
}
