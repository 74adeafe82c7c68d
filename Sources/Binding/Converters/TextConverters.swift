extension ValueConverter where Raw == String, Value: LosslessStringConvertible {
    /// Text as a type that reads its own description: `true`, `false`, a character, a type of your own.
    ///
    /// Whitespace counts; ``trimmed(_:)`` drops it at both ends.
    public static var lossless: ValueConverter {
        ValueConverter(
            parse: { text in
                // `Character` stops the program unless there is exactly one.
                guard Value.self != Character.self || text.count == 1, let value = Value(text) else {
                    throw ConversionError("This cannot be read")
                }
                return value
            },
            format: { $0.description })
    }
}

extension ValueConverter where Raw == String {
    /// Empty text as `nil`, and other text as another converter reads it.
    ///
    /// ```swift
    /// viewModel.$age <=> field.rx.text.converted(by: .optional(.integer))      // an Int?
    /// viewModel.$nickname <=> field.rx.text.converted(by: .trimmed(.optional(.lossless)))
    /// ```
    ///
    /// With ``trimmed(_:)`` around this, blank text counts as empty, as in the second line. A value that is shown as
    /// empty text, such as an empty string, is read as `nil`.
    ///
    /// - Parameter converter: Reads text that is not empty.
    public static func optional<Wrapped>(
        _ converter: ValueConverter<String, Wrapped>
    ) -> ValueConverter where Value == Wrapped? {
        ValueConverter(
            parse: { $0.isEmpty ? nil : try converter.parse($0) },
            format: { $0.map(converter.format) ?? "" })
    }

    /// Text without the whitespace at its ends, as another converter reads it.
    ///
    /// - Parameter converter: Reads the trimmed text.
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
    /// Text that is the raw value of a case, as the case.
    ///
    /// Other text is refused with a sentence that lists the raw values. Upper and lower case differ.
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
    /// Text that is the title of a case, as the case.
    ///
    /// Other text is refused with a sentence that lists the titles. Upper and lower case differ.
    ///
    /// - Parameter title: The title of a case. Called anew each time, so that titles may follow the current language.
    ///   If cases have the same title, the first one is chosen.
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

    /// Whether the text contains nothing but whitespace.
    package var isBlank: Bool { allSatisfy(\.isBlank) }
}

extension String {
    /// The same text without the whitespace at its ends; itself, if there is none.
    fileprivate var trimmed: String {
        guard let first, let last, first.isBlank || last.isBlank else { return self }
        return String(withoutOuterWhitespace)
    }
}

extension Character {
    /// Whether it is whitespace and nothing else. `isWhitespace` is also `true` for a space with an accent.
    fileprivate var isBlank: Bool { isWhitespace && unicodeScalars.allSatisfy(\.properties.isWhitespace) }
}

/// Alternatives as part of a sentence: "a", "a or b", "a, b or c".
package func listed(_ alternatives: some Sequence<String>) -> String {
    let all = Array(alternatives)
    guard let last = all.last, all.count > 1 else { return all.first ?? "nothing" }
    return all.dropLast().joined(separator: ", ") + " or " + last
}
