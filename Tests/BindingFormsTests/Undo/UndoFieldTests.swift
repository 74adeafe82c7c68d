import Binding
import BindingForms
import BindingOperators
import TestSupport
import Testing

@MainActor
@Suite("UndoHistory of fields")
struct UndoFieldTests {
    private let age = Field(18, as: .integer, [.in(18...120)])
    private let name = Field("", [Rule<String>.notEmpty])
    private let control = TextField()
    private let bag = DisposeBag()

    @Test("text that cannot be read comes back as typed, and so do the value and what there is to say")
    func unreadable() {
        let history = UndoHistory(age, name)
        (age <=> control.rx.text).disposed(by: bag)
        control.type("")
        control.type("abc")
        #expect(age.state.status == .invalid)
        control.type("40")
        history.undo()
        #expect(control.text == "abc")
        #expect(age.value == 18)
        #expect(age.currentMessages == ["This is not a whole number"])
        history.undo()
        history.undo()
        #expect(control.text == "18")
        #expect(age.state.isValid && !age.state.isDirty)
        for _ in 0..<3 { history.redo() }
        #expect(age.value == 40)
        #expect(control.text == "40")
    }

    @Test("a word is one step; another field begins another one")
    func words() {
        let history = UndoHistory(age, name)
        (name <=> control.rx.text).disposed(by: bag)
        for text in ["A", "Ad", "Ada", "Ada ", "Ada L", "Ada Lo"] { control.type(text) }
        age.value = 36
        history.undo()
        #expect(age.value == 18)
        history.undo()
        #expect(name.value == "Ada" || name.value == "Ada ")
        history.undo()
        #expect(name.value == "")
        #expect(name.currentMessages == ["This must not be empty"])
        #expect(history.undoCount == 0)
    }

    @Test("a form that is reset is reset in one step")
    func formReset() {
        let form = Form(age, name)
        let history = UndoHistory(age, name)
        name.value = "Ada"
        age.value = 20
        history.begin()
        form.reset()
        history.commit()
        #expect(name.value == "")
        history.undo()
        #expect(name.value == "Ada" && age.value == 20)
        #expect(form.state.isDirty && form.state.isValid)
    }

    @Test("an edit after an undo is seen, whatever was there before")
    func editsAfterUndo() {
        let history = UndoHistory(name)
        name.raw = "x"
        history.undo()
        name.raw = ""
        #expect(name.state.status == .invalid)
        name.raw = "y"
        #expect(name.state.isValid)
        history.undo()
        #expect(name.state.status == .invalid)
        history.redo()
        #expect(name.state.isValid && name.value == "y")
    }
}
