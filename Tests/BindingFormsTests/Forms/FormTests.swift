import Binding
import BindingForms
import BindingOperators
import BindingTesting
import TestSupport
import Testing

@MainActor
@Suite("Form")
struct FormTests {
    @MainActor
    final class Model {
        @Validated(.given) var name = ""
        @Validated(as: .whole, .atLeast(18)) var age = 18
        @Validated var password = ""
        @Validated var repeated = ""
        let form = Form()

        init() {
            form.add($name, $age, $password, $repeated)
                .rule($password, $repeated) { $0 == $1 ? nil : "the passwords differ" }
        }
    }

    private let model = Model()
    private let bag = DisposeBag()

    @Test("is valid where all of its fields are")
    func validity() {
        let isValid = DrivenValues(model.form.isValid)
        let status = DrivenValues(model.form.status)
        expectEqual(isValid.elements, [false])
        model.name = "Ada"
        model.age = 3
        model.$age.raw = "x"
        model.$age.raw = "20"
        expectEqual(isValid.elements, [false, true, false, true])
        expectEqual(status.elements, [.invalid, .valid, .invalid, .valid])
    }

    @Test("a rule across fields is shown at the last, or where it is said")
    func crossRule() {
        model.name = "Ada"
        model.password = "secret"
        expectEqual(model.$repeated.currentMessages, ["the passwords differ"])
        expectEqual(model.$password.currentMessages, [])
        #expect(!model.form.state.isValid)
        model.repeated = "secret"
        #expect(model.form.state.isValid)
        model.form.rule(model.$name, model.$age, on: model.$name, severity: .hint) { name, age in
            name.count > age ? "long for \(age)" : nil
        }
        model.age = 18
        model.name = "Ada, Countess of Lovelace"
        expectEqual(model.$name.currentMessages, [ValidationMessage("long for 18", severity: .hint)])
        #expect(model.form.state.isValid)
    }

    @Test("a rule across fields is not asked while one of them cannot be read, or does not count")
    func unreadable() {
        let calls = Counter()
        let form = Form(model.$age, model.$name)
        form.rule(model.$age, model.$name) { _, _ in
            calls.add()
            return "always"
        }
        expectEqual(calls.value, 1)
        expectEqual(model.$name.currentMessages, ["missing", "always"])
        model.$age.raw = "x"
        expectEqual(model.$name.currentMessages, ["missing"])
        model.$age.raw = "19"
        expectEqual(model.$name.currentMessages, ["missing", "always"])
        model.$age.isEnabled = false
        expectEqual(model.$name.currentMessages, ["missing"])
        expectEqual(calls.value, 2)
    }

    @Test("validate() has rules look again, for what is no field of theirs")
    func validate() {
        let limit = BehaviorRelay(value: 3)
        let form = Form(model.$name).rule(model.$name) { $0.count > limit.value ? "too long" : nil }
        model.name = "Grace"
        expectEqual(model.$name.currentMessages, ["too long"])
        limit.accept(5)
        form.validate()
        expectEqual(model.$name.currentMessages, [])
    }

    @Test("dirty, touched, reset and markPristine are those of its fields")
    func states() {
        let dirty = DrivenValues(model.form.isDirty)
        let touched = DrivenValues(model.form.isTouched)
        model.name = "Ada"
        model.age = 20
        model.form.touchAll()
        expectEqual(dirty.elements, [false, true])
        expectEqual(touched.elements, [false, true])
        model.form.reset()
        #expect(model.name == "" && model.age == 18)
        expectEqual(dirty.elements, [false, true, false])
        expectEqual(touched.elements, [false, true, false])
        model.name = "Ada"
        model.form.markPristine()
        #expect(!model.form.state.isDirty)
        model.form.reset()
        expectEqual(model.name, "Ada")
    }

    @Test("C34: what changes together is reported once, when all of it is up to date")
    func oneStep() {
        model.name = "Ada"
        var seen: [Bool] = []
        model.form.isDirty.drive(onNext: { [model] isDirty in
            seen.append(isDirty == (model.$name.state.isDirty || model.$age.state.isDirty))
        }).disposed(by: bag)
        model.age = 20
        model.form.reset()
        expectEqual(seen, [true, true])
    }

    @Test("messages by field, in order; firstInvalid")
    func messages() {
        model.password = "a"
        model.age = 3
        expectEqual(
            model.form.currentMessages.map(\.messages), [["missing"], ["at least 18"], ["the passwords differ"]])
        #expect(model.form.firstInvalid === model.$name)
        let count = DrivenValues(model.form.messages.map(\.count))
        model.name = "Ada"
        #expect(model.form.firstInvalid === model.$age)
        model.age = 19
        model.password = ""
        #expect(model.form.firstInvalid == nil)
        expectEqual(count.elements, [3, 2, 1, 0])
    }

