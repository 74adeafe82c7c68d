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
        @ViewAction var pair: ((name: String, age: Int)) -> Void
        @ViewAction.NoParam var dismiss: () -> Void

        func save() {
            alert(Message(text: "Saved"))
            dismiss()
        }
    }

    // Sound: the wrapper itself is never replaced, and what it holds may be set on any thread.
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
        #expect(alerts == [Message(text: "Saved")])
        #expect(dismissals == 1)
        viewModel.save()
        #expect(alerts.count == 2)
        #expect(dismissals == 2)
    }

    @Test("C16: nothing is kept for a view that binds later")
    func replaysNothing() {
        let viewModel = MainViewModel()
        viewModel.save()
        var calls = 0
        let bag = DisposeBag()
        viewModel.$alert.emit(onNext: { _ in calls += 1 }).disposed(by: bag)
        viewModel.$dismiss.emit(onNext: { calls += 1 }).disposed(by: bag)
        #expect(calls == 0)
        viewModel.save()
        #expect(calls == 2)
    }

    @Test("takes a tuple for several arguments")
    func tuple() {
        let viewModel = MainViewModel()
        var received: [String] = []
        let subscription = viewModel.$pair.emit(onNext: { received.append("\($0.name), \($0.age)") })
        viewModel.pair((name: "Ada", age: 36))
        #expect(received == ["Ada, 36"])
        subscription.dispose()
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
        #expect(alerts == ["copy"])
        #expect(dismissals == 1)
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
        #expect(alerts == ["0", "1", "2", "3"])
        await background.save()
        await eventually { dismissals == 1 }
        #expect(alerts.last == "background")
    }

    @Test("the action itself can be handed on as a function")
    func handedOn() {
        let viewModel = MainViewModel()
        let alert = viewModel.alert
        var alerts: [String] = []
        let subscription = viewModel.$alert.emit(onNext: { alerts.append($0.text) })
        [Message(text: "a"), Message(text: "b")].forEach(alert)
        #expect(alerts == ["a", "b"])
        subscription.dispose()
    }
}
