/// What a value has to be, and what is said where it is not.
///
/// ```swift
/// @Validated(.notEmpty, .count(3...20)) var userName = ""
/// @Validated(Rule { $0.isMultiple(of: 2) ? nil : "An even number, please" }) var seats = 2
/// ```
///
/// What Angular calls a validator.
public struct Rule<Value: Sendable>: Sendable {
    private let check: @MainActor (Value) -> String?
    private let severity: ValidationMessage.Severity

    /// A rule of your own.
    ///
    /// - Parameter check: Says what is wrong with a value, or `nil` where nothing is. Called on the main actor with each new
    ///   value.
    public init(_ check: @escaping @MainActor (Value) -> String?) {
        self.init(check, .error)
    }

    private init(_ check: @escaping @MainActor (Value) -> String?, _ severity: ValidationMessage.Severity) {
        self.check = check
        self.severity = severity
    }

    /// The same rule with another sentence.
    ///
    /// - Parameter text: The sentence, evaluated on the main actor each time that it is said, so that it can be in the
    ///   language of that moment.
    public func message(_ text: @autoclosure @escaping @MainActor () -> String) -> Rule {
        Rule({ [check] value in check(value) == nil ? nil : text() }, severity)
    }

    /// The same rule as a hint: what it says is told, but the field is valid.
    public var hint: Rule { Rule(check, .hint) }

    /// What the rule says of a value.
    @MainActor
    package func verdict(on value: Value) -> ValidationMessage? {
        check(value).map { ValidationMessage($0, severity: severity) }
    }
}
