/// Stops the program on a misuse, with a message in release builds, too, where `precondition` prints none.
func require(
    _ condition: Bool, _ message: @autoclosure () -> String, file: StaticString = #file, line: UInt = #line
) {
    if !condition { fatalError(message(), file: file, line: line) }
}
