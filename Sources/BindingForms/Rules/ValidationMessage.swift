/// A message of a field about its value, or of a form: what is wrong with it, or a hint.
public struct ValidationMessage: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringInterpolation {
    /// How much it matters.
    public enum Severity: Hashable, Sendable {
        /// The field is invalid.
        case error
        /// The field is as valid as without the message.
        case hint
    }

    /// What is wrong, for programs, which should not compare texts. The rules of the library have the constants below;
    /// a program adds its own:
    ///
    /// ```swift
    /// extension ValidationMessage.Code {
    ///     static let taken: Self = "taken"
    /// }
    /// ```
    public struct Code: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
        /// The name of the code.
        public let rawValue: String

        /// - Parameter rawValue: The name of the code.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A code by its name.
        public init(stringLiteral name: String) { rawValue = name }

        /// Something has to be there: `notEmpty`, `notBlank`, `notNil`.
        public static let required: Code = "required"
        /// There are too few or too many characters or elements: `count`.
        public static let count: Code = "count"
        /// The value is too small or too large: `in`, `greaterThan`.
        public static let range: Code = "range"
        /// The text is no email address: `email`.
        public static let email: Code = "email"
        /// The text does not match a regular expression: `matches`.
        public static let pattern: Code = "pattern"
        /// The value is another one than it has to be: `equals`.
        public static let equals: Code = "equals"
        /// The value is none of several: `isOneOf`.
        public static let isOneOf: Code = "isOneOf"
        /// What is typed cannot be read.
        public static let unreadable: Code = "unreadable"
    }

    /// The text of the message.
    public let text: String
    /// How much it matters.
    public let severity: Severity
    /// What is wrong, for programs; `nil` if the rule does not say.
    public let code: Code?

    /// - Parameters:
    ///   - text: The text of the message.
    ///   - severity: How much it matters.
    ///   - code: What is wrong, for programs.
    public init(_ text: String, severity: Severity = .error, code: Code? = nil) {
        self.text = text
        self.severity = severity
        self.code = code
    }

    /// An error with a sentence.
    public init(stringLiteral text: String) { self.init(text) }

    public var description: String { text }
}
