import Binding
import BindingFoundation
import Foundation
import TestSupport
import Testing

@Suite("ValueConverter.format")
struct FormatStyleConverterTests {
    static let american = Locale(identifier: "en_US")
    static let german = Locale(identifier: "de_DE")
    static let swiss = Locale(identifier: "de_CH")
    static let egyptian = Locale(identifier: "ar_EG")
    static let all = [american, german, swiss, egyptian, Locale(identifier: "fr_FR"), Locale(identifier: "hi_IN")]

    @Test("numbers as America and Germany write them")
    func numbers() {
        let american: ValueConverter<String, Double> = .format(.number.locale(Self.american))
        expectEqual(american.format(1234.5), "1,234.5")
        for (text, value) in [
            ("1,234.5", 1234.5), ("1234.5", 1234.5), (" -1.50 ", -1.5), ("+5", 5), (".5", 0.5), ("1.", 1),
        ] {
            expectEqual(read(american, text), value, "\(text)")
        }
        let german: ValueConverter<String, Double> = .format(.number.locale(Self.german))
        expectEqual(german.format(1234.5), "1.234,5")
        for (text, value) in [("1.234,5", 1234.5), ("1234,5", 1234.5), (" -1,50 ", -1.5), (",5", 0.5), ("1.234", 1234)]
        {
            expectEqual(read(german, text), value, "\(text)")
        }
    }

    @Test("text that Foundation reads in part is refused", arguments: ["1,5", "1.234,5", "12abc", "--1", "1 2 x"])
    func parts(_ text: String) {
        let american: ValueConverter<String, Double> = .format(.number.locale(Self.american))
        expectEqual(complaint(american, text), "This cannot be read; write it as in '12.5'")
    }

    @Test(
        "decimals for an integer are refused, not dropped",
        arguments: ["1.5", "1.0", "1,5", "x", "99999999999999999999"])
    func decimalsForAnInteger(_ text: String) {
        let american: ValueConverter<String, Int> = .format(.number.locale(Self.american))
        expectEqual(complaint(american, text), "This cannot be read; write it as in '12'")
        expectEqual(read(american, "12,345"), 12345)
        expectEqual(read(american, "11"), 11)
        let german: ValueConverter<String, Int> = .format(.number.locale(Self.german))
        expectEqual(complaint(german, "1,5"), "This cannot be read; write it as in '12'")
        expectEqual(read(german, "12.345"), 12345)
    }

    @Test("an integer that Foundation shows and cannot read is read as it is shown, or by its digits", arguments: all)
    func largeIntegers(_ locale: Locale) {
        let unsigned: ValueConverter<String, UInt64> = .format(.number.locale(locale))
        for value in [0, 12, UInt64(Int64.max), UInt64(Int64.max) + 1, .max] {
            expectEqual(read(unsigned, unsigned.format(value)), value, "\(unsigned.format(value))")
        }
        expectEqual(read(unsigned, "18446744073709551615"), .max)
        for text in ["18446744073709551616", "-1", "18446744073709551615x", "1844674407370955161.5"] {
            #expect(read(unsigned, text) == nil, "\(text)")
        }
    }

    @Test("an integer amount of a currency, as it is shown, with its sign or without")
    func integerAmounts() {
        let american: ValueConverter<String, Int> = .format(.currency(code: "EUR").locale(Self.american))
        expectEqual(american.format(1234), "€1,234.00")
        for text in ["€1,234.00", "1,234.00", "€1,234", "1234"] { expectEqual(read(american, text), 1234, "\(text)") }
        for text in ["€1,234.50", "1,234.50", "€1,234.99"] {
            expectEqual(complaint(american, text), "This cannot be read; write it as in '€12.00'", "\(text)")
        }
    }

    @Test("groups of digits have to be where the country has them")
    func groups() {
        let american: ValueConverter<String, Double> = .format(.number.locale(Self.american))
        for text in ["1,23", "12,34,567", "1,,234", "1,234.5.6"] {
            #expect(complaint(american, text) != nil, "\(text)")
        }
        let indian: ValueConverter<String, Double> = .format(.number.locale(Locale(identifier: "hi_IN")))
        expectEqual(read(indian, "12,34,567"), 1_234_567)
        expectEqual(read(indian, "१२"), 12)
    }

