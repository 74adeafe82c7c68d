import Binding
import BindingControls
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
        expectEqual(age.state.status, .invalid)
        control.type("40")
        history.undo()
        expectEqual(control.text, "abc")
        expectEqual(age.value, 18)
        expectEqual(age.currentMessages.map(\.text), ["This is not a whole number"])
        history.undo()
        history.undo()
        expectEqual(control.text, "18")
        #expect(age.state.isValid && !age.state.isDirty)
        for _ in 0..<3 { history.redo() }
        expectEqual(age.value, 40)
        expectEqual(control.text, "40")
    }

    @Test("a word is one step; another field begins another one")
    func words() {
        let history = UndoHistory(age, name)
        (name <=> control.rx.text).disposed(by: bag)
        for text in ["A", "Ad", "Ada", "Ada ", "Ada L", "Ada Lo"] { control.type(text) }
        age.value = 36
        history.undo()
        expectEqual(age.value, 18)
        history.undo()
        #expect(name.value == "Ada" || name.value == "Ada ")
        history.undo()
        expectEqual(name.value, "")
        expectEqual(name.currentMessages.map(\.text), ["This must not be empty"])
        expectEqual(history.undoCount, 0)
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
        expectEqual(name.value, "")
        history.undo()
        #expect(name.value == "Ada" && age.value == 20)
        #expect(form.state.isDirty && form.state.isValid)
    }

    @Test("a form that is reset by code is reset in one step, without a transaction")
    func formResetAlone() {
        let form = Form(age, name)
        let history = UndoHistory(age, name)
        name.value = "Ada"
        age.value = 20
        form.reset()
        expectEqual(history.undoCount, 3)
        history.undo()
        #expect(name.value == "Ada" && age.value == 20)
    }

    @Test("what is held back when a field is reset is dropped: no step, and no observer gets it")
    func resetWhileHeld() {
        let history = UndoHistory(name)
        (name <=> control.rx.text.committed(on: control.rx.editingDidEnd)).disposed(by: bag)
        var told: [String] = []
        name.values.drive(onNext: { told.append($0) }).disposed(by: bag)
        control.type("held")
        name.reset()
        #expect(control.text == "" && Set(told) == [""])
        expectEqual(history.undoCount, 0)
        control.leave()
        expectEqual(name.value, "")
    }

    @Test("an edit after an undo is seen, whatever was there before")
    func editsAfterUndo() {
        let history = UndoHistory(name)
        name.raw = "x"
        history.undo()
        name.raw = ""
        expectEqual(name.state.status, .invalid)
        name.raw = "y"
        #expect(name.state.isValid)
        history.undo()
        expectEqual(name.state.status, .invalid)
        history.redo()
        #expect(name.state.isValid && name.value == "y")
    }

    @Test("a form tells what follows from an undo when all of it is back")
    func formOfSeveral() {
        let (first, second) = (Field(0), Field(0))
        let form = Form(first, second).rule(first, second) { $0 == $1 ? nil : "They differ" }
        let history = UndoHistory(first, second)
        let set = PublishRelay<Int>()
        set.asSignal().emit(onNext: {
            first.value = $0
            second.value = $0
        })
        .disposed(by: bag)
        set.accept(5)
        var statuses: [FormStatus] = []
        form.status.distinctUntilChanged().drive(onNext: { statuses.append($0) }).disposed(by: bag)
        history.undo()
        history.redo()
        #expect(first.value == 5 && second.value == 5)
        expectEqual(statuses, [.valid])
    }
}
