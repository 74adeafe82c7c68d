import Binding
import BindingGTK
import BindingOperators
import CGTK
import Testing

/// Controls that cannot hold what the program gives them.
@MainActor @Suite struct LimitTests {
    private let window = Window("Limits", width: 300)

    @Test func saysThatATextIsCut() async throws {
        let entry = Entry()
        let text = BehaviorRelay(value: "")
        let bag = DisposeBag { text <=> entry.rx.text }
        let told = bindingWarnings { text.accept(String(repeating: "x", count: 100_000)) }
        #expect(text.value.count == 65_534)
        #expect(told.count == 1)
        #expect(told.first?.contains("Entry") == true && told.first?.contains("'text'") == true)
        #expect(told.first?.contains("65534") == true && told.first?.contains("100000") == true)
        #expect(bindingWarnings { text.accept("short") } == [])
        window.child = entry
        try await User.look(at: window)
        entry.grabFocus()
        entry.properties.maxLength = 6
        try await User.press("End")
        try await User.type("abc")
        try await eventually { text.value == "shorta" }
        let again = bindingWarnings { text.accept("much longer") }
        #expect(text.value == "much l" && again.count == 1)
        bag.dispose()
        window.destroy()
    }

    @Test func saysThatANumberIsMovedIntoItsRange() async throws {
        let spin = SpinButton(6...48)
        let number = BehaviorRelay(value: 12.0)
        let bag = DisposeBag { number <=> spin.rx.value }
        let told = bindingWarnings { number.accept(100) }
        #expect(number.value == 48)
        #expect(told.count == 1)
        #expect(told.first?.contains("SpinButton") == true && told.first?.contains("'value'") == true)
        #expect(told.first?.contains("100") == true && told.first?.contains("48") == true)
        // The control holds 48 already, and does not report it again.
        #expect(bindingWarnings { number.accept(1_000) }.count == 1)
        #expect(number.value == 48)
        #expect(bindingWarnings { number.accept(20) } == [])
        window.child = spin
        try await User.look(at: window)
        spin.grabFocus()
        try await User.press("Down")
        try await eventually { number.value == 19 }
        bag.dispose()
        window.destroy()
    }

    @Test func saysThatATextEndsAtANullCharacter() {
        let (label, view) = (Label(), TextView())
        let text = BehaviorRelay(value: "")
        let bag = DisposeBag {
            text => label.rx.label
            text => view.rx.text
        }
        #expect(bindingWarnings { text.accept("a\0b") }.count == 2)
        #expect(label.properties.label == "a")
        bag.dispose()
    }

    @Test func aSliderSaysSoToo() {
        let scale = Scale(0...1, step: 0.1)
        let number = BehaviorRelay(value: 0.5)
        let bag = DisposeBag { number <=> scale.rx.value }
        #expect(bindingWarnings { number.accept(2) }.count == 1)
        #expect(number.value == 1)
        #expect(bindingWarnings { number.accept(0.3) } == [])
        bag.dispose()
    }
}
