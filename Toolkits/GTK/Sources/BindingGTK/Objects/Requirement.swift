/// Stops the program where it does what it must not, and says so in a release build as well, where `precondition` is silent.
func require(
    _ condition: Bool, _ message: @autoclosure () -> String, file: StaticString = #file, line: UInt = #line
) {
    if !condition { fatalError(message(), file: file, line: line) }
}
