extension ValueConverter where Raw == String, Value: LosslessStringConvertible {
    /// Text as what a type reads of its own description: `true`, `false`, a character, a type of your own.
    ///
    /// Whitespace counts; ``trimmed(_:)`` drops that at both ends.
    public static var lossless: ValueConverter {
        ValueConverter(
            parse: { text in
                // `Character` stops the program where there is not just one.
                guard Value.self != Character.self || text.count == 1, let value = Value(text) else {
                    throw ConversionError("This cannot be read")
                }
                return value
            },
            format: { $0.description })
    }
}

extension ValueConverter where Raw == String {
    /// No text as `nil`, and other text as another converter has it.
    ///
    /// ```swift
    /// viewModel.$age <=> field.rx.text.converted(by: .optional(.integer))      // an Int?
    /// viewModel.$nickname <=> field.rx.text.converted(by: .trimmed(.optional(.lossless)))
    /// ```
    ///
    /// Text that is blank is no text to ``trimmed(_:)`` around this, as in the second line. A value that is shown as no
    /// text, an empty string, say, is read as `nil`.
    ///
    /// - Parameter converter: What reads text that is not empty.
    public static func optional<Wrapped>(
        _ converter: ValueConverter<String, Wrapped>
    ) -> ValueConverter where Value == Wrapped? {
        ValueConverter(
            parse: { $0.isEmpty ? nil : try converter.parse($0) },
            format: { $0.map(converter.format) ?? "" })
    }

    /// Text without the whitespace at its ends, as another converter has it.
    ///
    /// - Parameter converter: What reads the text then.
    public static func trimmed(_ converter: ValueConverter) -> ValueConverter {
        ValueConverter(parse: { try converter.parse($0.trimmed) }, format: converter.format)
    }
}

extension ValueConverter where Raw == String, Value == String {
    /// Text without the whitespace at its ends.
    public static var trimmed: ValueConverter {
        ValueConverter(parse: { $0.trimmed }, format: { $0 })
    }
}

extension ValueConverter where Raw == String, Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    /// The raw value of a case as the case.
    ///
    /// Other text, upper in place of lower case included, is refused with a sentence that lists what would be right.
    public static var oneOf: ValueConverter {
        ValueConverter(
            parse: { text in
                guard let value = Value(rawValue: text) else {
                    throw ConversionError("Enter \(listed(Value.allCases.lazy.map { "'\($0.rawValue)'" }))")
                }
                return value
            },
            format: { $0.rawValue })
    }
}

extension ValueConverter where Raw == String, Value: CaseIterable & Equatable {
    /// The title of a case as the case.
    ///
    /// Other text, upper in place of lower case included, is refused with a sentence that lists the titles.
    ///
    /// - Parameter title: What a case is called. Asked anew each time, so that titles may be in the language of that
    ///   moment. Of cases with the same title the first is meant.
    /// - Complexity: O(n) for each text, n being the number of cases.
    public static func oneOf(title: @escaping @Sendable (Value) -> String) -> ValueConverter {
        ValueConverter(
            parse: { text in
                guard let value = Value.allCases.first(where: { title($0) == text }) else {
                    throw ConversionError("Enter \(listed(Value.allCases.lazy.map { "'\(title($0))'" }))")
                }
                return value
            },
            format: title)
    }
}

extension StringProtocol {
    /// This text without the whitespace at its ends.
    package var withoutOuterWhitespace: SubSequence {
        let text = drop(while: \.isBlank)
        // By index: `dropLast` for one character after the other takes quadratic time.
        guard let last = text.lastIndex(where: { !$0.isBlank }) else { return text }
        return text[...last]
    }

    /// Whether there is nothing but whitespace.
    package var isBlank: Bool { allSatisfy(\.isBlank) }
}

extension String {
    /// The same text without the whitespace at its ends: itself, where there is none.
    fileprivate var trimmed: String {
        guard let first, let last, first.isBlank || last.isBlank else { return self }
        return String(withoutOuterWhitespace)
    }
}

extension Character {
    /// Whether it is whitespace and nothing else. `isWhitespace` says so of a blank with an accent, too.
    fileprivate var isBlank: Bool { isWhitespace && unicodeScalars.allSatisfy(\.properties.isWhitespace) }
}

/// Some alternatives as a sentence has them: "a", "a or b", "a, b or c".
package func listed(_ alternatives: some Sequence<String>) -> String {
    let all = Array(alternatives)
    guard let last = all.last, all.count > 1 else { return all.first ?? "nothing" }
    return all.dropLast().joined(separator: ", ") + " or " + last
}
