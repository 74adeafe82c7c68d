extension Rule where Value: Collection {
    /// The value is not empty: text that is not "", an array that is not [].
    ///
    /// Text of blanks alone is not empty; ``notBlank`` refuses that, too.
    @inlinable
    public static var notEmpty: Rule {
        Rule(.required) { $0.isEmpty ? "This must not be empty" : nil }
    }

    /// The number of characters, or other elements, lies in a range.
    ///
    /// ```swift
    /// @Validated(.count(3...20)) var userName = ""        // "This must have 3 to 20 characters"
    /// @Validated(.count(1...)) var guests: [Guest] = []   // "This must have at least 1 entry"
    /// ```
    ///
    /// Text is counted in characters as a user sees them: an accent belongs to its letter, a family emoji is one.
    ///
    /// - Parameter range: `3...20`, `3..<21`, `3...`, `...20`, `..<21`, or another range expression.
    /// - Complexity: O(n) for each value, n being its length; O(1) for collections with random access.
    @inlinable
    public static func count(_ range: some RangeExpression<Int> & Sendable) -> Rule {
        Rule(.count) { range.contains($0.count) ? nil : "This must have \(counted(Value.self, range))" }
    }

    /// The number of characters, or other elements, is exactly a given one.
    ///
    /// Text is counted in characters as a user sees them, as by ``count(_:)``.
    ///
    /// - Complexity: O(n) for each value, n being its length; O(1) for collections with random access.
    @inlinable
    public static func count(exactly count: Int) -> Rule {
        Rule(.count) { $0.count == count ? nil : "This must have \(counted(Value.self, count...count))" }
    }
}

// For values that are not collections. After the rules of the same names: see `Rule.unavailable`.

extension Rule {
    /// A rule for collections.
    @available(
        *, unavailable,
        message:
            "'notEmpty' is a rule for text and other collections; for an optional, write '.notNil' or '.ifPresent(.notEmpty)'"
    )
    @_documentation(visibility: internal)
    public static var notEmpty: Rule { .unavailable }

    /// A rule for collections.
    @available(
        *, unavailable,
        message: "'count' is a rule for text and other collections; for an optional, write '.ifPresent(.count(…))'"
    )
    @_documentation(visibility: internal)
    public static func count(_ range: some RangeExpression<Int> & Sendable) -> Rule { .unavailable }

    /// A rule for collections.
    @available(
        *, unavailable,
        message: "'count' is a rule for text and other collections; for an optional, write '.ifPresent(.count(…))'"
    )
    @_documentation(visibility: internal)
    public static func count(exactly count: Int) -> Rule { .unavailable }
}

/// The numbers of a range with the noun that they count.
@usableFromInline
func counted<Value>(_ type: Value.Type, _ range: some RangeExpression<Int>) -> String {
    func elements(_ count: Int) -> String {
        let isOne = count == 1
        if type is any StringProtocol.Type { return isOne ? "1 character" : "\(count) characters" }
        return isOne ? "1 entry" : "\(count) entries"
    }
    switch range {
    case let range as ClosedRange<Int> where range.lowerBound == range.upperBound:
        return elements(range.upperBound)
    case let range as ClosedRange<Int>:
        return "\(range.lowerBound) to \(elements(range.upperBound))"
    case let range as Range<Int> where !range.isEmpty:
        return counted(type, ClosedRange(range))
    case let range as PartialRangeFrom<Int>:
        return "at least \(elements(range.lowerBound))"
    case let range as PartialRangeThrough<Int>:
        return "at most \(elements(range.upperBound))"
    case let range as PartialRangeUpTo<Int>:
        return "fewer than \(elements(range.upperBound))"
    default:
        return "another number of \(type is any StringProtocol.Type ? "characters" : "entries")"
    }
}
