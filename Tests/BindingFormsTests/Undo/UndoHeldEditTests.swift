import Binding
import BindingControls
import BindingForms
import BindingOperators
import TestSupport
import Testing

@MainActor
@Suite("UndoHistory: edits that are held back")
struct UndoHeldEditTests {
    struct Draft: Equatable, Sendable {
        var title = ""
    }

    private let control = TextField()
    private let bag = DisposeBag()

    private var held: ControlProperty<String> { control.rx.text.committed(on: control.rx.editingDidEnd) }

    /// Types two texts, the second of which is held back, and goes there and back.
    private func expectUndone(_ history: UndoHistory, _ value: () -> String) {
        control.type("first")
        control.leave()
        expectEqual(value(), "first")
        control.type("second")
        history.undo()
        #expect(value() == "first" && control.text == "first")
        history.undo()
        #expect(value() == "" && control.text == "")
        history.redo()
        history.redo()
        #expect(value() == "second" && control.text == "second")
    }

    @Test("C37: what is typed into a relay's control and held back is undone first")
    func relay() {
        let text = BehaviorRelay(value: "")
        let history = UndoHistory(text)
        bag.insert(text <=> held)
        expectUndone(history) { text.value }
    }

    @Test("C37: the same for a part of a relay, whether a history has it or the whole", arguments: [false, true])
    func lens(hasWhole: Bool) {
        let draft = BehaviorRelay(value: Draft())
        let history = hasWhole ? UndoHistory(draft) : UndoHistory(draft.title)
        bag.insert(draft.title <=> held)
        expectUndone(history) { draft.value.title }
    }

    @Test("C37: of what two controls hold back for one value, what was typed last is undone, whichever was bound first")
    func twoControls() {
        let text = BehaviorRelay(value: "")
        let history = UndoHistory(text)
        let other = TextField()
        bag.insert(text <=> held, text <=> other.rx.text.committed(on: other.rx.editingDidEnd))
        for (earlier, later) in [(control, other), (other, control)] {
            earlier.type("first")
            later.type("second")
            history.undo()
            expectEqual([text.value, earlier.text, later.text], ["", "", ""])
            history.redo()
            expectEqual([text.value, earlier.text, later.text], ["second", "second", "second"])
            history.undo()
        }
    }

    @Test("C33, C36: a form has the edit sent that was made last, whichever control was bound first")
    func twoControlsOfAField() {
        let field = Field("")
        let form = Form(field)
        let other = TextField()
        bag.insert(field <=> held, field <=> other.rx.text.committed(on: other.rx.editingDidEnd))
        for (earlier, later) in [(control, other), (other, control)] {
            earlier.type("first")
            later.type("second")
            form.commit()
            expectEqual([field.value, earlier.text, later.text], ["second", "second", "second"])
            form.reset()
        }
    }

    @Test("C37: the same for a field, and for an undo by a button")
    func field() {
        let name = Field("")
        let button = Button()
        let history = UndoHistory(name)
        bag.insert(name <=> held, button.rx.tap => history.undo)
        control.type("first")
        control.leave()
        control.type("second")
        button.press()
        #expect(name.value == "first" && control.text == "first")
        button.press()
        history.redo()
        history.redo()
        expectEqual(name.value, "second")
    }

    @Test("a transaction ends with what has been typed in it")
    func transaction() {
        let text = BehaviorRelay(value: "")
        let history = UndoHistory(text)
        bag.insert(text <=> held)
        control.type("before")
        history.begin()
        expectEqual(text.value, "before")
        control.type("within")
        history.cancel()
        #expect(text.value == "before" && control.text == "before")
        control.leave()
        expectEqual(text.value, "before")
    }

    @Test("a binding that has ended holds nothing back, and histories deliver only what is theirs")
    func others() {
        let (text, other) = (BehaviorRelay(value: ""), BehaviorRelay(value: ""))
        let history = UndoHistory(text)
        let binding = text <=> held
        let second = TextField()
        bag.insert(other <=> second.rx.text.committed(on: second.rx.editingDidEnd))
        second.type("later")
        control.type("gone")
        binding.dispose()
        history.undo()
        #expect(text.value == "" && other.value == "")
    }

    @Test("C37: what controls hold back for several values is delivered in the order in which it was typed")
    func severalValues() {
        let texts = ["a", "b", "c"].map { BehaviorRelay(value: $0) }
        let history = UndoHistory(texts)
        let fields = texts.map { text in
            let field = TextField()
            bag.insert(text <=> field.rx.text.committed(on: field.rx.editingDidEnd))
            return field
        }
        for (number, field) in fields.enumerated() { field.type("typed \(number)") }
        history.undo()
        expectEqual(texts.map(\.value), ["typed 0", "typed 1", "c"])
        expectEqual(history.undoCount, 2)
    }

    @Test("C36: a form commits what was typed in that order, too")
    func form() {
        let (first, second) = (Field("a"), Field("b"))
        let (one, other) = (TextField(), TextField())
        bag.insert(
            first <=> one.rx.text.committed(on: one.rx.editingDidEnd),
            second <=> other.rx.text.committed(on: other.rx.editingDidEnd))
        var seen: [String] = []
        let form = Form(first, second)
        first.asDriver().skip(1).drive(onNext: { seen.append($0) }).disposed(by: bag)
        second.asDriver().skip(1).drive(onNext: { seen.append($0) }).disposed(by: bag)
        other.type("earlier")
        one.type("later")
        form.commit()
        expectEqual(seen, ["earlier", "later"])
    }

    private struct Person: Equatable, Sendable {
        var name = "a"
        var email = "b"
    }

    @Test("C37: the same for several parts of one relay")
    func severalParts() {
        let person = BehaviorRelay(value: Person())
        let history = UndoHistory(person.name, person.email)
        let (one, other) = (TextField(), TextField())
        bag.insert(
            person.name <=> one.rx.text.committed(on: one.rx.editingDidEnd),
            person.email <=> other.rx.text.committed(on: other.rx.editingDidEnd))
        one.type("typed first")
        other.type("typed last")
        history.undo()
        expectEqual([person.value.name, person.value.email], ["typed first", "b"])
    }
}
