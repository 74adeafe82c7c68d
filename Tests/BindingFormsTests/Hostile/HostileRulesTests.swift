import Binding
import BindingForms
import TestSupport
import Testing

@Suite("Rules that do what they should not")
@MainActor
struct HostileRulesTests {
    @Test("a rule across fields that edits what it reads says what is true of what is there")
    func editsWhatItReads() {
        let name = Field("Ada")
        let form = Form(name)
        form.rule(name) { text in
            if text.contains(" ") { name.value = text.filter { $0 != " " } }
            return text.contains(" ") ? "no spaces" : nil
        }
        name.raw = "A d a"
        expectEqual(name.value, "Ada")
        expectEqual(name.currentMessages, [])
        #expect(form.state.isValid)
        form.isEnabled = false
    }

    @Test("a field's own rule that edits the field, too")
    func ownRuleEdits() {
        weak var field: Field<String, String>?
        let name = Field(
            "Ada",
            [
                Rule { text in
                    if text.contains(" ") { field?.value = text.filter { $0 != " " } }
                    return text.contains(" ") ? "no spaces" : nil
                }
            ])
        field = name
        name.raw = "A d a"
        expectEqual(name.value, "Ada")
        expectEqual(name.currentMessages, [])
    }

    @Test("rules that edit each other's field and come to an agreement")
    func ringThatEnds() {
        let (net, gross) = (Field(0), Field(0))
        let form = Form(net, gross)
        form.rule(net, on: net) { value in
            gross.value = value * 2
            return value > 100 ? "too much" : nil
        }
        form.rule(gross, on: gross) { value in
            net.value = value / 2
            return value > 200 ? "too much" : nil
        }
        net.value = 101
        #expect((net.value, gross.value) == (101, 202))
        expectEqual(form.currentMessages.count, 2)
        gross.value = 3
        #expect((net.value, gross.value) == (1, 2))
        #expect(form.state.isValid)
    }

    @Test("rules that edit each other's field for ever do not exhaust the stack")
    func ringWithoutEnd() async {
        await #expect(processExitsWith: .success) { @MainActor in
            BindingDiagnostics.handler = { _ in }
            let (one, two) = (Field(0), Field(0))
            let form = Form(one, two)
            form.rule(one) { value in
                two.value = value &+ 1
                return nil
            }
            form.rule(two) { value in
                one.value = value &+ 1
                return nil
            }
            one.value = 7
            #expect(form.state.isValid)
        }
    }

    @Test("a rule that has its form validate does not exhaust the stack")
    func validates() async {
        await #expect(processExitsWith: .success) { @MainActor in
            BindingDiagnostics.handler = { _ in }
            let name = Field("")
            let form = Form(name)
            form.rule(name) { [weak form] text in
                form?.validate()
                return text.isEmpty ? "missing" : nil
            }
            name.value = "x"
            #expect(form.state.isValid)
            name.value = ""
            #expect(!form.state.isValid)
        }
    }

    @Test("a rule that throws its form away")
    func throwsFormAway() {
        let name = Field("")
        var form: Form? = Form(name)
        form?.rule(name) { text in
            if text == "end" { form = nil }
            return "always"
        }
        .rule(name) { _ in "as well" }
        expectEqual(name.currentMessages, ["always", "as well"])
        name.raw = "end"
        #expect(form == nil)
        expectEqual(name.currentMessages, [])
        #expect(name.state.isValid)
    }

    @Test("a rule that enables and disables another field")
    func enables() {
        let (isCompany, number) = (Field(false), Field("", [.notEmpty]))
        let form = Form(isCompany, number)
        form.rule(isCompany) { value in
            number.isEnabled = value
            return nil
        }
        #expect(form.state.isValid)
        isCompany.value = true
        expectEqual(form.state.status, .invalid)
        isCompany.value = false
        #expect(form.state.isValid)
    }

    @Test("a rule that disables the field that shows it")
    func disablesItself() {
        let (a, b) = (Field(0), Field(0))
        let form = Form(a, b)
        form.rule(a, b) { value, _ in
            b.isEnabled = value == 0
            return value == 0 ? nil : "not zero"
        }
        a.value = 1
        expectEqual(b.state.status, .disabled)
        #expect(form.state.isValid)
        b.isEnabled = true  // the rule disables it again
        expectEqual(b.state.status, .disabled)
    }
}
