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
        #expect(isValid.elements == [false])
        model.name = "Ada"
        model.age = 3
        model.$age.raw = "x"
        model.$age.raw = "20"
        #expect(isValid.elements == [false, true, false, true])
        #expect(status.elements == [.invalid, .valid, .invalid, .valid])
    }

    @Test("a rule across fields is shown at the last, or where it is said")
    func crossRule() {
        model.name = "Ada"
        model.password = "secret"
        #expect(model.$repeated.currentMessages == ["the passwords differ"])
        #expect(model.$password.currentMessages == [])
        #expect(!model.form.state.isValid)
        model.repeated = "secret"
        #expect(model.form.state.isValid)
        model.form.rule(model.$name, model.$age, on: model.$name, severity: .hint) { name, age in
            name.count > age ? "long for \(age)" : nil
        }
        model.age = 18
        model.name = "Ada, Countess of Lovelace"
        #expect(model.$name.currentMessages == [ValidationMessage("long for 18", severity: .hint)])
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
        #expect(calls.value == 1)
        #expect(model.$name.currentMessages == ["missing", "always"])
        model.$age.raw = "x"
        #expect(model.$name.currentMessages == ["missing"])
        model.$age.raw = "19"
        #expect(model.$name.currentMessages == ["missing", "always"])
        model.$age.isEnabled = false
        #expect(model.$name.currentMessages == ["missing"])
        #expect(calls.value == 2)
    }

    @Test("validate() has rules look again, for what is no field of theirs")
    func validate() {
        let limit = BehaviorRelay(value: 3)
        let form = Form(model.$name).rule(model.$name) { $0.count > limit.value ? "too long" : nil }
        model.name = "Grace"
        #expect(model.$name.currentMessages == ["too long"])
        limit.accept(5)
        form.validate()
        #expect(model.$name.currentMessages == [])
    }

    @Test("dirty, touched, reset and markPristine are those of its fields")
    func states() {
        let dirty = DrivenValues(model.form.isDirty)
        let touched = DrivenValues(model.form.isTouched)
        model.name = "Ada"
        model.age = 20
        model.form.touchAll()
        #expect(dirty.elements == [false, true])
        #expect(touched.elements == [false, true])
        model.form.reset()
        #expect(model.name == "" && model.age == 18)
        #expect(dirty.elements == [false, true, false])
        #expect(touched.elements == [false, true, false])
        model.name = "Ada"
        model.form.markPristine()
        #expect(!model.form.state.isDirty)
        model.form.reset()
        #expect(model.name == "Ada")
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
        #expect(seen == [true, true])
    }

    @Test("messages by field, in order; firstInvalid")
    func messages() {
        model.password = "a"
        model.age = 3
        #expect(model.form.currentMessages.map(\.messages) == [["missing"], ["at least 18"], ["the passwords differ"]])
        #expect(model.form.firstInvalid === model.$name)
        let count = DrivenValues(model.form.messages.map(\.count))
        model.name = "Ada"
        #expect(model.form.firstInvalid === model.$age)
        model.age = 19
        model.password = ""
        #expect(model.form.firstInvalid == nil)
        #expect(count.elements == [3, 2, 1, 0])
    }

    @Test("forms within forms")
    func nested() {
        let other = Model()
        let outer = Form(model.form, other.form)
        let isValid = DrivenValues(outer.isValid)
        model.name = "Ada"
        other.name = "Bob"
        #expect(isValid.elements == [false, true])
        #expect(outer.fields.count == 8)
        other.password = "x"
        #expect(outer.firstInvalid === other.$repeated)
        outer.reset()
        #expect(other.name == "")
    }

    @Test("messages of a form within another one are reported by both")
    func nestedMessages() {
        let outer = Form(model.form)
        let told = DrivenValues(outer.messages.map { $0.map(\.messages) })
        model.password = "x"
        #expect(told.last == [["missing"], ["the passwords differ"]])
        model.name = "Ada"
        #expect(told.last == [["the passwords differ"]])
        #expect(told.elements.count == 3)
    }

    @Test("a field of two forms counts in both, and once where it is named twice")
    func shared() {
        let first = Form(model.$name, model.$name)
        let second = Form(model.$name, model.$age)
        #expect(first.fields.count == 1)
        model.name = "Ada"
        #expect(first.state.isValid && second.state.isValid)
        model.name = ""
        #expect(!first.state.isValid && !second.state.isValid)
    }

    @Test("a form that is not enabled is disabled, whatever it holds; so are parts that come later")
    func disabled() {
        let rows = BehaviorRelay(value: [Model()])
        let form = Form(of: rows) { $0.form }
        #expect(form.state.status == .invalid)
        form.isEnabled = false
        #expect(form.state.status == .disabled)
        #expect(form.state.isValid)
        rows.modify { $0.append(Model()) }
        #expect(form.state.status == .disabled)
        form.isEnabled = true
        #expect(form.state.status == .invalid)
    }

    @Test("a form without fields is valid")
    func empty() {
        #expect(Form().state.isValid)
        #expect(Form().firstInvalid == nil)
    }

    @Test("rules end with their form")
    func rulesEnd() {
        var form: Form? = Form(model.$name).rule(model.$name) { _ in "always" }
        #expect(model.$name.currentMessages == ["missing", "always"])
        weak let weakForm = form
        form = nil
        #expect(weakForm == nil)
        #expect(model.$name.currentMessages == ["missing"])
    }

    @Test("a rule that is shown outside of its form is reported as a mistake")
    func ruleOutside() async {
        await #expect(processExitsWith: .failure) { @MainActor in
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
        #expect(isValid.elements == [true, false])
        #expect(form.firstInvalid === bad.$title)
        bad.title = "b"
        #expect(isValid.elements == [true, false, true])
        bad.title = ""
        rows.modify { _ = $0.removeLast() }
        #expect(isValid.elements == [true, false, true, false, true])
        bad.title = "c"
        #expect(form.fields.count == 2)
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
        #expect(first.title == "a")
        #expect(!form.state.isDirty)
        rows.modify { $0.append(Row("d")) }
        form.markPristine()
        #expect(!form.state.isDirty)
        rows.accept([])
        form.reset()
        #expect(rows.value.map(\.title) == ["a", "d"])
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
        #expect(rows.value.count == 2)
        #expect(form.state.isDirty)
    }
}
