/// The examples of documents.
package struct Examples: Sendable {
    /// In the order of the documents.
    package private(set) var all: [Example] = []

    /// Swift blocks without a name, apart from manifests.
    package private(set) var unnamed: [Mistake] = []

    /// Names that are given twice, or to nothing.
    package private(set) var mistakes: [Mistake] = []

    private var named: [String: Example] = [:]

    /// The example of this name.
    package subscript(name: String) -> Example? { named[name] }

    /// - Parameter documents: Their paths and texts.
    package init(of documents: [(path: String, text: String)]) {
        for document in documents { add(document.path, document.text) }
    }

    private mutating func add(_ path: String, _ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        /// A name that stands in the line before.
        var name: String?
        /// Where the code of a block begins, if in one.
        var start: Int?
        var isSwift = false
        for (index, line) in lines.enumerated() {
            if let begin = start {
                guard line.hasPrefix("```") else { continue }
                if isSwift { add(name, path, begin, lines[begin..<index]) }
                (start, name) = (nil, nil)
            } else {
                isSwift = line == "```swift"
                if let name, !isSwift {
                    mistakes.append(
                        Mistake(
                            file: path, line: index,
                            message: "the name '\(name)' stands before no example: the next line has to be '```swift'"))
                }
                if line.hasPrefix("```") {
                    start = index + 1
                } else {
                    name = Self.name(in: line)
                }
            }
        }
        if let start { mistakes.append(Mistake(file: path, line: start, message: "this block has no end")) }
    }

    private mutating func add(_ name: String?, _ path: String, _ start: Int, _ lines: ArraySlice<Substring>) {
        guard let name else {
            // What a manifest says is checked elsewhere.
            if lines.first?.hasPrefix("// swift-tools-version:") != true {
                unnamed.append(
                    Mistake(
                        file: path, line: start,
                        message: """
                            this example has no name: write the line '<!-- example: NAME -->' before it, and the line \
                            '// EXAMPLE: NAME' where a test in a folder Tests/*/Examples is to have its code
                            """))
            }
            return
        }
        let example = Example(name: name, document: path, line: start + 1, lines: Array(lines))
        if let other = named[name] {
            mistakes.append(
                Mistake(
                    file: path, line: start - 1,
                    message: "the name '\(name)' is given twice, first at \(other.document):\(other.line - 2)"))
        } else {
            named[name] = example
        }
        all.append(example)
    }

    private static func name(in line: Substring) -> String? {
        guard line.hasPrefix("<!-- example: "), line.hasSuffix(" -->") else { return nil }
        return String(line.dropFirst("<!-- example: ".count).dropLast(" -->".count))
    }
}
