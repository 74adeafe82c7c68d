import Binding
import BindingOperators
import Testing

import func TestSupport.expectEqual

@testable import ConsoleBinding

@Suite("Controls")
@MainActor
struct ControlTests {
    private let bag = DisposeBag()

    @Test("Setting a text says nothing, an edit does, and so does a text that had to be cut")
    func textField() {
        let field = TextField(maximumLength: 5)
        var texts: [String] = []
        bag.insert(field.rx.text.changed => { texts.append($0) })
        field.text = "abc"
        #expect(texts.isEmpty)
        _ = field.handle(.text("d"))
        expectEqual(texts, ["abcd"])
        field.text = "1234567"
        expectEqual(field.text, "12345")
        expectEqual(texts, ["abcd", "12345"])
        _ = field.handle(.text("6"))
        _ = field.handle(.left)
        expectEqual(texts.count, 2)
        field.clear()
        field.clear()
        expectEqual(texts, ["abcd", "12345", ""])
        field.text = "a\u{1B}b"
        expectEqual(texts.last, "ab")
    }

    @Test("A disabled control takes no edit, but values from code")
    func disabled() {
        let field = TextField(maximumLength: 5)
        let box = CheckBox("x")
        let choice = Choice(["a", "b"])
        let button = Button("x")
        var taps = 0
        bag.insert(button.rx.tap => { taps += 1 })
        button.press()
        for control in [field, box, choice, button] as [any InteractiveControl] { control.isEnabled = false }
        _ = field.handle(.text("a"))
        box.toggle()
        _ = choice.choose("b")
        button.press()
        #expect(field.text == "" && !box.isOn && choice.selection == nil)
        expectEqual(taps, 1)
        field.text = "a"
        box.isOn = true
        choice.selection = "b"
        #expect(field.text == "a" && box.isOn && choice.selection == "b")
    }

    @Test("A choice that is given no option of its own says that nothing is chosen")
    func choice() {
        let choice = Choice(["a", "b"])
        var selections: [String?] = []
        bag.insert(choice.rx.selection.changed => { selections.append($0) })
        choice.selection = "b"
        #expect(selections.isEmpty)
        choice.selection = "c"
        expectEqual(selections, [nil])
        #expect(choice.choose("a"))
        #expect(!choice.choose("d"))
        expectEqual(selections, [nil, "a"])
    }

    @Test("A check box sends the user's ticks, not the program's")
    func checkBox() {
        let box = CheckBox("x")
        var ticks: [Bool] = []
        bag.insert(box.rx.isOn.changed => { ticks.append($0) })
        box.isOn = true
        _ = box.handle(.text(" "))
        expectEqual(ticks, [false])
    }

    @Test("Labels, bars and lists are bound by their properties' names")
    func binders() {
        let label = Label()
        let bar = ProgressBar()
        let list = List(visibleCount: 2, placeholder: "none")
        let text = BehaviorRelay(value: "a")
        let fraction = BehaviorRelay(value: 0.5)
        let items = BehaviorRelay(value: ["x"])
        bag.insert(text => label.rx.text)
        bag.insert(fraction => bar.rx.fraction)
        bag.insert(items => list.rx.items)
        #expect(label.text == "a" && bar.fraction == 0.5 && list.items == ["x"])
        text.accept("b")
        expectEqual(label.text, "b")
    }
}