    @Test("very long text is refused before long", arguments: ["9", "1,", "-", "11/", "€", "e\u{301}", "\0"])
    func long(_ piece: String) {
        let text = String(repeating: piece, count: 20_000)
        let number: ValueConverter<String, Int> = .format(.number.locale(Self.american))
        let amount: ValueConverter<String, Double> = .format(.currency(code: "EUR").locale(Self.german))
        let day: ValueConverter<String, Date> = .format(numeric(Self.american))
        #expect(complaint(number, text) != nil)
        #expect(complaint(amount, text) != nil)
        #expect(complaint(day, text) != nil)
    }

    @Test("a style that shortens is not read, as the documentation says")
    func compactNames() {
        let compact: ValueConverter<String, Double> = .format(.number.notation(.compactName).locale(Self.american))
        expectEqual(compact.format(1200), "1.2K")
        expectEqual(complaint(compact, "1.2K"), "This cannot be read; write it as in '12'")
    }

    @Test("numbers beyond the type are refused")
    func bounds() {
        let byte: ValueConverter<String, UInt8> = .format(IntegerFormatStyle<UInt8>(locale: Self.american))
        expectEqual(read(byte, "255"), 255)
        expectEqual(complaint(byte, "256"), "This cannot be read; write it as in '12'")
        expectEqual(complaint(byte, "-1"), "This cannot be read; write it as in '12'")
        let double: ValueConverter<String, Double> = .format(.number.locale(Self.american))
        #expect(complaint(double, "1e400") != nil)
        #expect(complaint(double, "NaN") != nil)
        let decimal: ValueConverter<String, Decimal> = .format(Decimal.FormatStyle(locale: Self.american))
        #expect(complaint(decimal, "NaN") != nil)
    }

    @Test("where there is nothing, the sentence asks for a value")
    func nothing() {
        let german: ValueConverter<String, Double> = .format(.number.locale(Self.german))
        expectEqual(complaint(german, ""), "Enter a value, such as '12,5'")
        expectEqual(complaint(german, " \n"), "Enter a value, such as '12,5'")
        let optional: ValueConverter<String, Double?> = .optional(.format(.number.locale(Self.german)))
        expectEqual(read(optional, ""), .some(nil))
    }

    @Test("currencies, with their sign or without, with a blank that a keyboard has")
    func currencies() {
        let american: ValueConverter<String, Decimal> = .format(.currency(code: "EUR").locale(Self.american))
        expectEqual(american.format(1234.5), "€1,234.50")
        for text in ["€1,234.50", "€ 1,234.50", "1234.5", "1,234.5"] {
            expectEqual(read(american, text), 1234.5, "\(text)")
        }
        for text in ["-€5.00", "€-5", "-5", "\u{2212}5", "\u{2212}€ 5.00", "- €5"] {
            expectEqual(read(american, text), -5, "\(text)")
        }
        expectEqual(read(american, "+€5.00"), 5)
        let german: ValueConverter<String, Decimal> = .format(.currency(code: "EUR").locale(Self.german))
        expectEqual(german.format(1234.5), "1.234,50\u{a0}€")
        for text in ["1.234,50\u{a0}€", "1.234,50 €", "1234,5€", "1234,5"] {
            expectEqual(read(german, text), 1234.5, "\(text)")
        }
        expectEqual(read(german, "-5 €"), -5)
        for text in ["$5", "5 x", "12.5", "5 $", "€", "-"] {
            expectEqual(complaint(german, text), "This cannot be read; write it as in '12,50\u{a0}€'", "\(text)")
        }
    }

    @Test("marks of the direction of writing need not be typed")
    func directions() {
        let egyptian: ValueConverter<String, Decimal> = .format(.currency(code: "EUR").locale(Self.egyptian))
        expectEqual(egyptian.format(5), "\u{200f}٥٫٠٠\u{a0}€")
        for text in ["٥٫٠٠\u{a0}€", "٥ €", "5 €", "5", "\u{200f}5€"] { expectEqual(read(egyptian, text), 5, "\(text)") }
    }

