import Binding
import TestSupport
import Testing

@testable import ConsoleBinding

/// A form of buttons, for moving the focus.
@MainActor
private final class ButtonForm: Form {
    let disposeBag = DisposeBag()
    var onChange: @MainActor () -> Void = {}
    var isDismissed: Bool { false }
    var values: [ModelValue] { [] }
    let buttons = ["a", "b", "c", "d"].map { Button($0) }
    let answer = Button("answer")
    var successors: [String: String] = [:]
    var isAlertOpen = false

    func bind() {}

    var content: FormContent {
        FormContent(
            title: "",
            rows: [
                .buttons(
                    buttons.map { FormControl(name: $0.title, kind: .button($0), successor: successors[$0.title]) })
            ],
            alert: FormAlert(
                message: Label("?"), button: FormControl(name: "answer", kind: .button(answer)), isOpen: isAlertOpen))
    }
}

@Suite("Focus")
@MainActor
struct FormFocusTests {
    private let form = ButtonForm()

    private func settled(from name: String?) -> String? {
        var focus = FormFocus()
        focus.move(to: name)
        focus.settle(in: form)
        return focus.name
    }

    @Test("It begins at the first control that is enabled, and stays where it can")
    func start() {
        expectEqual(settled(from: nil), "a")
        form.buttons[0].isEnabled = false
        expectEqual(settled(from: nil), "b")
        expectEqual(settled(from: "c"), "c")
    }

    @Test("It stays at a control that is disabled")
    func disabled() {
        form.buttons[2].isEnabled = false
        expectEqual(settled(from: "c"), "c")
    }

    @Test("It leaves a control that is hidden, for the nearest before it that is enabled, or else behind it")
    func hidden() {
        form.buttons[2].isHidden = true
        expectEqual(settled(from: "c"), "b")
        form.buttons[1].isEnabled = false
        expectEqual(settled(from: "c"), "a")
        form.buttons[0].isHidden = true
        expectEqual(settled(from: "c"), "d")
        expectEqual(settled(from: "a"), "d")
    }

    @Test("It leaves a control that is hidden for its successor, where that is enabled and to be seen")
    func successor() {
        form.buttons[3].isHidden = true
        form.successors = ["d": "a"]
        expectEqual(settled(from: "d"), "a")
        form.buttons[0].isEnabled = false
        expectEqual(settled(from: "d"), "c")
        form.successors = ["d": "nobody"]
        expectEqual(settled(from: "d"), "c")
        form.buttons[1].isHidden = true
        form.successors = ["d": "b"]
        expectEqual(settled(from: "d"), "c")
    }

    @Test("It goes to a message's button, and to the first control when that has been answered")
    func message() {
        form.isAlertOpen = true
        expectEqual(settled(from: "c"), "answer")
        form.isAlertOpen = false
        expectEqual(settled(from: "answer"), "a")
    }

    @Test("Where nothing can be reached there is none; where nothing is enabled it is at the first")
    func nothing() {
        for button in form.buttons { button.isEnabled = false }
        expectEqual(settled(from: nil), "a")
        for button in form.buttons { button.isHidden = true }
        #expect(settled(from: "a") == nil)
    }

    @Test("A button that is hidden cannot be pressed, and says when it comes and goes")
    func hiddenButton() {
        let button = Button("x")
        let bag = DisposeBag()
        var (presses, changes) = (0, 0)
        button.onChange = { changes += 1 }
        button.rx.tap.bind(onNext: { presses += 1 }).disposed(by: bag)
        button.isHidden = true
        button.press()
        expectEqual(presses, 0)
        button.isHidden = false
        button.press()
        expectEqual(presses, 1)
        expectEqual(changes, 2)
    }
}
