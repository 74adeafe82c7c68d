/// Reads a control's content as another type and formats it again, such as text as a number.
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
/// Avalonia and WPF call this an `IValueConverter`, with `ConvertBack` and `Convert`.
public struct ValueConverter<Raw: Sendable, Value: Sendable>: Sendable {
    @usableFromInline let parsing: @Sendable (Raw) throws -> Value
    @usableFromInline let formatting: @Sendable (Value) -> Raw

    /// - Parameters:
    ///   - parse: Reads a control's content. Throws if it cannot be read: a ``ConversionError`` tells the user why.
    ///   - format: Returns the content that a control shows for a value.
    @inlinable
    public init(
        parse: @escaping @Sendable (Raw) throws -> Value, format: @escaping @Sendable (Value) -> Raw
    ) {
        parsing = parse
        formatting = format
    }

    /// Reads a control's content.
    ///
    /// - Throws: What the converter throws if it cannot be read, usually a ``ConversionError``.
    @inlinable
    public func parse(_ raw: Raw) throws -> Value { try parsing(raw) }

    /// The content that a control shows for a value.
    @inlinable
    public func format(_ value: Value) -> Raw { formatting(value) }

    /// This converter, followed by another one for what it reads.
    public func then<Next: Sendable>(_ next: ValueConverter<Value, Next>) -> ValueConverter<Raw, Next> {
        ValueConverter<Raw, Next>(
            parse: { try next.parse(parse($0)) }, format: { format(next.format($0)) })
    }

    /// The same converter with another sentence for content that cannot be read.
    public func message(_ text: String) -> ValueConverter { message { _ in text } }

    /// The same converter with another sentence for content that cannot be read.
    ///
    /// - Parameter text: Makes the sentence from the control's content.
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

/// An error that says why something cannot be read, in a sentence for the user.
public struct ConversionError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The sentence.
    public let message: String

    /// - Parameter message: A sentence for the user.
    public init(_ message: String) {
        self.message = message
    }

    public var description: String { message }

    /// The sentence for the user for any error of a converter.
    @usableFromInline
    package static func message(of error: any Error) -> String { "\(error)" }
}
