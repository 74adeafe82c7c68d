/// How what a control holds is read as another type, and shown again: text as a number, say.
///
/// ```swift
/// viewModel.$age <=> field.rx.text.converted(by: .integer)
/// let yesOrNo = ValueConverter<String, Bool>(
///     parse: { text in
///         guard ["yes", "no"].contains(text) else { throw ConversionError("Say yes or no") }
///         return text == "yes"
///     },
///     format: { $0 ? "yes" : "no" })
/// ```
///
/// What Avalonia and WPF call an `IValueConverter`, with `ConvertBack` and `Convert`.
public struct ValueConverter<Raw: Sendable, Value: Sendable>: Sendable {
    @usableFromInline let parsing: @Sendable (Raw) throws -> Value
    @usableFromInline let formatting: @Sendable (Value) -> Raw

    /// - Parameters:
    ///   - parse: Reads what a control holds. Throws where it cannot be read: a ``ConversionError`` says why to the
    ///     user.
    ///   - format: What a control shows of a value.
    @inlinable
    public init(
        parse: @escaping @Sendable (Raw) throws -> Value, format: @escaping @Sendable (Value) -> Raw
    ) {
        parsing = parse
        formatting = format
    }

    /// Reads what a control holds.
    ///
    /// - Throws: What the converter throws where it cannot be read, a ``ConversionError`` as a rule.
    @inlinable
    public func parse(_ raw: Raw) throws -> Value { try parsing(raw) }

    /// What a control shows of a value.
    @inlinable
    public func format(_ value: Value) -> Raw { formatting(value) }

    /// This converter, and another one for what it reads.
    public func then<Next: Sendable>(_ next: ValueConverter<Value, Next>) -> ValueConverter<Raw, Next> {
        ValueConverter<Raw, Next>(
            parse: { try next.parse(parse($0)) }, format: { format(next.format($0)) })
    }

    /// The same converter with another sentence for what cannot be read.
    public func message(_ text: String) -> ValueConverter { message { _ in text } }

    /// The same converter with another sentence for what cannot be read.
    ///
    /// - Parameter text: Makes the sentence of what the control holds.
    public func message(_ text: @escaping @Sendable (Raw) -> String) -> ValueConverter {
        ValueConverter(
            parse: { raw in
                do {
                    return try parse(raw)
                } catch {
                    throw ConversionError(text(raw))
                }
            },
            format: formatting)
    }
}

/// Why something could not be read, in a sentence for the user.
public struct ConversionError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The sentence.
    public let message: String

    /// - Parameter message: A sentence for the user.
    public init(_ message: String) {
        self.message = message
    }

    public var description: String { message }

    /// What is said to the user of any error of a converter.
    @usableFromInline
    package static func message(of error: any Error) -> String { "\(error)" }
}
