import Glibc
import Testing

/// An example of Documentation/GTK.md that a test repeats, between `// EXAMPLE: name` and `// END`.
///
/// The library's own tests check that the two are the same, for all documents.
struct DocumentExample {
    /// The lines that the example says it prints.
    let output: [String]

    /// Finds an example in a test file.
    init(_ name: String, in file: String = #filePath) throws {
        let lines = try Self.text(of: file).split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0.hasSuffix("// EXAMPLE: \(name)") }, "no example '\(name)'")
        let end = try #require(lines[start...].firstIndex { $0.hasSuffix("// END") }, "no end of '\(name)'")
        output = lines[start..<end].compactMap { line in
            line.firstRange(of: "// prints ").map { String(line[$0.upperBound...]) }
        }
    }

    private static func text(of path: String) throws -> String {
        let file = try #require(fopen(path, "r"), "cannot open \(path)")
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Records what an example prints.
@MainActor
final class Printer {
    private(set) var lines: [String] = []

    func callAsFunction(_ items: Any...) {
        lines.append(items.map { "\($0)" }.joined(separator: " "))
    }
}
