import Binding
import BindingCollections
import BindingControls
import BindingInspector
import BindingOperators
import BindingTesting
import TestSupport
import Testing
import Unidirectional

extension InspectorTests {
    @Suite
    struct LogTests {
        @Test
        func `an edit is logged with all that follows from it`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let form = SignUpForm()
                form.nameField.type("gina")
                #expect(
                    inspector.log().last?.description == """
                        "gina" was entered in SignUpForm.nameField.text
                          SignUpViewModel.userName (SignUpForm.swift:9) = "gina"
                            map: "GINA"
                              map: "Hello GINA"
                                => (SignUpForm.swift:35)
                                  SignUpForm.greeting.text = "Hello GINA"
                            filter: "gina"
                              => (SignUpForm.swift:37)
                                SignUpForm.message.text = "gina"
                            a derived value (SignUpForm.swift:15) = "gina, 0"
                              => (SignUpForm.swift:38)
                                SignUpForm.summary.text = "gina, 0"
                        """)
            }
        }

        @Test
        func `a log is of what one asks for`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let form = SignUpForm()
                form.viewModel.age = 1
                form.viewModel.status = "old"
                form.viewModel.age = 2
                #expect(
                    inspector.log(of: "SignUpViewModel.age", last: 2).map(\.text) == [
                        "SignUpViewModel.age (SignUpForm.swift:10) = 1",
                        "SignUpViewModel.age (SignUpForm.swift:10) = 2",
                    ])
            }
        }

        @Test
        func `the last changes are told, also if some are of the library's own`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let form = SignUpForm()
                for age in 1...100 { form.viewModel.age = age }
                #expect(
                    inspector.log(last: 3).map(\.text)
                        == (98...100).map { "SignUpViewModel.age (SignUpForm.swift:10) = \($0)" })
                #expect(inspector.log(last: 0).isEmpty)
                // A change that has consequences is one, with all of them.
                #expect(inspector.log(last: 1).map(\.description) == [inspector.log().last?.description])
                form.disposeBag.dispose()
            }
        }

        @Test
        func `what time has passed in follows from what it has received`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                inspector.start()
                let scheduler = TestScheduler()
                let label = Label()
                let query = BehaviorRelay(value: "")
                let binding = query.asDriver().debounce(.milliseconds(300), scheduler: scheduler) => label.rx.text
                query.accept("a")
                query.accept("ab")
                scheduler.advance(by: .seconds(1))
                #expect(
                    inspector.why(label.rx.text).steps == [
                        "BehaviorRelay<String> = \"ab\"", "debounce: \"ab\"", "Label.text = \"ab\"",
                    ])
                binding.dispose()
            }
        }

        @Test
        func `a value waits for the main actor and is recognized by its number`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                inspector.start()
                let label = Label()
                let progress = BehaviorRelay(value: 0)
                let binding = progress.asDriver() => label.rx.number
                await Task.detached { for number in 1...5 { progress.accept(number) } }.value
                while label.number < 5 { await Task.yield() }
                #expect(
                    inspector.why(label.rx.number).steps == ["BehaviorRelay<Int> = 5", "Label.number = 5"])
                let changes = inspector.log(of: "BehaviorRelay<Int>", last: 5)
                #expect(changes.map(\.text) == (1...5).map { "BehaviorRelay<Int> = \($0)" })
                #expect(changes.allSatisfy { $0.thread != nil && $0.consequences.first?.thread == nil })
                binding.dispose()
            }
        }

        @Test
        func `an action of a store leads to its state`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                inspector.start()
                let label = Label()
                let store = OneWay<Counter>(initialState: .init())
                let binding = store.stateDriver.map { $0.count } => label.rx.number
                store.send(.add(3))
                #expect(
                    inspector.why(label.rx.number).steps == [
                        "add(3) was sent to OneWay<Counter>", "BehaviorRelay<State> = State(count: 3)", "map: 3",
                        "Label.number = 3",
                    ])
                binding.dispose()
            }
        }

        @Test
        func `a list says how many rows there are, not which`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                inspector.start()
                let label = Label()
                let rows = BehaviorRelay(value: TreeArray(0..<100_000))
                let binding = rows.asDriver().map { "\($0.count) rows" } => label.rx.text
                rows.modify { $0.append(1) }
                #expect(
                    inspector.why(label.rx.text).steps == [
                        "BehaviorRelay<TreeArray<Int>> = 100001 elements", "map: \"100001 rows\"",
                        "Label.text = \"100001 rows\"",
                    ])
                binding.dispose()
            }
        }

        @Test
        func `C12 holds for a chain of 1,000 operators that is inspected`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                inspector.start()
                let label = Label()
                let relay = BehaviorRelay(value: 0)
                var chain = relay.asObservable()
                let length = Sanitizer.chainLength(1_000)
                for _ in 0..<length { chain = chain.map { $0 + 1 } }
                let binding = chain.asDriver(onErrorJustReturn: 0).conflate() => label.rx.number
                relay.accept(1)
                #expect(label.number == length + 1)
                binding.dispose()
            }
        }

        @Test
        func `what fails, and what completes, is told`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                inspector.start()
                let label = Label()
                let source = PublishSubject<String>()
                let binding = source.asDriver(onErrorJustReturn: "failed") => label.rx.text
                source.onNext("a")
                source.onError(TestFailure())
                #expect(inspector.why(label.rx.text).steps.last == "Label.text = \"failed\"")
                #expect(inspector.whyNot(label.rx.text).notes.joined().contains("it has completed"))
                binding.dispose()
            }
        }
    }
}

private struct TestFailure: Error {}

enum Counter: ViewFeature {
    struct State: FeatureState { var count = 0 }
    enum Action: FeatureAction { case add(Int) }

    static let updater: Updater = { state, action in
        var state = state
        if case .add(let number) = action { state.count += number }
        return state
    }
}
