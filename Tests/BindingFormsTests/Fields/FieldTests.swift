import Binding
import BindingControls
import BindingForms
import BindingOperators
import BindingTesting
import TestSupport
import Testing

@MainActor
@Suite("Field")
struct FieldTests {
    @MainActor
    private final class Model {
        @Validated(.given, .longest(5)) var name = ""
        @Validated(as: .whole, .atLeast(18)) var age = 18
        @Validated var note = ""
    }

    private let model = Model()
    private let field = TextField()
    private let bag = DisposeBag()

    @Test("the property is the value, the projection what is typed")
    func valueAndText() {
        (model.$age <=> field.rx.text).disposed(by: bag)
        expectEqual(field.text, "18")
        field.type("20")
        expectEqual(model.age, 20)
        expectEqual(model.$age.raw, "20")
        model.age = 30
        expectEqual(field.text, "30")
    }

    @Test("C34: text that cannot be read leaves the value as it was, and stays as typed")
    func unreadable() {
        (model.$age <=> field.rx.text).disposed(by: bag)
        for text in ["", "-", "x1"] {
            field.type(text)
            expectEqual(model.age, 18)
            expectEqual(field.text, text)
            expectEqual(model.$age.currentMessages, [ValidationMessage("\"\(text)\" is no number", code: .unreadable)])
            expectEqual(model.$age.state.status, .invalid)
            #expect(model.$age.state.isDirty)
        }
        field.type("18")
        expectEqual(model.$age.state, FormState.untouched)
    }

    @Test("text that reads as the value stays as typed, and is not dirty")
    func asTyped() {
        (model.$age <=> field.rx.text).disposed(by: bag)
        field.type("018")
        #expect(!model.$age.state.isDirty)
        model.age = 18
        expectEqual(field.text, "018")
    }

    @Test("C34: setting the value that it has shows it where what is typed cannot be read")
    func showsAgain() {
        (model.$age <=> field.rx.text).disposed(by: bag)
        field.type("abc")
        model.age = 18
        expectEqual(field.text, "18")
        #expect(model.$age.state.isValid)
    }

    @Test(
        "a value that breaks a rule is the value, and the field is invalid; all rules that fail are reported, in order")
    func rules() {
        model.name = "much too long"
        expectEqual(model.name, "much too long")
        expectEqual(model.$name.currentMessages, ["at most 5 letters"])
        model.name = ""
        expectEqual(model.$name.currentMessages, ["missing"])
        let both = Field("", [Rule<String>.given, Rule { _ in "wrong anyway" }])
        expectEqual(both.currentMessages, ["missing", "wrong anyway"])
    }

    @Test("a hint comes after errors, and leaves the field valid")
    func hints() {
        let field = Field("", [Rule<String> { _ in "shorter is better" }.hint, .longest(3)])
        #expect(field.state.isValid)
        expectEqual(field.currentMessages.map(\.severity), [.hint])
        field.value = "four"
        expectEqual(field.currentMessages.map(\.text), ["at most 3 letters", "shorter is better"])
        expectEqual(field.state.status, .invalid)
    }

    @Test("message: nil until touched; messages: always; messageText: empty for nil")
    func messages() {
        let message = DrivenValues(model.$name.message)
        let text = DrivenValues(model.$name.messageText)
        let all = DrivenValues(model.$name.messages)
        expectEqual(all.elements, [["missing"]])
        expectEqual(message.elements, [nil])
        model.$name.touch()
        expectEqual(message.elements, [nil, "missing"])
        expectEqual(text.elements, ["", "missing"])
        model.name = "Ada"
        expectEqual(message.elements, [nil, "missing", nil])
        expectEqual(text.elements, ["", "missing", ""])
        expectEqual(all.elements, [["missing"], []])
    }

