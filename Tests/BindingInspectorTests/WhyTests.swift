import Binding
import BindingControls
import BindingOperators
import TestSupport
import Testing

@testable import BindingInspector

/// There is one inspector in a program, and it records what other tests do, too: each of these tests has a process of its
/// own.
@Suite
struct InspectorTests {}

let inspector = BindingInspector.shared

extension InspectorTests {
    @Suite
    struct WhyTests {
        @Test
        func `a label says what has led to its text`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let form = SignUpForm()
                form.nameField.type("alice")
                #expect(
                    inspector.why(form.greeting.rx.text).description == """
                        SignUpForm.greeting.text shows "Hello ALICE":
                          "alice" was entered in SignUpForm.nameField.text
                          → SignUpViewModel.userName (SignUpForm.swift:9) = "alice"
                          → map: "ALICE"
                          → map: "Hello ALICE"
                          → SignUpForm.greeting.text = "Hello ALICE" (SignUpForm.swift:35)
                        """)
            }
        }

        @Test
        func `a label that was set when it was bound says what it was set to`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let form = SignUpForm()
                #expect(
                    inspector.why(form.both.rx.text).description == """
                        SignUpForm.both.text shows "new 0":
                          SignUpViewModel.age (SignUpForm.swift:10) is 0 from the start
                          → combineLatest: ("new", 0)
                          → map: "new 0"
                          → SignUpForm.both.text = "new 0" (SignUpForm.swift:39)
                        """)
            }
        }

        @Test
        func `a derived value says which of the values that it read has changed`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let form = SignUpForm()
                form.viewModel.age = 30
                #expect(
                    inspector.why(form.summary.rx.text).description == """
                        SignUpForm.summary.text shows ", 30":
                          SignUpViewModel.age (SignUpForm.swift:10) = 30
                          → a derived value (SignUpForm.swift:15) = ", 30"
                          → SignUpForm.summary.text = ", 30" (SignUpForm.swift:38)
                        """)
            }
        }

        @Test
        func `a field says what it has made of a value, and so does the view model`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let form = SignUpForm()
                form.nameField.most = 3
                form.viewModel.userName = "barbara"
                #expect(
                    inspector.why(form.viewModel.$userName).description == """
                        SignUpViewModel.userName is "bar":
                          SignUpViewModel.userName (SignUpForm.swift:9) = "barbara"
                          → SignUpForm.nameField.text made "bar" of it (SignUpForm.swift:33)
                          → SignUpViewModel.userName (SignUpForm.swift:9) = "bar"
                        """)
            }
        }

        @Test
        func `a value from another thread says so`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let form = SignUpForm()
                let viewModel = form.viewModel
                await Task.detached { await viewModel.setStatus("loaded") }.value
                #expect(
                    inspector.why(form.both.rx.text).steps == [
                        "SignUpViewModel.status (SignUpForm.swift:12) = \"loaded\"", "combineLatest: (\"loaded\", 0)",
                        "map: \"loaded 0\"", "SignUpForm.both.text = \"loaded 0\" (SignUpForm.swift:39)",
                    ])
            }
        }

        @Test
        func `a filter that keeps a value is named`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let form = SignUpForm()
                form.nameField.type("anna")
                form.nameField.type("bob")
                #expect(
                    inspector.whyNot(form.message.rx.text).description == """
                        SignUpForm.message.text shows "anna".
                        SignUpViewModel.userName (SignUpForm.swift:9) → filter (SignUpForm.swift:37): filter has received "bob" and \
                        passed nothing on
                        """)
            }
        }

        @Test
        func `a source that has sent nothing is named`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let form = SignUpForm()
                #expect(
                    inspector.whyNot(form.alert.rx.text).description == """
                        SignUpForm.alert.text has not been set.
                        SignUpViewModel.alert (SignUpForm.swift:13) (SignUpForm.swift:40): SignUpViewModel.alert (SignUpForm.swift:13) \
                        has sent nothing
                        """)
            }
        }

        @Test
        func `a binding that was disposed of is named`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let form = SignUpForm()
                form.disposeBag.dispose()
                form.viewModel.userName = "claire"
                let answer = inspector.whyNot(form.message.rx.text)
                #expect(answer.summary == "SignUpForm.message.text has not been set.")
                // How long after it was made depends on the machine.
                let note = answer.notes.first ?? ""
                #expect(
                    note.hasPrefix(
                        "SignUpViewModel.userName (SignUpForm.swift:9) → filter (SignUpForm.swift:37): it has been disposed of, "
                    ))
                #expect(
                    note.hasSuffix(
                        "ms after it was made, and has missed SignUpViewModel.userName (SignUpForm.swift:9) = \"claire\""
                    ))
            }
        }

        @Test
        func `a binding that has missed nothing since it was disposed of is silent for another reason`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let form = SignUpForm()
                form.viewModel.userName = "al"
                form.disposeBag.dispose()
                let answers = [inspector.whyNot(form.message.rx.text), inspector.whyNot(form.greeting.rx.text)]
                #expect(
                    answers[0].reasons.first?.contains("filter has received \"al\" and passed nothing on; it") == true)
                #expect(answers[1].reasons == [])
                #expect(
                    answers[1].notes.first?.contains("\"Hello AL\" has come, and nothing since; it has been") == true)
            }
        }

        @Test
        func `a derived value that nobody computes any more is missed if what it reads has changed`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let form = SignUpForm()
                form.disposeBag.dispose()
                form.viewModel.age = 7
                let reasons = [form.summary, form.both].map { inspector.whyNot($0.rx.text).reasons.first ?? "" }
                for reason in reasons {
                    #expect(reason.hasSuffix("and has missed SignUpViewModel.age (SignUpForm.swift:10) = 7"))
                }
            }
        }

        @Test
        func `what a binding was disposed of because of is named`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let form = SignUpForm()
                let leaving = form.viewModel.$alert.emit(onNext: { _ in form.disposeBag.dispose() })
                form.viewModel.alert("bye")
                #expect(
                    inspector.whyNot(form.message.rx.text).notes.first?.hasSuffix(
                        "ms after it was made, because of this: SignUpViewModel.alert (SignUpForm.swift:13) = \"bye\"")
                        == true)
                leaving.dispose()
            }
        }

        @Test
        func `a label that two bindings set names both`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let form = SignUpForm()
                let binding = form.viewModel.$status => form.greeting.rx.text
                #expect(
                    inspector.why(form.greeting.rx.text).notes == [
                        "2 bindings set it:",
                        "  SignUpViewModel.userName (SignUpForm.swift:9) → map → map (SignUpForm.swift:35)",
                        "  SignUpViewModel.status (SignUpForm.swift:12)",
                    ])
                binding.dispose()
                #expect(inspector.why(form.greeting.rx.text).notes == [])
            }
        }

        @Test
        func `a secret text is shown to nobody`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let form = SignUpForm()
                form.passwordField.type("swordfish")
                let answer = inspector.why(form.viewModel.$password).description
                #expect(
                    answer == """
                        SignUpViewModel.password is •••:
                          ••• was entered in SignUpForm.passwordField.text
                          → SignUpViewModel.password (SignUpForm.swift:11) = •••
                        """)
                #expect(!inspector.log().map(\.description).joined().contains("swordfish"))
                #expect(!inspector.graph.description.contains("swordfish"))
            }
        }

        @Test
        func `a secret that was there before its field is bound is shown to nobody`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                inspector.start()
                let (password, field) = (BehaviorRelay(value: "swordfish"), PasswordField())
                let (label, derived) = (Label(), Label())
                let bag = DisposeBag {
                    password.asDriver().map { "It is \($0)" } => label.rx.text
                    Driver.derived { "Still \(password.value)" } => derived.rx.text
                    password <=> field.rx.text
                }
                #expect(inspector.why(label.rx.text).description.contains("•••"))
                for text in [inspector.why(label.rx.text), inspector.why(derived.rx.text)].map(\.description)
                    + [inspector.graph.description] + inspector.log().map(\.description)
                {
                    #expect(!text.contains("swordfish"))
                }
                bag.dispose()
            }
        }

        @Test
        func `what goes to a secret control by way of operators is shown to nobody`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                inspector.start()
                let (stored, prefix, field) = (
                    BehaviorRelay(value: "swordfish"), BehaviorRelay(value: "x"), PasswordField()
                )
                let bag = DisposeBag {
                    stored.asDriver().map { $0 + "!" }.filter { $0.count > 100 } => field.rx.text
                    Driver.derived { prefix.value + "marlin" }.map { $0 + "?" }.filter { $0.count > 100 }
                        => field.rx.text
                }
                let texts = [inspector.graph.description] + inspector.log().map(\.description)
                for text in texts { #expect(!text.contains("swordfish") && !text.contains("marlin"), "\(text)") }
                bag.dispose()
            }
        }

        @Test
        func `a secret is shown to nobody when nobody knows any more whose it was`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                do {
                    let form = SignUpForm()
                    form.passwordField.type("swordfish")
                    form.nameField.type("gina")
                    form.disposeBag.dispose()
                }
                let (relay, label) = (BehaviorRelay(value: 1), Label())
                for _ in 0..<10_000 { (relay.asDriver().map { $0 + 1 } => label.rx.number).dispose() }
                let log = inspector.log(last: 100_000).map(\.description).joined()
                #expect(log.contains("something that is gone") && log.contains("gina"))
                #expect(!log.contains("swordfish"))
            }
        }

        @Test
        func `values are described by a closure of the program's`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let form = SignUpForm()
                defer { inspector.start() }
                inspector.start(values: .described { "<\($0)>" })
                form.nameField.type("dora")
                #expect(
                    inspector.why(form.greeting.rx.text).steps.last
                        == "SignUpForm.greeting.text = <Hello DORA> (SignUpForm.swift:35)"
                )
                inspector.start(values: .hidden)
                form.nameField.type("eva")
                #expect(
                    inspector.why(form.greeting.rx.text).steps.last
                        == "SignUpForm.greeting.text = … (SignUpForm.swift:35)")
            }
        }

        @Test
        func `what was bound before the start is not known`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                inspector.stop()
                let label = Label()
                let relay = BehaviorRelay(value: 1)
                let binding = relay.asDriver() => label.rx.number
                inspector.start()
                relay.accept(2)
                #expect(inspector.why(label.rx.number).description.hasPrefix("Nothing has set Label.number"))
                binding.dispose()
            }
        }

        @Test
        func `a binding outside of a block does not have the line of a later one`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                inspector.start()
                let (first, second) = (Label(), Label())
                let relay = BehaviorRelay(value: "a")
                let binding = relay.asDriver() => first.rx.text
                // The inspector does not know what a disposable of the program's own ends.
                let bag = boundInBlock(relay, second) { disposable in Disposables.create { disposable.dispose() } }
                #expect(inspector.why(first.rx.text).steps.last == "Label.text = \"a\"")
                #expect(inspector.why(second.rx.text).steps.last == "Label.text = \"a\" (SignUpForm.swift:107)")
                binding.dispose()
                bag.dispose()
            }
        }

        @Test
        func `an object whose last reference the inspector has had is released outside of its lock`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                inspector.start()
                let relay = BehaviorRelay(value: 0)
                // What looks at all objects holds each for a moment, in which this thread may drop it.
                let looking = Task.detached { [inspector] in while !Task.isCancelled { _ = inspector.graph } }
                for _ in 0..<2_000 {
                    let label = SettingAtEnd(relay)
                    (relay.asDriver() => label.rx.number).dispose()
                }
                looking.cancel()
                await looking.value
                #expect(relay.value == 2_000)
            }
        }

        @Test
        func `a property that is bound by its key path has its name in debug builds, and that of its type in others`()
            async
        {
            await #expect(processExitsWith: .success) { @MainActor in
                inspector.start()
                let relay = BehaviorRelay(value: 1)
                let view = SettingAtEnd(relay)
                let binding = relay.asDriver() => view.rx.number
                let name = Optimization.isOn ? "Int" : "number"
                #expect(inspector.why(view.rx.number).summary == "SettingAtEnd.\(name) shows 1:")
                binding.dispose()
            }
        }

        @Test(.enabled(if: !Optimization.isOn))
        func `properties with observers and computed ones are known by their names, each for itself`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                inspector.start()
                let (level, part) = (BehaviorRelay(value: 1), BehaviorRelay(value: 2))
                let meter = Meter()
                let bag = DisposeBag { level.asDriver() => meter.rx.level }
                bag.insert(part.asDriver() => meter.rx.part)
                bag.insert(part.asDriver() => meter.rx.scale.unit)
                #expect(inspector.why(meter.rx.level).summary == "Meter.level shows 1:")
                #expect(inspector.why(meter.rx.part).summary == "Meter.part shows 2:")
                #expect(inspector.why(meter.rx.scale.unit).summary == "Meter.unit shows 2:")
            }
        }

        @Test
        func `the name of a property is found in that of its getter`() {
            for (getter, name) in [
                ("key path getter for Module.Meter.level : Swift.Int : Module.Meter", "level"),
                (
                    "key path getter for (extension in Other):Module.Meter.`default` : Swift.Int : Module.Meter",
                    "`default`"
                ),
                ("Module.Meter.level.getter : Swift.Int", nil), ("key path getter for ", nil),
            ] {
                #expect(KeyPathNames.propertyName(inGetter: getter) == name)
            }
            for (text, shown, key, isAmbiguous) in [
                ("title", "title", "title", false),
                // No function is there.
                ("<computed 0x10 (Optional<Int>)>.b", "Optional<Int>.b", "<computed 0x10 (Optional<Int>)>.b", false),
                ("<computed (Bool)>", "Bool", "<computed (Bool)>", true),
                ("<computed 0x", "", "<computed 0x", false),
                ("bind(_:)", "", "", true),
            ] {
                let name = KeyPathNames.resolved(text)
                #expect(name.shown == shown && name.key == key && name.isAmbiguous == isAmbiguous)
            }
        }

        @Test
        func `what comes after a stop in the middle of a value does not follow from that value`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                inspector.start()
                let (first, second) = (BehaviorRelay(value: 0), BehaviorRelay(value: 0))
                let binding = first.asDriver().drive(onNext: { if $0 == 1 { inspector.stop() } })
                first.accept(1)
                inspector.start()
                second.accept(2)
                #expect(inspector.why(second).steps == ["BehaviorRelay<Int> = 2"])
                binding.dispose()
            }
        }

        @Test
        func `nothing is kept alive`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                var form: SignUpForm? = SignUpForm()
                weak let view = form
                weak let viewModel = form?.viewModel
                form?.nameField.type("frida")
                form = nil
                #expect(view == nil)
                #expect(viewModel == nil)
            }
        }
    }
}

extension SignUpViewModel {
    nonisolated func setStatus(_ text: String) async { await MainActor.run { status = text } }
}

/// A view that sets something when it goes.
private final class SettingAtEnd: ReactiveCompatible {
    var number = 0
    let relay: BehaviorRelay<Int>

    init(_ relay: BehaviorRelay<Int>) { self.relay = relay }

    deinit { relay.modify { $0 += 1 } }
}
