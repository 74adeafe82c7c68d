import Binding

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reads text by a parse strategy of Foundation, and requires that it can be read as a whole.
///
/// `parse(_:)` of the strategies for numbers and dates accepts text of which only the start can be read. As a component
/// of a regular expression, the same strategy says where it has stopped, but insists on the sign of a currency and on
/// the exact space in front of it, which no keyboard has. So a number is tried a second time, with the prefix and the
/// suffix that the style uses.
///
/// What is read has to be what will be shown for it: a value of which the style shows only a part is refused, as is a date
/// that the text does not name.
struct FormatReader<Style: FormatStyle, Strategy: ParseStrategy>
where
    Style.FormatInput: Sendable, Style.FormatOutput == String, Strategy.ParseInput == String,
    Strategy.ParseOutput == Style.FormatInput
{
    typealias Value = Style.FormatInput

    let style: Style
    let strategy: Strategy
    /// Whether the strategy is one of Foundation's for dates, which read the 30th of February as the 2nd of March.
    let isLenient: Bool

    func read(_ text: String) throws -> Value {
        let text = String(text.withoutOuterWhitespace)
        guard !text.isEmpty else {
            throw ConversionError(example.map { "Enter a value, such as '\(style.format($0))'" } ?? "Enter a value")
        }
        guard let value = (try? value(of: text)).flatMap({ isSound($0, of: text) ? $0 : nil }) ?? large(text) else {
            throw refusal("This cannot be read")
        }
        let shown = style.format(value)
        if isLenient, value is Date, !DateNumbers(in: text).agree(with: DateNumbers(in: shown)) {
            throw refusal("This cannot be read")
        }
        if let again = try? self.value(of: shown), PartEquality(Value.self)?.areSame(again, value) == false {
            throw refusal("This would be shown as '\(shown)'")
        }
        return value
    }

    private func refusal(_ reason: String) -> ConversionError {
        ConversionError(example.map { "\(reason); write it as in '\(style.format($0))'" } ?? reason)
    }

    private func value(of text: String) throws -> Value? {
        guard
            let part = (strategy as Any as? any CustomConsumingRegexComponent)
                ?? (style as Any as? any CustomConsumingRegexComponent)
        else { return try strategy.parse(text) }
        if let value = try? whole(text, by: part) { return value }
        if let shown = asShown(text), let value = try? whole(shown, by: part) { return value }
        // Some output of styles can only be read in full, such as a currency by its name.
        let value = try strategy.parse(text)
        return style.format(value) == text ? value : nil
    }

    /// The value that a component of a regular expression reads, if it reads all of the text.
    private func whole(_ text: String, by part: some CustomConsumingRegexComponent) throws -> Value? {
        guard let match = try part.consuming(text, startingAt: text.startIndex, in: text.startIndex..<text.endIndex),
            match.upperBound == text.endIndex
        else { return nil }
        return match.output as? Value
    }

    /// The number in a text, with the prefix and the suffix of the style in place of those of the text.
    private func asShown(_ text: String) -> String? {
        guard let example, example is any Numeric else { return nil }
        var affixes = Affixes(of: style.format(example))
        var core = text.withoutDirectionMarks[...]
        affixes.remove(from: &core)
        if let sign = core.first, "+-\u{2212}".contains(sign) {
            core.removeFirst()
            affixes.remove(from: &core)
            if sign != "+" {
                guard let number = example as? any SignedNumeric, let negative = negated(number) else { return nil }
                affixes = Affixes(of: style.format(negative))
            }
        }
        guard core.first?.isWholeNumber == true else { return nil }
        return affixes.prefix + core + affixes.suffix
    }

    private func negated(_ number: some SignedNumeric) -> Value? { -number as? Value }

    /// Whether a value is acceptable, and no part of the text has been ignored.
    private func isSound(_ value: Value, of text: String) -> Bool {
        switch value {
        case let number as any BinaryFloatingPoint: return number.isFinite
        case let number as Decimal: return number.isFinite
        case let number as any BinaryInteger: return isWhole(number, text)
        default: return true
        }
    }

    /// Whether a text that has been read as an integer has no decimals, which would be dropped silently. If there are
    /// none, changing the last digit changes the value.
    private func isWhole<Number: BinaryInteger>(_ number: Number, _ text: String) -> Bool {
        guard let value = number as? Value, let last = text.lastIndex(where: \.isWholeNumber) else { return true }
        let shown = style.format(value)
        if shown == text || shown == asShown(text) { return true }
        let digit = text[last].wholeNumberValue == 1 ? "2" : "1"
        let other = text[..<last] + digit + text[text.index(after: last)...]
        guard let otherValue = try? self.value(of: String(other)) else { return true }
        return otherValue as? Number != number
    }

    /// An integer that is out of Foundation's reach, which reads all of them as `Int`, written as it is shown or with
    /// digits alone.
    private func large(_ text: String) -> Value? {
        guard let type = Value.self as? any FixedWidthInteger.Type else { return nil }
        return large(type, text)
    }

    private func large<Number: FixedWidthInteger>(_ type: Number.Type, _ text: String) -> Value? {
        let digits = text.compactMap(\.wholeNumberValue).map(String.init).joined()
        for sign in ["", "-"] {
            guard let number = Number(sign + digits), Int(exactly: number) == nil, let value = number as? Value,
                sign + digits == text || style.format(value) == text
            else { continue }
            return value
        }
        return nil
    }

    /// An example value, if the type is a known one.
    private var example: Value? {
        switch Value.self {
        case let type as any BinaryFloatingPoint.Type: number(type)
        case is Decimal.Type: Decimal(string: "12.5") as? Value
        case let type as any BinaryInteger.Type: integer(type)
        case is Date.Type: Date(timeIntervalSinceReferenceDate: 817_000_000) as? Value
        default: nil
        }
    }

    private func number<Number: BinaryFloatingPoint>(_ type: Number.Type) -> Value? { Number(12.5) as? Value }

    private func integer<Number: BinaryInteger>(_ type: Number.Type) -> Value? { Number(12) as? Value }
}

/// The text before and after a number.
private struct Affixes {
    let prefix: String
    let suffix: String

    init(of shown: String) {
        let start = shown.firstIndex(where: \.isWholeNumber) ?? shown.endIndex
        let end = shown.lastIndex(where: \.isWholeNumber).map(shown.index(after:)) ?? shown.endIndex
        prefix = String(shown[..<start])
        suffix = String(shown[end...])
    }

    /// Removes the prefix and the suffix, and any whitespace before, between and after them and the number.
    func remove(from text: inout Substring) {
        text = text.withoutOuterWhitespace
        let prefix = prefix.withoutDirectionMarks.withoutOuterWhitespace
        if !prefix.isEmpty, text.hasPrefix(prefix) { text.removeFirst(prefix.count) }
        let suffix = suffix.withoutDirectionMarks.withoutOuterWhitespace
        if !suffix.isEmpty, text.hasSuffix(suffix) { text.removeLast(suffix.count) }
        text = text.withoutOuterWhitespace
    }
}

extension String {
    /// The text without the invisible marks of its writing direction.
    fileprivate var withoutDirectionMarks: String {
        String(String.UnicodeScalarView(unicodeScalars.filter { $0.properties.generalCategory != .format }))
    }
}
