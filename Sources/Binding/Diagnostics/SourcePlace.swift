/// A place in the source of a program, for warnings to name.
///
/// The property wrappers note where they stand. Sources that are made by hand, and bindings that are made by an operator,
/// have no place: an operator takes its two sides and nothing else.
public struct SourcePlace: Hashable, Sendable, CustomStringConvertible {
    /// The module and the file, as `#fileID` has it.
    public let fileID: String
    /// The line.
    public let line: Int

    package init(fileID: String, line: Int) {
        self.fileID = fileID
        self.line = line
    }

    public var description: String { "\(fileID):\(line)" }
}

extension SourcePlace? {
    /// The place in the midst of a sentence, or nothing.
    var text: String { map { " (\($0))" } ?? "" }
}

/// A place as the compiler hands it over: noted without a call and without an allocation.
@usableFromInline
struct StaticSourcePlace: Sendable {
    @usableFromInline let fileID: StaticString
    @usableFromInline let line: UInt

    @inlinable
    init(_ fileID: StaticString, _ line: UInt) {
        self.fileID = fileID
        self.line = line
    }

    var place: SourcePlace { SourcePlace(fileID: "\(fileID)", line: Int(line)) }
}
