/// Compares values of a type that turns out to be `Equatable`.
///
/// The conformance is looked up at run time, so that no function needs an overload for values that are `Equatable`: the
/// compiler would try each overload for every binding.
@usableFromInline
package struct PartEquality<Value: Sendable>: Sendable {
    @usableFromInline let comparison: Comparison<Value>.Type

    /// `nil` if the type is not `Equatable`.
    @usableFromInline
    package init?(_: Value.Type) {
        guard let equatable = Value.self as? any Equatable.Type,
            let comparison = Self.comparison(of: equatable) as? Comparison<Value>.Type
        else { return nil }
        self.comparison = comparison
    }

    private static func comparison<Known: Equatable>(of _: Known.Type) -> AnyObject.Type {
        KnownComparison<Known>.self
    }

    @inlinable
    init() where Value: Equatable { comparison = KnownComparison<Value>.self }

    /// Whether two values are equal.
    @inlinable
    package func areEqual(_ left: Value, _ right: Value) -> Bool { comparison.areEqual(left, right) }

    /// Whether two values are equal or bitwise identical, as NaN is to itself.
    @inlinable
    package func areSame(_ left: Value, _ right: Value) -> Bool { Binding.areSame(left, right, by: self) }
}

/// Whether two values are equal or bitwise identical, as NaN is to itself.
@inlinable
package func areSame<Value: Equatable>(_ left: Value, _ right: Value) -> Bool {
    left == right || !hasReflexiveEquality(Value.self) && areIdentical(left, right)
}

/// Whether two values are equal or bitwise identical; only the latter if their type is not `Equatable`.
///
/// - Parameter equality: Compares values of that type, if it is.
@inlinable
package func areSame<Value: Sendable>(_ left: Value, _ right: Value, by equality: PartEquality<Value>?) -> Bool {
    equality?.areEqual(left, right) == true || areIdentical(left, right)
}

@usableFromInline
class Comparison<Value> {
    @usableFromInline
    class func areEqual(_ left: Value, _ right: Value) -> Bool { false }
}

@usableFromInline
final class KnownComparison<Value: Equatable>: Comparison<Value> {
    @inlinable
    override class func areEqual(_ left: Value, _ right: Value) -> Bool { left == right }
}