    @Test("the drivers send each change once")
    func drivers() {
        let status = DrivenValues(model.$name.status)
        let valid = DrivenValues(model.$name.isValid)
        let dirty = DrivenValues(model.$name.isDirty)
        let touched = DrivenValues(model.$name.isTouched)
        let values = DrivenValues(model.$age.values)
        for name in ["a", "ab", "abc", ""] { model.name = name }
        model.$name.touch()
        model.$name.touch()
        expectEqual(status.elements, [.invalid, .valid, .invalid])
        expectEqual(valid.elements, [false, true, false])
        expectEqual(dirty.elements, [false, true, false])
        expectEqual(touched.elements, [false, true])
        model.$age.raw = "20"
        model.$age.raw = "020"
        model.$age.raw = "x"
        model.$age.raw = "21"
        expectEqual(values.elements, [18, 20, 21])
    }

    @Test("reports: what is known and what is said, of one moment")
    func reports() {
        let told = DrivenValues(model.$name.reports)
        model.name = "much too long"
        expectEqual(told.elements.map(\.messages), [["missing"], ["at most 5 letters"]])
        expectEqual(told.elements.map(\.state.isDirty), [false, true])
        model.$name.touch()
        expectEqual(told.last?.state.isTouched, true)
    }

    @Test("reset: the first value, its text, and nobody has been there")
    func reset() {
        (model.$age <=> field.rx.text).disposed(by: bag)
        field.type("x")
        model.$age.touch()
        model.$age.reject("no")
        model.$age.reset()
        expectEqual(field.text, "18")
        expectEqual(model.$age.state, FormState.untouched)
        expectEqual(model.$age.currentMessages, [])
        model.$age.reset(to: 40)
        expectEqual(model.age, 40)
        expectEqual(field.text, "40")
        #expect(!model.$age.state.isDirty)
        field.type("18")
        #expect(model.$age.state.isDirty)
        model.$age.reset()
        expectEqual(model.age, 40)
    }

    @Test("C34: a reset is an edit of each field, to its rules and for what was rejected, and emits what differs")
    func resetOfInitialText() {
        var asked = 0
        let rule = Rule<String> { _ in
            asked += 1
            return nil
        }
        let (same, other) = (Field("a", [rule]), Field(7, as: .whole))
        let form = Form(same, other)
        let (texts, numbers) = (DrivenValues(same.asDriver()), DrivenValues(other.asDriver()))
        other.raw = "07"
        same.reject("taken")
        asked = 0
        form.reset()
        expectEqual(texts.elements, ["a"])
        expectEqual(numbers.elements, ["7", "07", "7"])
        expectEqual(asked, 1)
        #expect(form.state.isValid)
    }

    @Test("reset shows the first text again where another one reads as the same value")
    func resetOfText() {
        (model.$age <=> field.rx.text).disposed(by: bag)
        field.type("018")
        model.$age.reset()
        expectEqual(field.text, "18")
    }

    @Test("markPristine: what it holds is what it was at first; text that cannot be read stays dirty")
    func pristine() {
        model.age = 20
        model.$age.markPristine()
        #expect(!model.$age.state.isDirty)
        model.age = 18
        #expect(model.$age.state.isDirty)
        model.$age.raw = "x"
        model.$age.markPristine()
        #expect(model.$age.state.isDirty)
    }

    @Test("reject: invalid and touched until the next edit")
    func reject() {
        model.name = "Ada"
        let message = DrivenValues(model.$name.message)
        model.$name.reject("taken")
        expectEqual(message.elements, [nil, "taken"])
        expectEqual(model.$name.state.status, .invalid)
        model.name = "Ada"
        expectEqual(model.$name.state.status, .invalid)
        model.name = "Bob"
        expectEqual(model.$name.state.status, .valid)
        expectEqual(message.elements, [nil, "taken", nil])
    }

    @Test("isEnabled: what does not count is neither invalid nor says anything")
    func disabled() {
        let status = DrivenValues(model.$name.status)
        model.$name.isEnabled = false
        #expect(model.$name.state.isValid)
        expectEqual(model.$name.currentMessages, [])
        model.$name.isEnabled = true
        expectEqual(status.elements, [.invalid, .disabled, .invalid])
        let condition = BehaviorRelay(value: true)
        model.$name.enabled(by: condition.asDriver())
        condition.accept(false)
        expectEqual(model.$name.state.status, .disabled)
    }

