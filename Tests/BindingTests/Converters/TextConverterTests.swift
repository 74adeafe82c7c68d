import Binding
import TestSupport
import Testing

@Suite("Converters of text")
struct TextConverterTests {
    enum Size: String, CaseIterable { case small, medium, large }
    enum Colour: CaseIterable {
        case red, green
        var title: String { self == .red ? "Deep Red" : "Green" }
    }
    enum Nothing: String, CaseIterable { case only }

    @Test("lossless reads what a type reads of its description")
    func lossless() {
        let flag: ValueConverter<String, Bool> = .lossless
        #expect((try? flag.parse("true")) == true)
        expectEqual(flag.format(false), "false")
        expectEqual(complaint(flag, "True"), "This cannot be read")
        expectEqual(complaint(flag, " true"), "This cannot be read")
        let text: ValueConverter<String, String> = .lossless
        #expect((try? text.parse(" a ")) == " a ")
        let character: ValueConverter<String, Character> = .lossless
        #expect((try? character.parse("e\u{301}")) == "é")
        expectEqual(complaint(character, "ab"), "This cannot be read")
        expectEqual(complaint(character, ""), "This cannot be read")
    }

    @Test("optional: no text is nil")
    func optional() {
        let age: ValueConverter<String, Int?> = .optional(.integer)
        #expect((try? age.parse("")) == .some(nil))
        #expect((try? age.parse("7")) == 7)
        expectEqual(complaint(age, "x"), "This is not a whole number")
        expectEqual(complaint(age, " "), "Enter a whole number")
        expectEqual(age.format(nil), "")
        expectEqual(age.format(7), "7")
    }

    @Test("trimmed(_:) drops whitespace at the ends before another")
    func trimmedAround() {
        let flag: ValueConverter<String, Bool> = .trimmed(.lossless)
        #expect((try? flag.parse(" \n true\u{a0}")) == true)
        expectEqual(flag.format(true), "true")
        let nickname: ValueConverter<String, String?> = .trimmed(.optional(.lossless))
        #expect((try? nickname.parse("  ")) == .some(nil))
        #expect((try? nickname.parse(" a b ")) == "a b")
        expectEqual(nickname.format(nil), "")
        let age: ValueConverter<String, Int?> = .optional(.trimmed(.integer))
        #expect((try? age.parse(" 3 ")) == 3)
    }

    @Test(
        "trimmed drops whitespace at the ends, and nothing else",
        arguments: [
            ("", ""), (" ", ""), ("a", "a"), (" a b ", "a b"), ("a \r\n", "a"), ("\r\n", ""),
            ("\u{3000}a\u{2028}", "a"),
            (" \u{301}a", " \u{301}a"), ("a\u{200b}", "a\u{200b}"), ("👩‍👩‍👧 ", "👩‍👩‍👧"),
        ])
    func trimmed(_ text: String, _ value: String) throws {
        let converter: ValueConverter<String, String> = .trimmed
        #expect(try converter.parse(text) == value)
        expectEqual(converter.format(text), text)
    }

    @Test("oneOf reads the raw value of a case")
    func oneOf() {
        let size: ValueConverter<String, Size> = .oneOf
        for value in Size.allCases { #expect((try? size.parse(size.format(value))) == value) }
        expectEqual(complaint(size, "Small"), "Enter 'small', 'medium' or 'large'")
        expectEqual(complaint(size, ""), "Enter 'small', 'medium' or 'large'")
        expectEqual(complaint(ValueConverter<String, Nothing>.oneOf, ""), "Enter 'only'")
        let optional: ValueConverter<String, Size?> = .optional(.trimmed(.oneOf))
        #expect((try? optional.parse(" small")) == .small)
    }

    @Test("oneOf(title:) reads the title of a case")
    func oneOfTitles() {
        let colour: ValueConverter<String, Colour> = .oneOf(title: \.title)
        for value in Colour.allCases { #expect((try? colour.parse(colour.format(value))) == value) }
        expectEqual(complaint(colour, "red"), "Enter 'Deep Red' or 'Green'")
        let same: ValueConverter<String, Colour> = .oneOf { _ in "any" }
        #expect((try? same.parse("any")) == .red)
    }

    @Test("reads again what it shows: random text")
    func roundTrip() {
        let optional: ValueConverter<String, String?> = .optional(.lossless)
        let trimmed: ValueConverter<String, String> = .trimmed
        var random = SplitMix(state: 18)
        let pieces = ["a", " ", "é", "e\u{301}", "\n", "\r\n", "👩‍👩‍👧", "٣", "\u{301}", "\u{a0}", "0"]
        for _ in 0..<500 {
            let text = (0..<Int.random(in: 0...6, using: &random)).map { _ in pieces.randomElement(using: &random)! }
                .joined()
            let value = text.isEmpty ? nil : text
            #expect((try? optional.parse(optional.format(value))) == .some(value))
            let once = try? trimmed.parse(text)
            expectEqual(once.flatMap { try? trimmed.parse($0) }, once)
        }
    }

    @Test("a list of alternatives is a phrase")
    func alternatives() {
        expectEqual(listed([]), "nothing")
        expectEqual(listed(["a"]), "a")
        expectEqual(listed(["a", "b"]), "a or b")
        expectEqual(listed(["a", "b", "c"]), "a, b or c")
    }

    /// The converters by leading dot, with the value's type from the other side.
    @MainActor
    @Test("a converter is found by its name alone")
    func leadingDot() {
        expectEqual(read("7", into: BehaviorRelay(value: 0), by: .integer), 7)
        expectEqual(read("7", into: BehaviorRelay(value: UInt8(0)), by: .trimmed(.integer)), 7)
        expectEqual(read("7.5", into: BehaviorRelay(value: 0.0), by: .decimal), 7.5)
        expectEqual(read("7", into: BehaviorRelay<Int?>(value: 0), by: .optional(.integer)), 7)
        expectEqual(read("true", into: BehaviorRelay(value: false), by: .lossless), true)
        expectEqual(read("large", into: BehaviorRelay(value: Size.small), by: .oneOf), .large)
        expectEqual(read("Green", into: BehaviorRelay(value: Colour.red), by: .oneOf(title: \.title)), .green)
        expectEqual(read(" a ", into: BehaviorRelay(value: ""), by: .trimmed), "a")
    }

    private func read<Value>(
        _ text: String, into relay: BehaviorRelay<Value>, by converter: ValueConverter<String, Value>
    ) -> Value? {
        try? converter.parse(text)
    }
}
