/// A requirement on a value, and the message if it is not met.
///
/// ```swift
/// @Validated(.notEmpty, .count(3...20)) var userName = ""
/// @Validated(Rule { $0.isMultiple(of: 2) ? nil : "An even number, please" }) var seats = 2
/// ```
///
/// Angular calls this a validator.
public struct Rule<Value: Sendable>: Sendable {
    @usableFromInline let check: @MainActor (Value) -> ValidationMessage?

    /// A rule of your own.
    ///
    /// - Parameter check: Returns what is wrong with a value, or `nil` if nothing is. Called on the main actor with
    ///   each new value.
    @inlinable
    public init(_ check: @escaping @MainActor (Value) -> String?) {
        self.init(verdict: { value in check(value).map { ValidationMessage($0) } })
    }

    /// A rule of the library.
    @inlinable
    init(_ code: ValidationMessage.Code, _ check: @escaping @MainActor (Value) -> String?) {
        self.init(verdict: { value in check(value).map { ValidationMessage($0, code: code) } })
    }

    @inlinable
    init(verdict check: @escaping @MainActor (Value) -> ValidationMessage?) {
        self.check = check
    }

    /// A rule that gives the severity of its messages itself. (Not an initializer: beside the public one, a closure
    /// that returns a string literal would be ambiguous.)
    static func judging(_ check: @escaping @MainActor (Value) -> ValidationMessage?) -> Rule { Rule(verdict: check) }

    /// A rule of your own, with one message.
    ///
    /// ```swift
    /// @Validated(.where("Choose an even number") { $0.isMultiple(of: 2) }) var seats = 2
    /// ```
    ///
    /// - Parameters:
    ///   - text: The message for a value that does not satisfy the condition, evaluated on the main actor each time it
    ///     is needed.
    ///   - condition: Whether a value is valid. Called on the main actor with each new value.
    @inlinable
    public static func `where`(
        _ text: @autoclosure @escaping @MainActor () -> String, _ condition: @escaping @MainActor (Value) -> Bool
    ) -> Rule {
        Rule { condition($0) ? nil : text() }
    }

    /// The rule that stands for one that does not fit the type of the values: the compiler refuses it with a message
    /// that says what it is for.
    ///
    /// Each has to come after the one that fits in its file. Before it, the compiler (6.3) crashes instead of showing
    /// the message if `Raw` and `Value` of a property wrapper are the same. It considers unavailable declarations only
    /// if nothing else fits.
    static var unavailable: Rule { Rule { _ in String?.none } }

    /// The same rule with another message.
    ///
    /// - Parameter text: The message, evaluated on the main actor each time it is needed, so that it can be in the
    ///   current language.
    public func message(_ text: @autoclosure @escaping @MainActor () -> String) -> Rule {
        changing { ValidationMessage(text(), severity: $0.severity, code: $0.code) }
    }

    /// The same rule with a code, by which a program recognizes its message: ``FormPart/hasError(_:)``.
    public func code(_ code: ValidationMessage.Code) -> Rule {
        changing { ValidationMessage($0.text, severity: $0.severity, code: code) }
    }

    /// The same rule as a hint: its message is shown, but does not make the field invalid.
    public var hint: Rule {
        changing { ValidationMessage($0.text, severity: .hint, code: $0.code) }
    }

    private func changing(_ change: @escaping @MainActor (ValidationMessage) -> ValidationMessage) -> Rule {
        Rule(verdict: { [check] value in check(value).map(change) })
    }

    /// The message of the rule for a value; `nil` if the value keeps it.
    @inlinable @MainActor
    package func verdict(on value: Value) -> ValidationMessage? {
        check(value)
    }
}
