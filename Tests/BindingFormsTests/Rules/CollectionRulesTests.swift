import BindingForms
import TestSupport
import Testing

@MainActor
@Suite("Rules of collections")
struct CollectionRulesTests {
    @Test("notEmpty")
    func notEmpty() {
        let text: Rule<String> = .notEmpty
        expectEqual(text.text(on: ""), "This must not be empty")
        #expect(text.verdict(on: " ") == nil)
        let list: Rule<[Int]> = .notEmpty
        expectEqual(list.text(on: []), "This must not be empty")
        #expect(list.verdict(on: [0]) == nil)
        let set: Rule<Set<Int>> = .notEmpty
        expectEqual(set.text(on: []), "This must not be empty")
    }

    @Test("count of a closed range")
    func closed() {
        let rule: Rule<String> = .count(3...20)
        expectEqual(rule.text(on: "ab"), "This must have 3 to 20 characters")
        #expect(rule.verdict(on: "abc") == nil)
        #expect(rule.verdict(on: String(repeating: "a", count: 20)) == nil)
        expectEqual(rule.text(on: String(repeating: "a", count: 21)), "This must have 3 to 20 characters")
        expectEqual(Rule<String>.count(1...1).text(on: ""), "This must have 1 character")
        expectEqual(Rule<[Int]>.count(2...2).text(on: []), "This must have 2 entries")
    }

    @Test("count of a half-open range names the last number that is right")
    func halfOpen() {
        expectEqual(Rule<String>.count(3..<21).text(on: ""), "This must have 3 to 20 characters")
        #expect(Rule<String>.count(3..<21).verdict(on: String(repeating: "a", count: 21)) != nil)
        expectEqual(Rule<[Int]>.count(1..<2).text(on: []), "This must have 1 entry")
        expectEqual(Rule<[Int]>.count(1..<1).text(on: [1]), "This must have another number of entries")
    }

    @Test("count of a partial range")
    func partial() {
        expectEqual(Rule<String>.count(1...).text(on: ""), "This must have at least 1 character")
        expectEqual(Rule<[Int]>.count(2...).text(on: [1]), "This must have at least 2 entries")
        #expect(Rule<[Int]>.count(2...).verdict(on: [1, 2]) == nil)
        expectEqual(Rule<[Int]>.count(...1).text(on: [1, 2]), "This must have at most 1 entry")
        expectEqual(Rule<String>.count(..<2).text(on: "ab"), "This must have fewer than 2 characters")
        #expect(Rule<String>.count(..<2).verdict(on: "a") == nil)
    }

    @Test("count(exactly:)")
    func exactly() {
        let rule: Rule<String> = .count(exactly: 4)
        #expect(rule.verdict(on: "1234") == nil)
        expectEqual(rule.text(on: "123"), "This must have 4 characters")
        expectEqual(Rule<[Int]>.count(exactly: 1).text(on: []), "This must have 1 entry")
    }

    @Test("what a user sees as one character counts as one", arguments: ["e\u{301}", "👩‍👩‍👧", "\r\n", "🇩🇪"])
    func characters(_ text: String) {
        #expect(Rule<String>.count(exactly: 1).verdict(on: text) == nil)
        #expect(Rule<String>.count(exactly: 2).verdict(on: text + text) == nil)
    }

    @Test("text of another type is counted in characters, too")
    func substrings() {
        expectEqual(Rule<Substring>.count(1...).text(on: ""), "This must have at least 1 character")
    }

    @Test("very long text")
    func long() {
        #expect(Rule<String>.count(...10).verdict(on: String(repeating: "é", count: 200_000)) != nil)
    }
}