    @Test("forms within forms")
    func nested() {
        let other = Model()
        let outer = Form(model.form, other.form)
        let isValid = DrivenValues(outer.isValid)
        model.name = "Ada"
        other.name = "Bob"
        expectEqual(isValid.elements, [false, true])
        expectEqual(outer.fields.count, 8)
        other.password = "x"
        #expect(outer.firstInvalid === other.$repeated)
        outer.reset()
        expectEqual(other.name, "")
    }

    @Test("messages of a form within another one are reported by both")
    func nestedMessages() {
        let outer = Form(model.form)
        let told = DrivenValues(outer.messages.map { $0.map(\.messages) })
        model.password = "x"
        expectEqual(told.last, [["missing"], ["the passwords differ"]])
        model.name = "Ada"
        expectEqual(told.last, [["the passwords differ"]])
        expectEqual(told.elements.count, 3)
    }

    @Test("a field of two forms counts in both, and once where it is named twice")
    func shared() {
        let first = Form(model.$name, model.$name)
        let second = Form(model.$name, model.$age)
        expectEqual(first.fields.count, 1)
        model.name = "Ada"
        #expect(first.state.isValid && second.state.isValid)
        model.name = ""
        #expect(!first.state.isValid && !second.state.isValid)
    }

    @Test("a form that is not enabled is disabled, whatever it holds; so are parts that come later")
    func disabled() {
        let rows = BehaviorRelay(value: [Model()])
        let form = Form(of: rows) { $0.form }
        expectEqual(form.state.status, .invalid)
        form.isEnabled = false
        expectEqual(form.state.status, .disabled)
        #expect(form.state.isValid)
        rows.modify { $0.append(Model()) }
        expectEqual(form.state.status, .disabled)
        form.isEnabled = true
        expectEqual(form.state.status, .invalid)
    }

    @Test("several conditions must all hold, whichever has come last, and so must what the program sets")
    func severalConditions() {
        let (mayEdit, isIdle) = (BehaviorRelay(value: false), BehaviorRelay(value: true))
        let form = Form(model.$name).enabled(by: mayEdit.asDriver()).enabled(by: isIdle.asDriver())
        model.$age.enabled(by: isIdle.asDriver()).enabled(by: mayEdit.asDriver())
        let parts: [FormPart] = [form, model.$age]
        func expect(_ isEnabled: Bool, _ line: Int = #line) {
            for part in parts {
                #expect(part.isEnabled == isEnabled && (part.state.status == .disabled) != isEnabled, "\(line)")
            }
        }
        expect(false)
        mayEdit.accept(true)
        expect(true)
        isIdle.accept(false)
        mayEdit.accept(false)
        isIdle.accept(true)
        expect(false)
        for part in parts { part.isEnabled = true }
        expect(false)
        for part in parts { part.isEnabled = false }
        mayEdit.accept(true)
        expect(false)
        for part in parts { part.isEnabled = true }
        expect(true)
    }

    @Test("a form without fields is valid")
    func empty() {
        #expect(Form().state.isValid)
        #expect(Form().firstInvalid == nil)
    }

    @Test("rules end with their form")
    func rulesEnd() {
        var form: Form? = Form(model.$name).rule(model.$name) { _ in "always" }
        expectEqual(model.$name.currentMessages, ["missing", "always"])
        weak let weakForm = form
        form = nil
        #expect(weakForm == nil)
        expectEqual(model.$name.currentMessages, ["missing"])
    }