    @Test("a currency by its name is read as it is shown")
    func currencyNames() {
        let american: ValueConverter<String, Double> = .format(
            .currency(code: "EUR").presentation(.fullName).locale(Self.american))
        expectEqual(american.format(1234.5), "1,234.50 euros")
        expectEqual(read(american, "1,234.50 euros"), 1234.5)
        expectEqual(complaint(american, "5 dollars"), "This cannot be read; write it as in '12.50 euros'")
    }

    @Test("percentages, with their sign or without")
    func percentages() {
        let german: ValueConverter<String, Double> = .format(.percent.locale(Self.german))
        expectEqual(german.format(0.25), "25\u{a0}%")
        for text in ["25\u{a0}%", "25 %", "25%", "25"] { expectEqual(read(german, text), 0.25, "\(text)") }
        expectEqual(read(german, "-25%"), -0.25)
        #expect(complaint(german, "25 €") != nil)
    }

    @Test("more decimals than are shown are refused")
    func surplusDecimals() {
        let german: ValueConverter<String, Decimal> = .format(.number.precision(.fractionLength(2)).locale(Self.german))
        for text in ["12,34", "12,3", "12", "12,340"] { #expect(read(german, text) != nil, "\(text)") }
        expectEqual(complaint(german, "12,345"), "This would be shown as '12,34'; write it as in '12,50'")
        let yen: ValueConverter<String, Decimal> = .format(.currency(code: "JPY").locale(Self.american))
        expectEqual(read(yen, "12"), 12)
        expectEqual(complaint(yen, "12.5"), "This would be shown as '¥12'; write it as in '¥12'")
        let double: ValueConverter<String, Double> = .format(.number.locale(Self.american))
        expectEqual(read(double, "3.141593"), 3.141593)
        expectEqual(complaint(double, "3.1415927"), "This would be shown as '3.141593'; write it as in '12.5'")
        let rounded: ValueConverter<String, Int> = .format(
            .number.precision(.significantDigits(3)).locale(Self.american))
        expectEqual(read(rounded, "1230"), 1230)
        expectEqual(complaint(rounded, "1234"), "This would be shown as '1,230'; write it as in '12.0'")
        let steps: ValueConverter<String, Double> = .format(.number.rounded(increment: 0.05).locale(Self.american))
        expectEqual(read(steps, "1.05"), 1.05)
        #expect(complaint(steps, "1.02")?.hasPrefix("This would be shown as '1.00'") == true)
    }

    @Test("as many decimals as are shown are never refused", arguments: all)
    func decimals(_ locale: Locale) {
        let separator = locale.decimalSeparator ?? "."
        let double: ValueConverter<String, Double> = .format(.number.locale(locale))
        let float: ValueConverter<String, Float> = .format(.number.locale(locale))
        let money: ValueConverter<String, Decimal> = .format(.currency(code: "EUR").locale(locale))
        let percent: ValueConverter<String, Double> = .format(.percent.precision(.fractionLength(0...2)).locale(locale))
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let whole = Int.random(in: -1_000_000...1_000_000, using: &random)
            let six = "\(whole)\(separator)\(Int.random(in: 100_000..<1_000_000, using: &random))"
            #expect(read(double, six) != nil, "\(six)")
            let two = "\(whole)\(separator)\(Int.random(in: 10..<100, using: &random))"
            #expect(read(float, two) != nil, "\(two)")
            #expect(read(money, two) != nil, "\(two)")
            #expect(read(percent, two) != nil, "\(two)")
        }
    }

