import Binding
import TestSupport
import Testing

@Suite("ValueConverter.integer")
struct IntegerConverterTests {
    private let int: ValueConverter<String, Int> = .integer

    @Test(
        "reads digits with a sign or without, with whitespace at the ends",
        arguments: [
            ("7", 7), ("007", 7), ("+7", 7), ("-7", -7), ("-0", 0), (" 7 ", 7), ("\t7\n", 7), ("\u{a0}7\u{2003}", 7),
            ("9223372036854775807", .max), ("-9223372036854775808", .min), ("\r\n7\r\n", 7),
        ])
    func readable(_ text: String, _ value: Int) throws {
        #expect(try int.parse(text) == value)
    }

    @Test(
        "says what is not a whole number",
        arguments: [
            "-", "+", "+-7", "--7", "7-", "1.0", "1,000", "1e3", "0x10", "seven", "1 000", "٣", "７", "7\u{301}",
            "\u{301}7",
            "- 7", "−7", "7\0",
        ])
    func unreadable(_ text: String) {
        expectEqual(complaint(int, text), "This is not a whole number")
    }

    @Test("asks for a number where there is none", arguments: ["", " ", "\n\t ", "\u{3000}"])
    func missing(_ text: String) {
        expectEqual(complaint(int, text), "Enter a whole number")
    }

    @Test("names the range of the type where a number is out of it")
    func outOfRange() {
        let sentence = "Enter a whole number from -9223372036854775808 to 9223372036854775807"
        expectEqual(complaint(int, "9223372036854775808"), sentence)
        expectEqual(complaint(int, " -9223372036854775809"), sentence)
        expectEqual(complaint(int, "+" + String(repeating: "9", count: 100_000)), sentence)
        let byte: ValueConverter<String, UInt8> = .integer
        expectEqual(complaint(byte, "256"), "Enter a whole number from 0 to 255")
        expectEqual(complaint(byte, "-1"), "Enter a whole number from 0 to 255")
        #expect(complaint(byte, "-0") == nil)
        expectEqual(complaint(byte, "256x"), "This is not a whole number")
    }

    @Test("text of any length is looked through once")
    func long() {
        expectEqual(complaint(int, String(repeating: " ", count: 200_000)), "Enter a whole number")
        expectEqual(complaint(int, String(repeating: "1", count: 200_000) + "x"), "This is not a whole number")
        #expect(
            (try? int.parse(String(repeating: " ", count: 200_000) + "5" + String(repeating: "\n", count: 200_000)))
                == 5)
    }

    @Test("reads again what it shows, for every integer type")
    func roundTrip() {
        check(Int.self)
        check(Int8.self)
        check(UInt8.self)
        check(Int16.self)
        check(UInt64.self)
        check(Int128.self)
        check(UInt128.self)
    }

    private func check<Integer: FixedWidthInteger & Sendable>(_ type: Integer.Type) {
        let converter: ValueConverter<String, Integer> = .integer
        var random = SplitMix(state: 16)
        let values =
            [.min, .max, 0, 1]
            + (0..<500).map { Integer.random(in: .min ... .max >> ($0 % Integer.bitWidth), using: &random) }
        for value in values {
            #expect((try? converter.parse(converter.format(value))) == value, "\(type)")
        }
    }
}

@Suite("ValueConverter.decimal")
struct DecimalConverterTests {
    private let double: ValueConverter<String, Double> = .decimal

    @Test(
        "reads digits with a point, with a sign, with an exponent",
        arguments: [
            ("1", 1), ("1.5", 1.5), ("1.", 1), (".5", 0.5), ("-.5", -0.5), ("+1.5", 1.5), (" 1.5\n", 1.5), ("0", 0),
            ("007.50", 7.5),
            ("1e3", 1000), ("1E3", 1000), ("1.5e-3", 0.0015), ("1.e+2", 100), ("1e-400", 0), ("1e308", 1e308),
        ])
    func readable(_ text: String, _ value: Double) throws {
        #expect(try double.parse(text) == value)
    }

    @Test(
        "says what is not a number",
        arguments: [
            "-", "+", ".", "-.", "e", "e5", "1e", "1e+", ".e5", "1.2.3", "--1", "nan", "NaN", "-nan", "inf", "Infinity",
            "0x1p3",
            "0x10", "1 000", "1_000", "٣", "1٫5", "1.5€", "one", "1.5\0", "1\u{301}", "−1",
        ])
    func unreadable(_ text: String) {
        expectEqual(complaint(double, text), "This is not a number")
    }

    @Test("asks for a number where there is none", arguments: ["", "  ", "\n"])
    func missing(_ text: String) {
        expectEqual(complaint(double, text), "Enter a number")
    }

    @Test("says to use a point in place of a comma", arguments: ["1,5", "1,234.5", "1.234,5", "-1,", ",5", "1,5x"])
    func comma(_ text: String) {
        expectEqual(complaint(double, text), "Use a point instead of the comma, as in 1.5")
    }

    @Test("does not speak of a comma where something else comes first")
    func commaBehind() {
        expectEqual(complaint(double, "one, two"), "This is not a number")
        expectEqual(complaint(double, "1e5,5"), "This is not a number")
    }

    @Test("refuses what the type does not hold")
    func outOfRange() {
        expectEqual(complaint(double, "1e400"), "This number is too large")
        expectEqual(complaint(double, "-1e400"), "This number is too small")
        expectEqual(complaint(double, String(repeating: "9", count: 100_000)), "This number is too large")
        let float: ValueConverter<String, Float> = .decimal
        expectEqual(complaint(float, "1e39"), "This number is too large")
        #expect(complaint(float, "1e38") == nil)
    }

    @Test(
        "shows the shortest text, a whole number without \".0\"",
        arguments: [
            (1, "1"), (-1, "-1"), (0.1, "0.1"), (1.5, "1.5"), (10, "10"), (0, "0"), (-0.0, "-0"), (1e16, "1e+16"),
            (1e-7, "1e-07"),
            (1e15, "1000000000000000"), (.nan, "nan"), (.infinity, "inf"),
        ])
    func format(_ value: Double, _ text: String) {
        expectEqual(double.format(value), text)
    }

    @Test("reads again what it shows, for every floating-point type")
    func roundTrip() {
        check(Double.self)
        check(Float.self)
        check(Float16.self)
        #if arch(x86_64)
            check(Float80.self)
        #endif
    }

    private func check<Number: BinaryFloatingPoint & LosslessStringConvertible & Sendable>(_ type: Number.Type) {
        let converter: ValueConverter<String, Number> = .decimal
        var random = SplitMix(state: 17)
        var values: [Number] = [
            0, -0.0, 1, 0.1, .pi, .ulpOfOne, .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude,
            -.greatestFiniteMagnitude,
        ]
        let exponents = Int(Number.leastNonzeroMagnitude.exponent)...Int(Number.greatestFiniteMagnitude.exponent)
        for _ in 0..<2000 {
            let fraction =
                Number(UInt64.random(in: 0 ... .max, using: &random))
                / Number(sign: .plus, exponent: 64, significand: 1)
            let exponent = Number.Exponent(Int.random(in: exponents, using: &random))
            values.append(
                Number(sign: random.next() % 2 == 0 ? .plus : .minus, exponent: exponent, significand: 1 + fraction))
            values.append(Number(Int.random(in: -100_000...100_000, using: &random)) / 100)
        }
        for value in values where value.isFinite {
            #expect((try? converter.parse(converter.format(value))) == value, "\(type) \(value)")
        }
    }
}
