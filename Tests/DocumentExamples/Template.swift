/// A test whose examples stand in documents: a Swift file with a line `// EXAMPLE: NAME` where the code of each is to be.
package struct Template {
    package let path: String
    private let lines: [Substring]

    /// - Parameter path: Its path, for the compiler's messages.
    package init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// The examples that it has, by their names, and the numbers of the lines that name them.
    package var names: [(name: String, line: Int)] {
        lines.enumerated().compactMap { index, line in Self.name(in: line).map { ($0, index + 1) } }
    }

    /// What is wrong with it.
    package func mistakes(with examples: Examples) -> [Mistake] {
        var seen: [String: Int] = [:]
        return names.compactMap { name, line in
            defer { seen[name] = line }
            if let first = seen[name] {
                return Mistake(
                    file: path, line: line, message: "'\(name)' is in this file twice, first at line \(first)")
            }
            guard examples[name] == nil else { return nil }
            return Mistake(
                file: path, line: line,
                message: """
                    no document has an example '\(name)': write the line '<!-- example: \(name) -->' before its \
                    '```swift'; a new document is found once the catalog of Binding has its link, see CONTRIBUTING.md
                    """)
        }
    }

    /// The whole file: itself, with the code of its examples.
    ///
    /// - Parameter isLocated: Whether the compiler is told which lines come from which file.
    package func source(with examples: Examples, isLocated: Bool = false) -> String {
        var source = isLocated ? Self.location(path, 1) : ""
        for (index, line) in lines.enumerated() {
            guard let name = Self.name(in: line), let example = examples[name] else {
                source += line
                if index + 1 < lines.count { source += "\n" }
                continue
            }
            let indentation = line.prefix { $0 == " " }
            if isLocated { source += Self.location(example.document, example.line) }
            for line in example.lines { source += line.isEmpty ? "\n" : "\(indentation)\(line)\n" }
            if isLocated { source += Self.location(path, index + 2) }
        }
        return source
    }

    private static func location(_ file: String, _ line: Int) -> String {
        "#sourceLocation(file: \"\(file)\", line: \(line))\n"
    }

    private static func name(in line: Substring) -> String? {
        let line = line.drop { $0 == " " }
        return line.hasPrefix("// EXAMPLE: ") ? String(line.dropFirst("// EXAMPLE: ".count)) : nil
    }
}
