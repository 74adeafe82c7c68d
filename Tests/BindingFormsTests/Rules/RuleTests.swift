import BindingControls
import BindingForms
import TestSupport
import Testing

@MainActor
@Suite("Rule")
struct RuleTests {
    private let even = Rule<Int> { $0.isMultiple(of: 2) ? nil : "odd" }

    @Test("says what is wrong, or nothing")
    func verdict() {
        #expect(even.verdict(on: 2) == nil)
        expectEqual(even.verdict(on: 3), "odd")
    }

    @Test("message(_:) is evaluated each time that it is said")
    func message() {
        let language = Label()
        let rule = even.message(language.text == "de" ? "ungerade" : "odd")
        expectEqual(rule.verdict(on: 1), "odd")
        language.text = "de"
        expectEqual(rule.verdict(on: 1), "ungerade")
        #expect(rule.verdict(on: 2) == nil)
    }

    @Test("hint is reported, and is no error")
    func hint() {
        expectEqual(even.hint.verdict(on: 1), ValidationMessage("odd", severity: .hint))
        expectEqual(even.hint.message("an even number is better").verdict(on: 1)?.severity, .hint)
    }

    @Test("where: a condition and its sentence, evaluated each time that it is said")
    func condition() {
        let language = Label()
        let rule: Rule<Int> = .where(language.text == "de" ? "ungerade" : "odd") { $0.isMultiple(of: 2) }
        #expect(rule.verdict(on: 2) == nil)
        expectEqual(rule.verdict(on: 3), "odd")
        language.text = "de"
        expectEqual(rule.verdict(on: 3), "ungerade")
    }
}
