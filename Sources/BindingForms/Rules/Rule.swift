/// What a value has to be, and what is said where it is not.
///
/// ```swift
/// @Validated(.notEmpty, .count(3...20)) var userName = ""
/// @Validated(Rule { $0.isMultiple(of: 2) ? nil : "An even number, please" }) var seats = 2
/// ```
///
/// What Angular calls a validator.
public struct Rule<Value: Sendable>: Sendable {
    @usableFromInline let check: @MainActor (Value) -> ValidationMessage?

    /// A rule of your own.
    ///
    /// - Parameter check: Says what is wrong with a value, or `nil` where nothing is. Called on the main actor with each new
    ///   value.
    @inlinable
    public init(_ check: @escaping @MainActor (Value) -> String?) {
        self.init(verdict: { value in check(value).map { ValidationMessage($0) } })
    }

    @inlinable
    init(verdict check: @escaping @MainActor (Value) -> ValidationMessage?) {
        self.check = check
    }

    /// A rule that says itself how much what it says matters. (No initialiser: beside the public one, a closure that gives
    /// a string literal would be ambiguous.)
    static func judging(_ check: @escaping @MainActor (Value) -> ValidationMessage?) -> Rule { Rule(verdict: check) }

    /// A rule of your own, with one sentence.
    ///
    /// ```swift
    /// @Validated(.where("Choose an even number") { $0.isMultiple(of: 2) }) var seats = 2
    /// ```
    ///
    /// - Parameters:
    ///   - text: What is said of a value that does not satisfy the condition, evaluated on the main actor each time that it
    ///     is said.
    ///   - condition: Whether a value is right. Called on the main actor with each new value.
    @inlinable
    public static func `where`(
        _ text: @autoclosure @escaping @MainActor () -> String, _ condition: @escaping @MainActor (Value) -> Bool
    ) -> Rule {
        Rule { condition($0) ? nil : text() }
    }

    /// What a rule is that does not fit the type of the values: the compiler refuses it with a message that says what it is for.
    ///
    /// Each stands in the file behind the one that fits. In front of it, the compiler (6.3) crashes in place of the message
    /// where `Raw` and `Value` of a property wrapper are the same. It looks at what is unavailable only where nothing else fits.
    static var unavailable: Rule { Rule { _ in String?.none } }

    /// The same rule with another sentence.
    ///
    /// - Parameter text: The sentence, evaluated on the main actor each time that it is said, so that it can be in the
    ///   language of that moment.
    public func message(_ text: @autoclosure @escaping @MainActor () -> String) -> Rule {
        Rule(verdict: { [check] value in check(value).map { ValidationMessage(text(), severity: $0.severity) } })
    }

    /// The same rule as a hint: what it says is told, but the field is valid.
    public var hint: Rule {
        Rule(verdict: { [check] value in check(value).map { ValidationMessage($0.text, severity: .hint) } })
    }

    /// What the rule says of a value.
    @inlinable @MainActor
    package func verdict(on value: Value) -> ValidationMessage? {
        check(value)
    }
}
