import Binding
import BindingGTK
import BindingOperators
import CGTK
import Testing

/// A form that is used with the mouse and the keyboard.
@MainActor @Suite struct FormTests {
    private let window = Window("Form", width: 300)
    private let bag = DisposeBag()

    @Test func isClickedAndPressed() async throws {
        let button = Button("_Do it")
        let check = CheckButton("_Agreed")
        let toggle = ToggleButton("_Bold")
        let (isAgreed, isBold) = (BehaviorRelay(value: false), BehaviorRelay(value: true))
        var clicks = 0
        bag.insert(button.rx.clicked => { clicks += 1 })
        bag.insert(isAgreed <=> check.rx.active)
        bag.insert(isBold <=> toggle.rx.active)
        window.child = Box(.vertical, [button, check, toggle])
        try await User.look(at: window)
        try await User.click(button)
        try await eventually { clicks == 1 }
        try await User.click(check)
        try await eventually { isAgreed.value }
        try await User.click(toggle)
        try await eventually { !isBold.value }

        button.grabFocus()
        try await User.press("space", "Return")
        try await eventually { clicks == 3 }
        check.grabFocus()
        try await User.press("space")
        try await eventually { !isAgreed.value }
        toggle.grabFocus()
        try await User.press("space")
        try await eventually { isBold.value }
        // By the underlined letter.
        try await User.press("alt+d")
        try await eventually { clicks == 4 }
        window.destroy()
    }

    @Test func isWalkedThroughByTab() async throws {
        let entries = [Entry(), Entry(), Entry()]
        var texts: [BehaviorRelay<String>] = []
        for entry in entries {
            texts.append(BehaviorRelay(value: ""))
            bag.insert(texts.last! <=> entry.rx.text)
        }
        window.child = Box(.vertical, entries)
        try await User.look(at: window)
        entries[0].grabFocus()
        try await User.press("a", "Tab", "b", "Tab", "c", "shift+Tab", "End", "d")
        try await eventually { texts[1].value == "bd" }
        #expect(texts.map(\.value) == ["a", "bd", "c"])
        window.destroy()
    }

    @Test func takesANumber() async throws {
        let spin = SpinButton(0...100)
        let number = BehaviorRelay(value: 5.0)
        bag.insert(number <=> spin.rx.value)
        window.child = spin
        try await User.look(at: window)
        spin.grabFocus()
        #expect(spin.properties.text == "5")
        try await User.press("Up", "Up")
        try await eventually { number.value == 7 }
        var values: [Double] = []
        bag.insert(number.skip(1) => { values.append($0) })
        try await User.press("ctrl+a", "4", "2", "Return")
        try await eventually { number.value == 42 }
        #expect(values == [42])
        window.destroy()
    }
}
