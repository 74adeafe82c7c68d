import DocumentExamples
import Foundation
import Testing

/// A part of a program that a document has as an example, between `// EXAMPLE: name` and `// END`.
///
/// The program is compiled as it stands, so that both have the code.
package struct ProgramExample {
    package let name: String

    /// The path of its file.
    package let file: String

    /// The number of its first line in the file.
    package let line: Int

    package let lines: [Substring]

    /// The examples of all programs, and those of GTK's tests, which are another package.
    package static func all() throws -> [ProgramExample] {
        try ["Examples/EventLoops", "Examples/GettingStarted", "Examples/Orders", "Toolkits/GTK/Tests"]
            .flatMap(Example.files).flatMap(examples)
    }

    private static func examples(in file: String) throws -> [ProgramExample] {
        let lines = try Example.text(of: file).split(separator: "\n", omittingEmptySubsequences: false)
        return try Template(path: file, text: lines.joined(separator: "\n")).names.map { name, line in
            let code = lines[line...].prefix { $0.trimmingCharacters(in: .whitespaces) != "// END" }
            try #require(code.endIndex < lines.endIndex, "\(file):\(line): '\(name)' has no '// END'")
            let indentation = lines[line - 1].prefix { $0 == " " }.count
            return ProgramExample(name: name, file: file, line: line + 1, lines: code.map { $0.dropFirst(indentation) })
        }
    }
}
