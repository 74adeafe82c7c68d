import Testing

/// Records an issue unless two values are equal.
///
/// Tests compare some four thousand times. `#expect(left == right)` says the same, with more in its message; but the
/// compiler takes 10 to 40 milliseconds for each, ten times as long as for a call of this function, and the checks compile
/// the tests four times. Compare with `#expect` what is no single type that is `Equatable`, and what throws or is awaited.
package func expectEqual<Value: Equatable>(
    _ left: Value, _ right: Value, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    guard left != right else { return }
    let difference = "\(String(reflecting: left)) is not equal to \(String(reflecting: right))"
    let comment = comment().map { "\($0.rawValue): \(difference)" } ?? difference
    Issue.record(Comment(rawValue: comment), sourceLocation: sourceLocation)
}
