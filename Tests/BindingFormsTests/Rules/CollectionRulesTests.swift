import BindingForms
import Testing

@MainActor
@Suite("Rules of collections")
struct CollectionRulesTests {
    @Test("notEmpty")
    func notEmpty() {
        let text: Rule<String> = .notEmpty
        #expect(text.verdict(on: "") == "This must not be empty")
        #expect(text.verdict(on: " ") == nil)
        let list: Rule<[Int]> = .notEmpty
        #expect(list.verdict(on: []) == "This must not be empty")
        #expect(list.verdict(on: [0]) == nil)
        let set: Rule<Set<Int>> = .notEmpty
        #expect(set.verdict(on: []) == "This must not be empty")
    }

    @Test("count of a closed range")
    func closed() {
        let rule: Rule<String> = .count(3...20)
        #expect(rule.verdict(on: "ab") == "This must have 3 to 20 characters")
        #expect(rule.verdict(on: "abc") == nil)
        #expect(rule.verdict(on: String(repeating: "a", count: 20)) == nil)
        #expect(rule.verdict(on: String(repeating: "a", count: 21)) == "This must have 3 to 20 characters")
        #expect(Rule<String>.count(1...1).verdict(on: "") == "This must have 1 character")
        #expect(Rule<[Int]>.count(2...2).verdict(on: []) == "This must have 2 entries")
    }

    @Test("count of a half-open range names the last number that is right")
    func halfOpen() {
        #expect(Rule<String>.count(3..<21).verdict(on: "") == "This must have 3 to 20 characters")
        #expect(Rule<String>.count(3..<21).verdict(on: String(repeating: "a", count: 21)) != nil)
        #expect(Rule<[Int]>.count(1..<2).verdict(on: []) == "This must have 1 entry")
        #expect(Rule<[Int]>.count(1..<1).verdict(on: [1]) == "This must have another number of entries")
    }

    @Test("count of a partial range")
    func partial() {
        #expect(Rule<String>.count(1...).verdict(on: "") == "This must have at least 1 character")
        #expect(Rule<[Int]>.count(2...).verdict(on: [1]) == "This must have at least 2 entries")
        #expect(Rule<[Int]>.count(2...).verdict(on: [1, 2]) == nil)
        #expect(Rule<[Int]>.count(...1).verdict(on: [1, 2]) == "This must have at most 1 entry")
        #expect(Rule<String>.count(..<2).verdict(on: "ab") == "This must have fewer than 2 characters")
        #expect(Rule<String>.count(..<2).verdict(on: "a") == nil)
    }

    @Test("count(exactly:)")
    func exactly() {
        let rule: Rule<String> = .count(exactly: 4)
        #expect(rule.verdict(on: "1234") == nil)
        #expect(rule.verdict(on: "123") == "This must have 4 characters")
        #expect(Rule<[Int]>.count(exactly: 1).verdict(on: []) == "This must have 1 entry")
    }

    @Test("what a user sees as one character counts as one", arguments: ["e\u{301}", "👩‍👩‍👧", "\r\n", "🇩🇪"])
    func characters(_ text: String) {
        #expect(Rule<String>.count(exactly: 1).verdict(on: text) == nil)
        #expect(Rule<String>.count(exactly: 2).verdict(on: text + text) == nil)
    }

    @Test("text of another type is counted in characters, too")
    func substrings() {
        #expect(Rule<Substring>.count(1...).verdict(on: "") == "This must have at least 1 character")
    }

    @Test("very long text")
    func long() {
        #expect(Rule<String>.count(...10).verdict(on: String(repeating: "é", count: 200_000)) != nil)
    }
}