    @Test("a source can be bound into a field; a field is a source of what is typed")
    func oneWay() {
        let typed = BehaviorRelay(value: "Ada")
        let label = Label()
        (typed => model.$name).disposed(by: bag)
        (model.$name => label.rx.text).disposed(by: bag)
        typed.accept("Bob")
        expectEqual(model.name, "Bob")
        expectEqual(label.history, ["Ada", "Bob"])
    }

    @Test("C34: what is set in the midst of a delivery is known at once")
    func reentrant() {
        var seen: [Bool] = []
        model.$name.asDriver().drive(onNext: { [model] name in
            if name == "a" { model.name = "ab" }
            seen.append(model.$name.state.isDirty)
            if name == "a" { expectEqual(model.name, "ab") }
        }).disposed(by: bag)
        model.name = "a"
        expectEqual(seen, [false, true, true])
        model.name = ""
        expectEqual(model.$name.state.status, .invalid)
    }

    @Test("a rule that sets its own field in the midst of a look leaves the verdict on the later value")
    func ruleSetsItsField() {
        final class Holder { weak var field: Field<String, String>? }
        let holder = Holder()
        let correct = Rule<String> { value in
            if value == "x" { holder.field?.value = "corrected" }
            return nil
        }
        let field = Field("", [correct, Rule { $0 == "x" ? "wrong" : nil }])
        holder.field = field
        field.value = "x"
        expectEqual(field.value, "corrected")
        #expect(field.currentMessages.isEmpty)
        #expect(field.state.isValid)
        #expect(field.state.isDirty)
    }

    @Test("validate renews what is said about text that cannot be read, and reads it if that is possible now")
    func readAgain() {
        enum Language {
            nonisolated(unsafe) static var separator: Character = "."
        }
        let price = Field(
            1.0,
            as: ValueConverter(
                parse: { text in
                    let separator = Language.separator
                    guard let value = Double(text.map { $0 == separator ? "." : $0 == "." ? "?" : "\($0)" }.joined())
                    else { throw ConversionError("Write 1\(separator)5") }
                    return value
                }, format: { "\($0)" }))
        let history = UndoHistory(price)
        price.raw = "x"
        expectEqual(price.currentMessages.map(\.text), ["Write 1.5"])
        Language.separator = ","
        expectEqual(price.currentMessages.map(\.text), ["Write 1.5"])
        price.validate()
        expectEqual(price.currentMessages.map(\.text), ["Write 1,5"])
        expectEqual(price.raw, "x")
        // The words are no edit.
        expectEqual(history.undoCount, 1)
        Language.separator = "."
        price.raw = "1,5"
        Language.separator = ","
        price.validate()
        #expect(price.value == 1.5 && price.raw == "1,5" && price.state.isValid)
        // What has been read stays.
        Language.separator = "."
        price.validate()
        #expect(price.value == 1.5 && price.state.isValid)
    }

    @Test("two fields bound to each other stay alike")
    func twoFields() {
        let other = Field("x", [Rule<String>]())
        (model.$note <=> other).disposed(by: bag)
        expectEqual(other.value, "")
        other.value = "y"
        expectEqual(model.note, "y")
        model.note = "z"
        expectEqual(other.value, "z")
    }

    @Test("nothing is left of a field and its bindings")
    func memory() throws {
        try withoutLeaks {
            let bag = DisposeBag()
            let model = Model()
            let field = TextField()
            (model.$name <=> field.rx.text).disposed(by: bag)
            model.$name.message.drive(onNext: { _ in }).disposed(by: bag)
            field.type("x")
        }
    }
}

extension FormState {
    @MainActor static var untouched: FormState { Field("").state }
}
