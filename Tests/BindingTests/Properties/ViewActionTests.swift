import Binding
import TestSupport
import Testing

@MainActor
@Suite("@ViewAction")
struct ViewActionTests {
    struct Message: Sendable, Equatable {
        let text: String
    }

    struct Actions: Sendable {
        @ViewAction var alert: (Message) -> Void
        @ViewAction.NoParam var dismiss: () -> Void
    }

    @MainActor
    final class MainViewModel {
        @ViewAction var alert: (Message) -> Void
        @ViewAction.NoParam var dismiss: () -> Void

        func save() {
            alert(Message(text: "Saved"))
            dismiss()
        }
    }

    // Safe: the wrapper itself is never replaced, and its value may be set on any thread.
    final class FreeViewModel: @unchecked Sendable {
        @ViewAction var alert: (Message) -> Void
        @ViewAction.NoParam var dismiss: () -> Void
    }

    @BackgroundActor
    final class BackgroundViewModel {
        @ViewAction var alert: (Message) -> Void
        @ViewAction.NoParam var dismiss: () -> Void

        var signals: (Signal<Message>, Signal<Void>) { ($alert, $dismiss) }

        func save() {
            alert(Message(text: "Saved"))
            dismiss()
        }
    }

    @Test("C14: calling it on the main actor reaches the view before it returns")
    func reachesTheView() {
        let viewModel = MainViewModel()
        var alerts: [Message] = []
        var dismissals = 0
        let bag = DisposeBag()
        viewModel.$alert.emit(onNext: { alerts.append($0) }).disposed(by: bag)
        viewModel.$dismiss.emit(onNext: { dismissals += 1 }).disposed(by: bag)
        viewModel.save()
        expectEqual(alerts, [Message(text: "Saved")])
        expectEqual(dismissals, 1)
        viewModel.save()
        expectEqual(alerts.count, 2)
        expectEqual(dismissals, 2)
    }

    @Test("C16: nothing is kept for a view that binds later")
    func replaysNothing() {
        let viewModel = MainViewModel()
        viewModel.save()
        var calls = 0
        let bag = DisposeBag()
        viewModel.$alert.emit(onNext: { _ in calls += 1 }).disposed(by: bag)
        viewModel.$dismiss.emit(onNext: { calls += 1 }).disposed(by: bag)
        expectEqual(calls, 0)
        viewModel.save()
        expectEqual(calls, 2)
    }

    @Test("takes any number of arguments, which the signal has as a tuple")
    func severalArguments() {
        @MainActor
        final class ViewModel {
            @ViewAction var none: () -> Void
            @ViewAction var pair: (_ name: String, _ age: Int) -> Void
            @ViewAction var three: (String, Int?, [Message]) -> Void
            @ViewAction var optional: ((Int, Int)?) -> Void
        }
        let viewModel = ViewModel()
        var received: [String] = []
        let bag = DisposeBag()
        bag.insert([
            viewModel.$none.emit(onNext: { received.append("none") }),
            viewModel.$pair.emit(onNext: { name, age in received.append("\(name), \(age)") }),
            viewModel.$pair.emit(onNext: { received.append("\($0.1)") }),
            viewModel.$three.emit(onNext: { received.append("\($0), \($1 ?? 0), \($2.count)") }),
            viewModel.$optional.emit(onNext: { received.append("\($0?.1 ?? 0)") }),
        ])
        viewModel.none()
        viewModel.pair("Ada", 36)
        viewModel.three("Grace", nil, [Message(text: "a")])
        viewModel.optional((1, 2))
        viewModel.optional(nil)
        expectEqual(received, ["none", "Ada, 36", "36", "Grace, 0, 1", "2", "0"])
    }

    @Test("an action without an argument has the names of the seed")
    func namesWithoutArgument() {
        struct Actions {
            @ViewAction.NoParam var first: () -> Void
            @NoParamViewAction var second: () -> Void
        }
        let actions = Actions()
        var calls = 0
        let bag = DisposeBag()
        bag.insert([
            Signal.merge([actions.$first, actions.$second]).emit(onNext: { calls += 1 })
        ])
        actions.first()
        actions.second()
        expectEqual(calls, 2)
    }

    @Test("in a struct: there is an initialiser without arguments, and copies share the action")
    func inStruct() {
        let actions = Actions()
        let copy = actions
        var alerts: [String] = []
        var dismissals = 0
        let bag = DisposeBag()
        actions.$alert.emit(onNext: { alerts.append($0.text) }).disposed(by: bag)
        actions.$dismiss.emit(onNext: { dismissals += 1 }).disposed(by: bag)
        copy.alert(Message(text: "copy"))
        copy.dismiss()
        Actions().dismiss()
        expectEqual(alerts, ["copy"])
        expectEqual(dismissals, 1)
    }

    @Test("C15: called on another thread or another actor, it arrives on the main actor, in order")
    func fromElsewhere() async {
        let free = FreeViewModel()
        let background = BackgroundViewModel()
        var alerts: [String] = []
        var dismissals = 0
        let bag = DisposeBag()
        free.$alert.emit(onNext: { alerts.append($0.text) }).disposed(by: bag)
        let (alert, dismiss) = await background.signals
        alert.emit(onNext: { _ in alerts.append("background") }).disposed(by: bag)
        dismiss.emit(onNext: { dismissals += 1 }).disposed(by: bag)
        onAnotherThread {
            for number in 0..<3 { free.alert(Message(text: "\(number)")) }
            free.dismiss()
        }
        free.alert(Message(text: "3"))
        await eventually { alerts.count == 4 }
        expectEqual(alerts, ["0", "1", "2", "3"])
        await background.save()
        await eventually { dismissals == 1 }
        expectEqual(alerts.last, "background")
    }

    @Test("the action itself can be handed on as a function")
    func handedOn() {
        let viewModel = MainViewModel()
        let alert = viewModel.alert
        var alerts: [String] = []
        let subscription = viewModel.$alert.emit(onNext: { alerts.append($0.text) })
        [Message(text: "a"), Message(text: "b")].forEach(alert)
        expectEqual(alerts, ["a", "b"])
        subscription.dispose()
    }
}