    @Test("a rule that is shown outside of its form is reported as a mistake")
    func ruleOutside() async {
        // Without assertions it is only printed.
        await #expect(processExitsWith: Optimization.isOn ? .success : .failure) { @MainActor in
            let (password, repeated) = (Field("", [Rule<String>]()), Field("", [Rule<String>]()))
            Form(password).rule(password, repeated) { $0 == $1 ? nil : "the passwords differ" }
        }
        await #expect(processExitsWith: .success) { @MainActor in
            let (password, repeated) = (Field("", [Rule<String>]()), Field("", [Rule<String>]()))
            Form(Form(password), repeated).rule(password, repeated, on: password) { $0 == $1 ? nil : "differ" }
        }
    }

    @Test("nothing is left of a form, its fields and its rules")
    func memory() throws {
        try withoutLeaks {
            let model = Model()
            let bag = DisposeBag()
            model.form.messages.drive(onNext: { _ in }).disposed(by: bag)
            model.name = "x"
        }
    }

    // MARK: Rows

    @MainActor
    final class Row {
        @Validated(.given) var title = ""
        let form = Form()

        init(_ title: String) {
            form.add($title)
            $title.reset(to: title)
        }
    }

    @Test("rows come and go")
    func rows() {
        let rows = BehaviorRelay(value: [Row("a")])
        let form = Form(model.$password, Form(of: rows) { $0.form })
        let isValid = DrivenValues(form.isValid)
        let bad = Row("")
        rows.modify { $0.append(bad) }
        expectEqual(isValid.elements, [true, false])
        #expect(form.firstInvalid === bad.$title)
        bad.title = "b"
        expectEqual(isValid.elements, [true, false, true])
        bad.title = ""
        rows.modify { _ = $0.removeLast() }
        expectEqual(isValid.elements, [true, false, true, false, true])
        bad.title = "c"
        expectEqual(form.fields.count, 2)
        weak let gone = bad.form
        #expect(gone != nil)
    }

    @Test("rows that have come or gone are a change, and reset puts them back; so for markPristine")
    func rowsReset() {
        let first = Row("a")
        let rows = BehaviorRelay(value: [first])
        let form = Form(of: rows) { $0.form }
        #expect(!form.state.isDirty)
        rows.accept([])
        #expect(form.state.isDirty)
        rows.accept([Row("b"), first])
        first.title = "c"
        form.reset()
        #expect(rows.value.count == 1 && rows.value[0] === first)
        expectEqual(first.title, "a")
        #expect(!form.state.isDirty)
        rows.modify { $0.append(Row("d")) }
        form.markPristine()
        #expect(!form.state.isDirty)
        rows.accept([])
        form.reset()
        expectEqual(rows.value.map(\.title), ["a", "d"])
    }

    @Test("rows of a driver: reset resets those that are there")
    func rowsOfDriver() {
        let rows = BehaviorRelay(value: [Row("a")])
        let form = Form(of: rows.asDriver()) { $0.form }
        rows.modify { $0.append(Row("b")) }
        rows.value[1].title = ""
        #expect(!form.state.isValid)
        form.reset()
        #expect(form.state.isValid)
        expectEqual(rows.value.count, 2)
        #expect(form.state.isDirty)
    }

    @Test("rows that hold one row twice are not dirty until they are others")
    func twins() {
        let (first, second) = (Field(""), Field(""))
        let rows = BehaviorRelay(value: [first, second, first])
        let form = Form(of: rows) { $0 }
        #expect(!form.state.isDirty)
        rows.accept([first, second])
        #expect(form.state.isDirty)
        form.reset()
        expectEqual(rows.value, [first, second, first])
        #expect(!form.state.isDirty)
        rows.accept([first, first])
        form.markPristine()
        #expect(!form.state.isDirty)
    }

    @Test("a disabled form without parts is disabled")
    func disabledAndEmpty() {
        let inner = Form()
        let outer = Form(inner)
        let status = DrivenValues(inner.status)
        expectEqual(outer.state.status, .valid)
        inner.isEnabled = false
        expectEqual(inner.state.status, .disabled)
        expectEqual(outer.state.status, .disabled)
        inner.isEnabled = true
        outer.isEnabled = false
        expectEqual(inner.state.status, .disabled)
        outer.isEnabled = true
        expectEqual(outer.state.status, .valid)
        expectEqual(status.elements, [.valid, .disabled, .valid, .disabled, .valid])
    }

    @Test("a rule across three fields is asked once by whatever concerns all of them, and anew by each edit")
    func askedOnce() {
        let (day, month, year) = (Field(1), Field(1), Field(2000))
        var asked = 0
        let form = Form(day, month, year)
        form.rule(day, month, year) { day, month, _ in
            asked += 1
            return day > 28 && month == 2 ? "no such day" : nil
        }
        func count(_ body: () -> Void) -> Int {
            asked = 0
            body()
            return asked
        }
        expectEqual(count { form.validate() }, 1)
        expectEqual(count { form.reset() }, 1)
        expectEqual(count { form.isEnabled = false }, 0)
        expectEqual(count { form.isEnabled = true }, 1)
        expectEqual(count { day.value = 30 }, 1)
        expectEqual(count { month.value = 2 }, 1)
        expectEqual(form.state.status, .invalid)
        // An observer that asks in the middle gets an answer about what there is.
        var told: [FormStatus] = []
        month.values.drive(onNext: { [form] _ in told.append(form.state.status) }).disposed(by: bag)
        form.reset()
        expectEqual(told, [.invalid, .valid])
    }

    // A walk along all ways from the outermost form to the field would never end.
    @Test("what concerns forms that share their parts costs no more than their parts")
    func diamonds() {
        let field = Field("", [Rule<String>.given])
        var (left, right) = (Form(field), Form(field))
        for _ in 0..<40 { (left, right) = (Form(left, right), Form(right, left)) }
        let form = Form(left, right)
        expectEqual(form.state.status, .invalid)
        field.value = "x"
        expectEqual(form.state.status, .valid)
        form.isEnabled = false
        expectEqual(field.state.status, .disabled)
        form.isEnabled = true
        form.touchAll()
        form.validate()
        form.commit()
        #expect(field.state.isTouched)
        form.markPristine(form.snapshot())
        form.markPristine()
        expectEqual(form.fields, [field])
        expectEqual(form.firstInvalid, nil)
        field.value = ""
        expectEqual(form.currentMessages.count, 1)
        form.reset()
        expectEqual(field.value, "x")
        #expect(!form.state.isDirty)
        // It would be within itself.
        BindingDiagnostics.handler = { _ in }
        defer { BindingDiagnostics.handler = BindingDiagnostics.writeToStandardError }
        Form(field).add(form).add(form)
    }
}
