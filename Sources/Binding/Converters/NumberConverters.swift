extension ValueConverter where Raw == String, Value: FixedWidthInteger {
    /// Text as a whole number: ASCII digits with a sign or without.
    ///
    /// Whitespace at both ends is ignored, and so is a "+". A number outside the type's range is refused with a
    /// sentence that states the range.
    @inlinable
    public static var integer: ValueConverter {
        // Usually there is nothing around the digits.
        ValueConverter(parse: { text in try Value(text) ?? integer(in: text) }, format: { String($0) })
    }

    @usableFromInline
    static func integer(in text: String) throws -> Value {
        let text = text.withoutOuterWhitespace
        if let value = Value(text) { return value }
        if text.isEmpty { throw ConversionError("Enter a whole number") }
        var digits = text.utf8
        if let first = digits.first, first == .plus || first == .minus { digits.removeFirst() }
        if !digits.isEmpty, digits.allSatisfy(\.isDigit) {
            throw ConversionError("Enter a whole number from \(Value.min) to \(Value.max)")
        }
        throw ConversionError("This is not a whole number")
    }
}

extension ValueConverter where Raw == String, Value: BinaryFloatingPoint & LosslessStringConvertible {
    /// Text as a decimal number: ASCII digits with or without a point and a sign; an exponent may follow, as in
    /// "1.5e-3".
    ///
    /// The point may stand before, among or after the digits: "1.", typed on the way to "1.5", is 1. Whitespace at both
    /// ends is ignored. "", "-" and "." are not numbers, nor are "nan", "inf" and hexadecimal numbers. A comma is
    /// refused with a sentence of its own, because it separates decimals in some countries and thousands in others; the
    /// product `BindingFoundation` has converters for that. A number beyond the type's largest or smallest is refused;
    /// one too close to 0 is 0.
    ///
    /// A value is shown as the shortest text that is read as the same value: "0.1", "2", "1e+16".
    public static var decimal: ValueConverter {
        ValueConverter(parse: { try decimal(in: $0) }, format: { $0.plainText })
    }

    private static func decimal(in text: String) throws -> Value {
        let number = text.withoutOuterWhitespace
        if number.isEmpty { throw ConversionError("Enter a number") }
        switch DecimalSyntax(number.utf8) {
        case .number:
            guard let value = Value(String(number)) else { throw ConversionError("This is not a number") }
            guard value.isFinite else {
                throw ConversionError("This number is too \(value < 0 ? "small" : "large")")
            }
            return value
        case .comma: throw ConversionError("Use a point instead of the comma, as in 1.5")
        case .unreadable: throw ConversionError("This is not a number")
        }
    }
}

/// The syntax of a text that should be a decimal number.
private enum DecimalSyntax {
    case number
    /// There is a comma where a number may continue.
    case comma
    case unreadable

    init(_ text: Substring.UTF8View) {
        var rest = text
        rest.dropSign()
        var digits = rest.dropDigits()
        if rest.first == .point {
            rest.removeFirst()
            digits += rest.dropDigits()
        }
        if rest.first == .comma {
            self = .comma
            return
        }
        if digits > 0, let letter = rest.first, letter == .lowercaseE || letter == .uppercaseE {
            rest.removeFirst()
            rest.dropSign()
            digits = rest.dropDigits()
        }
        self = digits > 0 && rest.isEmpty ? .number : .unreadable
    }
}

extension Substring.UTF8View {
    fileprivate mutating func dropSign() {
        if let first, first == .plus || first == .minus { removeFirst() }
    }

    /// Drops the digits at the start, and returns their number.
    fileprivate mutating func dropDigits() -> Int {
        let count = prefix { $0.isDigit }.count
        removeFirst(count)
        return count
    }
}

extension UTF8.CodeUnit {
    fileprivate static let plus = UInt8(ascii: "+")
    fileprivate static let minus = UInt8(ascii: "-")
    fileprivate static let point = UInt8(ascii: ".")
    fileprivate static let comma = UInt8(ascii: ",")
    fileprivate static let lowercaseE = UInt8(ascii: "e")
    fileprivate static let uppercaseE = UInt8(ascii: "E")

    fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}

extension CustomStringConvertible where Self: BinaryFloatingPoint {
    /// The shortest text that is read as the same number, without the ".0" of a whole one.
    package var plainText: String {
        let text = description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

// For other values. After the converters of the same names: before these, the compiler (6.3) may choose them.

extension ValueConverter where Raw == String {
    /// A converter for integers.
    @available(
        *, unavailable,
        message:
            "'integer' reads integer types; for an optional, write '.optional(.integer)', and for fractions '.decimal'"
    )
    @_documentation(visibility: internal)
    public static var integer: ValueConverter { .unavailable }

    /// A converter for numbers with a fraction.
    @available(
        *, unavailable,
        message:
            "'decimal' reads 'Double' and 'Float'; for an optional, write '.optional(.decimal)', and for Foundation's 'Decimal' '.format(.number)' of BindingFoundation"
    )
    @_documentation(visibility: internal)
    public static var decimal: ValueConverter { .unavailable }

    private static var unavailable: ValueConverter {
        ValueConverter(parse: { _ in throw ConversionError("") }, format: { "\($0)" })
    }
}
