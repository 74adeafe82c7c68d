/// A message of a field about its value: what is wrong with it, or a hint.
public struct ValidationMessage: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringInterpolation {
    /// How much it matters.
    public enum Severity: Hashable, Sendable {
        /// The field is invalid.
        case error
        /// The field is as valid as without the message.
        case hint
    }

    /// The text of the message.
    public let text: String
    /// How much it matters.
    public let severity: Severity

    /// - Parameters:
    ///   - text: The text of the message.
    ///   - severity: How much it matters.
    public init(_ text: String, severity: Severity = .error) {
        self.text = text
        self.severity = severity
    }

    /// An error with a sentence.
    public init(stringLiteral text: String) { self.init(text) }

    public var description: String { text }
}
