import BindingForms
import TestSupport
import Testing

@MainActor
@Suite("Rules of text")
struct TextRulesTests {
    @Test(
        "notBlank", arguments: [("", false), (" \n\u{a0}\r\n", false), ("a", true), (" a ", true), (" \u{301}", true)])
    func notBlank(_ text: String, _ isRight: Bool) {
        #expect(Rule<String>.notBlank.text(on: text) == (isRight ? nil : "This must not be blank"))
    }

    @Test(
        "email takes addresses",
        arguments: [
            "ann@example.com", "a@b.co", "ann.lee+news@mail.example.co.uk", "o'neil_1@example.org", "ann@ex-ample.com",
            "ANN@EXAMPLE.COM", "a!#$%&'*+-/=?^_`{|}~@example.com", "1@2.com", "josé@exämple.com",
            "jose\u{301}@example.com",
            "用户@例子.中国", "ann@xn--exmple-cua.xn--p1ai",
        ])
    func emails(_ text: String) {
        #expect(Rule<String>.email.verdict(on: text) == nil)
    }

    @Test(
        "email refuses what is none",
        arguments: [
            "", "@", "ann", "ann@", "@example.com", "ann@example", "ann@@example.com", "ann@example@example.com",
            ".ann@example.com", "ann.@example.com", "a..b@example.com", "ann@.com", "ann@example.", "ann@example..com",
            "ann@-example.com", "ann@example-.com", "ann@ex_ample.com", "ann@example.c", "ann@192.0.2.1",
            "ann@192.168.10.25",
            "ann@example.٤٥",
            "ann@[192.0.2.1]",
            "ann lee@example.com", " ann@example.com", "ann@example.com ", "ann@example.com\n", "\"a b\"@example.com",
            "ann(lee)@example.com", "ann@exam ple.com", "ann,lee@example.com", "ann@example.com,lee@example.com",
            "ann@example,com",
            "ann\u{0}@example.com", "ann@ex\u{200b}ample.com", "😀@example.com", "ann@example.com\u{2028}",
            "<ann@example.com>",
        ])
    func noEmails(_ text: String) {
        expectEqual(Rule<String>.email.text(on: text), "This is not an email address")
    }

    @Test("email minds the lengths that the standards set")
    func emailLengths() {
        func isRight(_ local: Int, _ label: Int, labels: Int = 1) -> Bool {
            let domain =
                Array(repeating: String(repeating: "b", count: label), count: labels).joined(separator: ".") + ".com"
            return Rule<String>.email.verdict(on: String(repeating: "a", count: local) + "@" + domain) == nil
        }
        #expect(isRight(64, 63))
        #expect(!isRight(65, 63))
        #expect(!isRight(64, 64))
        #expect(isRight(61, 62, labels: 3))  // 61 + 1 + 3 * 63 + 3 = 254
        #expect(!isRight(62, 62, labels: 3))
    }

    @Test("email is quick with what is meant to be slow", arguments: ["a.", "@", "a@", "-", ".", "a", "é"])
    func hostile(_ piece: String) {
        let text = String(repeating: piece, count: 500_000)
        for text in [text, "a@" + text, text + "@example.com"] {
            #expect(Rule<String>.email.verdict(on: text) != nil)
        }
    }

    @Test("matches: the whole text")
    func matches() {
        let rule: Rule<String> = .matches(/[A-Z]{2}[0-9]{4}/)
        #expect(rule.verdict(on: "AB1234") == nil)
        expectEqual(rule.text(on: "AB12345"), "This does not have the right form")
        expectEqual(rule.text(on: "xAB1234"), "This does not have the right form")
        expectEqual(rule.message("Two letters and four digits").text(on: ""), "Two letters and four digits")
        #expect(Rule<String>.matches(/a*/).verdict(on: "") == nil)
    }

    @Test("matches: expressions with captures and options")
    func captures() {
        let rule: Rule<String> = .matches(/(?<day>\d+)\.(?<month>\d+)\./)
        #expect(rule.verdict(on: "22.11.") == nil)
        #expect(rule.verdict(on: "22.11") != nil)
        #expect(Rule<String>.matches(/abc/.ignoresCase()).verdict(on: "ABC") == nil)
    }
}
