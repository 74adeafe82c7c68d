import Binding

extension Rule where Value: Comparable {
    /// The value lies in a range.
    ///
    /// ```swift
    /// @Validated(.in(18...120)) var age = 18        // "This must be from 18 to 120"
    /// @Validated(.in(0...)) var amount = 0.5        // "This must be at least 0"
    /// @Validated(.in(..<1)) var share = 0.5         // "This must be less than 1"
    /// ```
    ///
    /// - Parameter range: `18...120`, `18..<121`, `18...`, `...120`, `..<121`, or another range expression.
    public static func `in`<Range: RangeExpression & Sendable>(_ range: Range) -> Rule where Range.Bound == Value {
        Rule(.range) { range.contains($0) ? nil : "This must be \(described(range))" }
    }

    /// The value is greater than another one, which no range can express.
    public static func greaterThan(_ bound: Value) -> Rule {
        Rule(.range) { $0 > bound ? nil : "This must be greater than \(plainText(of: bound))" }
    }
}

extension Rule where Value: Equatable {
    /// The value equals another one, such as `true` for a box that has to be ticked.
    ///
    /// ```swift
    /// @Validated(.equals(true).message("Accept the terms")) var accepted = false
    /// ```
    public static func equals(_ expected: Value) -> Rule {
        Rule(.equals) { $0 == expected ? nil : "This must be \(plainText(of: expected))" }
    }

    /// The value is one of several.
    ///
    /// The message lists them all; give another one if there are many.
    ///
    /// - Parameter values: The values; iterated once, when the rule is made.
    /// - Complexity: O(n) for each value, n being the number of `values`.
    public static func isOneOf(_ values: some Sequence<Value>) -> Rule {
        let values = Array(values)
        return Rule(.isOneOf) { values.contains($0) ? nil : "This must be \(listed(values.lazy.map(plainText)))" }
    }
}

// For values that cannot be compared. After the rules of the same names: see `Rule.unavailable`.

extension Rule {
    /// A rule for comparable values.
    @available(
        *, unavailable,
        message:
            "'in' takes a range of values of the type that the rule is for, which must be 'Comparable'; for an optional, write '.ifPresent(.in(…))'"
    )
    @_documentation(visibility: internal)
    public static func `in`(_ range: some RangeExpression) -> Rule { .unavailable }

    /// A rule for comparable values.
    @available(
        *, unavailable,
        message:
            "'greaterThan' takes a value of the type that the rule is for, which must be 'Comparable'; for an optional, write '.ifPresent(.greaterThan(…))'"
    )
    @_documentation(visibility: internal)
    public static func greaterThan(_ bound: some Comparable) -> Rule { .unavailable }

    /// A rule for equatable values.
    @available(
        *, unavailable, message: "'equals' is a rule for values that are 'Equatable', and takes one of their type"
    )
    @_documentation(visibility: internal)
    public static func equals(_ expected: some Any) -> Rule { .unavailable }

    /// A rule for equatable values.
    @available(
        *, unavailable, message: "'isOneOf' is a rule for values that are 'Equatable', and takes several of their type"
    )
    @_documentation(visibility: internal)
    public static func isOneOf(_ values: some Sequence) -> Rule { .unavailable }
}

private func described<Bound>(_ range: some RangeExpression<Bound>) -> String {
    switch range {
    case let range as ClosedRange<Bound> where range.lowerBound == range.upperBound:
        plainText(of: range.lowerBound)
    case let range as ClosedRange<Bound>:
        "from \(plainText(of: range.lowerBound)) to \(plainText(of: range.upperBound))"
    case let range as Range<Bound>:
        "at least \(plainText(of: range.lowerBound)) and less than \(plainText(of: range.upperBound))"
    case let range as PartialRangeFrom<Bound>:
        "at least \(plainText(of: range.lowerBound))"
    case let range as PartialRangeThrough<Bound>:
        "at most \(plainText(of: range.upperBound))"
    case let range as PartialRangeUpTo<Bound>:
        "less than \(plainText(of: range.upperBound))"
    default:
        "in the range \(range)"
    }
}

/// A value as it appears in a message: text in quotation marks, 18.0 as "18", what an optional holds.
private func plainText(of value: Any) -> String {
    switch value {
    case let text as any StringProtocol: return "'\(text)'"
    case let number as any BinaryFloatingPoint & CustomStringConvertible: return number.plainText
    default: break
    }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return "\(value)" }
    return mirror.children.first.map { plainText(of: $0.value) } ?? "empty"
}