    @Test("what a style shows is read again, in many countries", arguments: all)
    func roundTrip(_ locale: Locale) {
        let integer: ValueConverter<String, Int> = .format(.number.locale(locale))
        let double: ValueConverter<String, Double> = .format(.number.precision(.fractionLength(0...3)).locale(locale))
        let money: ValueConverter<String, Decimal> = .format(.currency(code: "CHF").locale(locale))
        let percent: ValueConverter<String, Int> = .format(.percent.locale(locale))
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let number = Int.random(in: -1_000_000_000_000...1_000_000_000_000, using: &random)
            expectEqual(read(integer, integer.format(number)), number, "\(integer.format(number))")
            let thousandths = Double(number) / 1000
            expectEqual(read(double, double.format(thousandths)), thousandths, "\(double.format(thousandths))")
            let hundredths = Decimal(number) / 100
            expectEqual(read(money, money.format(hundredths)), hundredths, "\(money.format(hundredths))")
            expectEqual(read(percent, percent.format(number % 1000)), number % 1000, "\(percent.format(number % 1000))")
        }
    }

    @Test("dates as America and Germany write them")
    func dates() throws {
        let day = try Date("2026-11-22T00:00:00Z", strategy: .iso8601)
        let american: ValueConverter<String, Date> = .format(numeric(Self.american))
        expectEqual(american.format(day), "11/22/2026")
        expectEqual(read(american, "11/22/2026"), day)
        expectEqual(complaint(american, "22.11.2026"), "This cannot be read; write it as in '11/22/2026'")
        expectEqual(complaint(american, "11/22/2026x"), "This cannot be read; write it as in '11/22/2026'")
        expectEqual(complaint(american, ""), "Enter a value, such as '11/22/2026'")
        let german: ValueConverter<String, Date> = .format(numeric(Self.german))
        expectEqual(german.format(day), "22.11.2026")
        expectEqual(read(german, " 22.11.2026"), day)
        expectEqual(complaint(german, "11/22/2026"), "This cannot be read; write it as in '22.11.2026'")
    }

    @Test("dates with the name of the month, in many countries", arguments: all)
    func monthNames(_ locale: Locale) throws {
        var style = Date.FormatStyle.dateTime.day().month(.wide).year().locale(locale)
        style.timeZone = .gmt
        let converter: ValueConverter<String, Date> = .format(style)
        for month in 1...12 {
            let day = try Date("2026-\(month < 10 ? "0" : "")\(month)-22T00:00:00Z", strategy: .iso8601)
            expectEqual(read(converter, converter.format(day)), day, "\(converter.format(day))")
        }
    }

    @Test("dates by ISO 8601")
    func iso8601() throws {
        let converter: ValueConverter<String, Date> = .format(.iso8601)
        let time = try Date("2026-11-22T09:44:44Z", strategy: .iso8601)
        expectEqual(converter.format(time), "2026-11-22T09:44:44Z")
        expectEqual(read(converter, "2026-11-22T09:44:44Z"), time)
        for text in ["2026-11-22", "2026-13-22T09:44:44Z", "2026-11-22T09:44:44Zx"] {
            #expect(complaint(converter, text) != nil, "\(text)")
        }
    }

    @Test("a style and a strategy that is not lenient")
    func strategy() throws {
        let format: Date.FormatString = "\(day: .twoDigits).\(month: .twoDigits).\(year: .defaultDigits)"
        let strict: ValueConverter<String, Date> = .format(
            Date.VerbatimFormatStyle(format: format, timeZone: .gmt, calendar: Calendar(identifier: .gregorian)),
            strategy: Date.ParseStrategy(format: format, timeZone: .gmt, isLenient: false))
        let day = try Date("2026-02-01T00:00:00Z", strategy: .iso8601)
        expectEqual(strict.format(day), "01.02.2026")
        expectEqual(read(strict, "01.02.2026"), day)
        for text in ["31.02.2026", "01.13.2026", "01.02.2026x", "x"] {
            expectEqual(complaint(strict, text), "This cannot be read; write it as in '22.11.2026'", "\(text)")
        }
    }

    @Test(
        "a day that does not exist is refused, which Foundation takes for one of the next month",
        arguments: ["31.2.2026", "31.02.26", "31. Februar 2026", "29.2.2027", "0.3.2026"])
    func daysThatDoNotExist(_ text: String) {
        let numbers: ValueConverter<String, Date> = .format(numeric(Self.german))
        expectEqual(complaint(numbers, text), "This cannot be read; write it as in '22.11.2026'")
        let names: ValueConverter<String, Date> = .format(long(Self.german))
        expectEqual(complaint(names, text), "This cannot be read; write it as in '22. November 2026'")
    }

    @Test(
        "a day may be written otherwise than it is shown",
        arguments: ["1.2.2026", "01.02.2026", "1.2.26", "1. Feb. 2026", "1. Februar 2026"])
    func otherForms(_ text: String) throws {
        let day = try Date("2026-02-01T00:00:00Z", strategy: .iso8601)
        for style in [numeric(Self.german), long(Self.german)] {
            expectEqual(read(.format(style), text), day)
        }
    }

    @Test("a year of two digits is one of this century, or refused")
    func years() throws {
        let day = try Date("2026-02-01T00:00:00Z", strategy: .iso8601)
        let short: ValueConverter<String, Date> = .format(
            Date.FormatStyle(locale: Self.american, timeZone: .gmt).day().month(.defaultDigits).year(.twoDigits))
        expectEqual(short.format(day), "2/1/26")
        for text in ["2/1/26", "2/1/2026"] { expectEqual(read(short, text), day, "\(text)") }
        expectEqual(complaint(short, "2/1/1926"), "This would be shown as '2/1/26'; write it as in '11/22/26'")
        let iso: ValueConverter<String, Date> = .format(.iso8601.year().month().day())
        for text in ["2026-02-01", "2026-2-1"] { expectEqual(read(iso, text), day, "\(text)") }
        for text in ["26-02-01", "2026-02-29", "2026-02-30", "2026-04-31"] {
            expectEqual(complaint(iso, text), "This cannot be read; write it as in '2026-11-22'", "\(text)")
        }
        expectEqual(iso.format(try #require(read(iso, "0026-02-01"))), "0026-02-01")
    }

    @Test("a time that does not exist is refused")
    func times() throws {
        let time = Date.FormatStyle(date: .numeric, time: .shortened, locale: Self.american, timeZone: .gmt)
        let american: ValueConverter<String, Date> = .format(time)
        let moment = try Date("2026-02-01T13:30:00Z", strategy: .iso8601)
        for text in [american.format(moment), "2/1/2026, 1:30 PM"] {
            expectEqual(read(american, text), moment, "\(text)")
        }
        for text in ["2/1/2026, 13:30 PM", "2/31/2026, 1:30 PM", "2/1/2026, 1:70 PM"] {
            #expect(complaint(american, text) != nil, "\(text)")
        }
    }

    @Test("a time of another zone")
    func zones() throws {
        let iso: ValueConverter<String, Date> = .format(.iso8601)
        let moment = try Date("2026-11-22T09:44:44Z", strategy: .iso8601)
        expectEqual(read(iso, "2026-11-22T10:44:44+01:00"), moment)
    }

    @Test("a style of one's own, which says nothing of an example")
    func ownStyle() {
        let converter: ValueConverter<String, Pair> = .format(Pair.Style())
        expectEqual(converter.format(Pair(first: 1, second: 2)), "1:2")
        expectEqual(read(converter, " 1:2 "), Pair(first: 1, second: 2))
        expectEqual(complaint(converter, "1"), "This cannot be read")
        expectEqual(complaint(converter, ""), "Enter a value")
    }

    private func numeric(_ locale: Locale) -> Date.FormatStyle {
        Date.FormatStyle(date: .numeric, time: .omitted, locale: locale, timeZone: .gmt)
    }

    private func long(_ locale: Locale) -> Date.FormatStyle {
        Date.FormatStyle(date: .long, time: .omitted, locale: locale, timeZone: .gmt)
    }
}

private struct Pair: Equatable, Sendable {
    var first: Int
    var second: Int

    struct Style: ParseableFormatStyle, ParseStrategy {
        var parseStrategy: Self { self }
        func format(_ value: Pair) -> String { "\(value.first):\(value.second)" }

        func parse(_ text: String) throws -> Pair {
            let parts = text.split(separator: ":").compactMap { Int($0) }
            guard parts.count == 2 else { throw CocoaError(.formatting) }
            return Pair(first: parts[0], second: parts[1])
        }
    }
}

private func read<Value>(_ converter: ValueConverter<String, Value>, _ text: String) -> Value? {
    try? converter.parse(text)
}

private func complaint<Value>(_ converter: ValueConverter<String, Value>, _ text: String) -> String? {
    do {
        _ = try converter.parse(text)
        return nil
    } catch {
        return ConversionError.message(of: error)
    }
}
