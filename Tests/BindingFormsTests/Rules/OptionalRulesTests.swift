import BindingForms
import TestSupport
import Testing

@MainActor
@Suite("Rules of optionals")
struct OptionalRulesTests {
    @Test("notNil")
    func notNil() {
        let rule: Rule<Int?> = .notNil
        expectEqual(rule.text(on: nil), "This must not be empty")
        #expect(rule.verdict(on: 0) == nil)
        expectEqual(Rule<String?>.notNil.message("Please choose").text(on: nil), "Please choose")
    }

    @Test("ifPresent asks rules about what there is, in order")
    func ifPresent() {
        let rule: Rule<String?> = .ifPresent(.notEmpty, .count(3...5), .matches(/[a-z]*/))
        #expect(rule.verdict(on: nil) == nil)
        expectEqual(rule.text(on: ""), "This must not be empty")
        expectEqual(rule.text(on: "A"), "This must have 3 to 5 characters")
        expectEqual(rule.text(on: "ABC"), "This does not have the right form")
        #expect(rule.verdict(on: "abc") == nil)
        expectEqual(Rule<Int?>.ifPresent(.in(1...3)).text(on: 4), "This must be from 1 to 3")
        #expect(Rule<Int?>.ifPresent().verdict(on: 4) == nil)
    }

    @Test("ifPresent reports an error before a hint, and a hint as one")
    func severity() {
        let rule: Rule<String?> = .ifPresent(.count(8...).hint, .notEmpty)
        expectEqual(rule.text(on: ""), "This must not be empty")
        expectEqual(
            rule.verdict(on: "abc"),
            ValidationMessage("This must have at least 8 characters", severity: .hint, code: .count))
        expectEqual(rule.hint.verdict(on: "")?.severity, .hint)
        #expect(
            Rule<String?>.ifPresent(.email).hint.message("odd").verdict(on: "x")
                == ValidationMessage("odd", severity: .hint, code: .email))
    }

    @Test("ifPresent of an optional of an optional")
    func nested() {
        let rule: Rule<Int??> = .ifPresent(.ifPresent(.in(1...3)), .notNil)
        #expect(rule.verdict(on: .none) == nil)
        expectEqual(rule.text(on: .some(.none)), "This must not be empty")
        expectEqual(rule.text(on: 4), "This must be from 1 to 3")
    }
}
