/// A place in the source of a program, for warnings to name.
///
/// Property wrappers record where they are declared. Sources created without one, and bindings made by an operator,
/// have no place: an operator takes its two sides and nothing else.
public struct SourcePlace: Hashable, Sendable, CustomStringConvertible {
    /// The module and the file, in the form of `#fileID`.
    public let fileID: String
    /// The line.
    public let line: Int

    package init(fileID: String, line: Int) {
        self.fileID = fileID
        self.line = line
    }

    init(_ fileID: StaticString, _ line: UInt) {
        self.init(fileID: "\(fileID)", line: Int(line))
    }

    public var description: String { "\(fileID):\(line)" }
}

extension SourcePlace? {
    /// The place as part of a sentence, or nothing.
    var text: String { map { " (\($0))" } ?? "" }
}

/// A place as the compiler passes it: recorded without a call and without an allocation.
@usableFromInline
struct StaticSourcePlace: Sendable {
    /// The address of the text, which lives as long as the program; 0 if the place is not known.
    private let address: UInt
    private let line: UInt32

    @usableFromInline
    init(_ fileID: StaticString, _ line: UInt) {
        address = UInt(bitPattern: fileID.utf8Start)
        self.line = UInt32(clamping: line)
    }

    /// No place.
    @usableFromInline static let unknown = StaticSourcePlace()

    private init() {
        address = 0
        line = 0
    }

    var place: SourcePlace? {
        // A string literal from the compiler is null-terminated.
        UnsafePointer<CChar>(bitPattern: address).map { SourcePlace(fileID: String(cString: $0), line: Int(line)) }
    }
}
