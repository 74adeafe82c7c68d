import BindingForms
import TestSupport
import Testing

@MainActor
@Suite("Rules of what can be compared")
struct ComparisonRulesTests {
    @Test("in a closed range")
    func closed() {
        let rule: Rule<Int> = .in(18...120)
        expectEqual(rule.text(on: 17), "This must be from 18 to 120")
        #expect(rule.verdict(on: 18) == nil)
        #expect(rule.verdict(on: 120) == nil)
        expectEqual(rule.text(on: 121), "This must be from 18 to 120")
        expectEqual(Rule<Int>.in(3...3).text(on: 4), "This must be 3")
        #expect(Rule<Int>.in(Int.min...Int.max).verdict(on: .min) == nil)
    }

    @Test("in a half-open range")
    func halfOpen() {
        let rule: Rule<Double> = .in(0..<1)
        expectEqual(rule.text(on: 1), "This must be at least 0 and less than 1")
        #expect(rule.verdict(on: 0) == nil)
        #expect(rule.verdict(on: 0.999) == nil)
        expectEqual(Rule<Int>.in(3..<3).text(on: 3), "This must be at least 3 and less than 3")
    }

    @Test("in a partial range")
    func partial() {
        expectEqual(Rule<Int>.in(1...).text(on: 0), "This must be at least 1")
        #expect(Rule<Int>.in(1...).verdict(on: .max) == nil)
        expectEqual(Rule<Int>.in(...1).text(on: 2), "This must be at most 1")
        expectEqual(Rule<UInt8>.in(..<1).text(on: 1), "This must be less than 1")
        #expect(Rule<UInt8>.in(..<1).verdict(on: 0) == nil)
    }

    @Test("in a range of another kind")
    func ownRange() {
        struct Tens: RangeExpression, Sendable, CustomStringConvertible {
            let description = "tens"
            func contains(_ element: Int) -> Bool { element >= 10 && element < 100 }
            func relative<C: Collection>(to collection: C) -> Range<Int> where C.Index == Int { 10..<100 }
        }
        expectEqual(Rule<Int>.in(Tens()).text(on: 5), "This must be in the range tens")
        #expect(Rule<Int>.in(Tens()).verdict(on: 50) == nil)
        expectEqual(Rule<[Int]>.count(Tens()).text(on: []), "This must have another number of entries")
    }

    @Test("in: what is not comparable with itself is in no range")
    func notANumber() {
        expectEqual(Rule<Double>.in(0...).text(on: .nan), "This must be at least 0")
        expectEqual(Rule<Double>.in(0.5...).text(on: 0), "This must be at least 0.5")
    }

    @Test("in a range of text")
    func text() {
        expectEqual(Rule<String>.in("a"..."c").text(on: "d"), "This must be from 'a' to 'c'")
    }

    @Test("greaterThan")
    func greaterThan() {
        let rule: Rule<Double> = .greaterThan(0)
        expectEqual(rule.text(on: 0), "This must be greater than 0")
        #expect(rule.verdict(on: .leastNonzeroMagnitude) == nil)
        #expect(rule.verdict(on: .nan) != nil)
    }

    @Test("equals")
    func equals() {
        expectEqual(Rule<Bool>.equals(true).text(on: false), "This must be true")
        #expect(Rule<Bool>.equals(true).verdict(on: true) == nil)
        #expect(Rule<String>.equals("é").verdict(on: "e\u{301}") == nil)
        expectEqual(Rule<String>.equals("a").text(on: "b"), "This must be 'a'")
        expectEqual(Rule<Int?>.equals(3).text(on: nil), "This must be 3")
        expectEqual(Rule<Int?>.equals(nil).text(on: 3), "This must be empty")
    }

    @Test("isOneOf")
    func isOneOf() {
        let rule: Rule<String> = .isOneOf(["red", "green", "blue"])
        #expect(rule.verdict(on: "green") == nil)
        expectEqual(rule.text(on: "Green"), "This must be 'red', 'green' or 'blue'")
        expectEqual(Rule<Double>.isOneOf([1, 1.5]).text(on: 2), "This must be 1 or 1.5")
        #expect(Rule<Int>.isOneOf(stride(from: 0, to: 100, by: 10)).verdict(on: 90) == nil)
        expectEqual(Rule<Int>.isOneOf([]).text(on: 90), "This must be nothing")
    }

    @Test("isOneOf goes through a sequence that can be gone through once only")
    func once() {
        var rest = [1, 2, 3]
        let rule: Rule<Int> = .isOneOf(AnyIterator { rest.popLast() })
        #expect(rule.verdict(on: 1) == nil)
        #expect(rule.verdict(on: 1) == nil)
        #expect(rule.verdict(on: 4) != nil)
    }
}
