import Binding
import TestSupport
import Testing

@Suite("ValueConverter")
struct ValueConverterTests {
    private let yesOrNo = ValueConverter<String, Bool>(
        parse: { text in
            guard ["yes", "no"].contains(text) else { throw ConversionError("Say yes or no") }
            return text == "yes"
        },
        format: { $0 ? "yes" : "no" })

    @Test("two closures")
    func closures() throws {
        #expect(try yesOrNo.parse("yes"))
        expectEqual(yesOrNo.format(false), "no")
        #expect(throws: ConversionError("Say yes or no")) { try yesOrNo.parse("perhaps") }
    }

    @Test("then composes")
    func then() throws {
        let switched = yesOrNo.then(ValueConverter<Bool, Int>(parse: { $0 ? 1 : 0 }, format: { $0 > 0 }))
        #expect(try switched.parse("yes") == 1)
        expectEqual(switched.format(0), "no")
        #expect(throws: ConversionError("Say yes or no")) { try switched.parse("") }
    }

    @Test("message(_:) takes the place of what the converter says")
    func message() {
        let fixed: ValueConverter<String, Int> = .integer.message("How old are you?")
        #expect(throws: ConversionError("How old are you?")) { try fixed.parse("x") }
        expectEqual(fixed.format(3), "3")
        let made: ValueConverter<String, Int> = .integer.message { "\($0) is no age" }
        #expect(throws: ConversionError("x is no age")) { try made.parse("x") }
        #expect((try? made.parse("7")) == 7)
    }

    @Test("a field says the sentence of a ConversionError, and any other error as it describes itself")
    func messageOfErrors() {
        struct Odd: Error, CustomStringConvertible { let description = "odd" }
        expectEqual(ConversionError.message(of: ConversionError("no")), "no")
        expectEqual(ConversionError.message(of: Odd()), "odd")
    }
}

/// The converter's message for text that it cannot read; `nil` if it can.
func complaint<Raw, Value>(_ converter: ValueConverter<Raw, Value>, _ raw: Raw) -> String? {
    do {
        _ = try converter.parse(raw)
        return nil
    } catch {
        return ConversionError.message(of: error)
    }
}
