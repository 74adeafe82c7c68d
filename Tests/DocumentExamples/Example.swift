/// An example of the documentation: a Swift block whose name stands in the line before it, as
/// `<!-- example: NAME -->`, which a page does not show.
package struct Example: Sendable {
    package let name: String

    /// The path of its document.
    package let document: String

    /// The number of the first of its lines in the document.
    package let line: Int

    package let lines: [Substring]

    /// The lines that its comments say it prints.
    package var output: [String] {
        lines.flatMap { line in
            guard let comment = line.firstRange(of: "// prints ") else { return [String]() }
            return line[comment.upperBound...].split(separator: ", then ", omittingEmptySubsequences: false)
                .map(String.init)
        }
    }
}

/// Something that whoever writes the documents or their tests has to mend.
package struct Mistake: Error, Equatable, CustomStringConvertible {
    package let file: String
    package let line: Int
    package let message: String

    /// As the compiler writes its errors.
    package var description: String { "\(file):\(line): error: \(message)" }
}
