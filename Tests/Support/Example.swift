import Foundation
import Testing

/// Replaces `print`, and records the printed lines.
package final class Printer: Sendable {
    private let printed = Shared<[String]>([])

    package init() {}

    package var lines: [String] { printed.value }

    package func callAsFunction(_ items: Any...) {
        printed.value += [items.map { "\($0)" }.joined(separator: " ")]
    }
}

/// An example of the documentation that a test or a program repeats, to be compiled and run.
///
/// It is between `// EXAMPLE: name` and `// END`. It must print what its comments say.
package struct Example {
    package let name: String

    /// Its lines without their indentation.
    package let lines: [String]

    /// The lines that its comments say it prints.
    package var output: [String] {
        lines.flatMap { line in
            guard let comment = line.range(of: "// prints ") else { return [String]() }
            return line[comment.upperBound...].components(separatedBy: ", then ")
        }
    }

    /// The documents whose examples and links are tested.
    package static let documents: [String] = {
        let folder = package.appending(path: "Documentation").path(percentEncoded: false)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"]
            + names.filter { $0.hasSuffix(".md") }.sorted().map { "Documentation/\($0)" }
    }()

    /// The folder of this package.
    private static let package = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The text of a file of this package.
    package static func text(of path: String) throws -> String {
        try String(contentsOf: package.appending(path: path), encoding: .utf8)
    }

    /// Whether there is a file or a folder of this package.
    package static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(
            atPath: package.appending(path: path).standardizedFileURL.path(percentEncoded: false))
    }

    package static func named(_ name: String) throws -> Example {
        try #require(try all().first { $0.name == name }, "there is no example '\(name)'")
    }

    /// All examples in the tests, including the toolkits', and in the programs that check themselves.
    package static func all() throws -> [Example] {
        var examples: [Example] = []
        for folder in ["Tests", "Toolkits/GTK/Tests", "Examples/EventLoops", "Examples/GettingStarted"] {
            let files = FileManager.default.enumerator(
                at: package.appending(path: folder), includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
            while let file = files?.nextObject() as? URL {
                guard file.pathExtension == "swift", file.lastPathComponent != "Example.swift" else { continue }
                examples += try self.examples(in: String(contentsOf: file, encoding: .utf8))
            }
        }
        return examples
    }

    private static func examples(in text: String) throws -> [Example] {
        guard text.contains("// EXAMPLE: ") else { return [] }
        var examples: [Example] = []
        var open: (name: String, lines: [String])?
        for line in lines(of: text) {
            if line.hasPrefix("// EXAMPLE: ") {
                try #require(open == nil, "'\(open?.name ?? "")' has no end")
                open = (String(line.dropFirst("// EXAMPLE: ".count)), [])
            } else if line == "// END", let ended = open {
                examples.append(Example(name: ended.name, lines: ended.lines))
                open = nil
            } else {
                open?.lines.append(line)
            }
        }
        try #require(open == nil, "'\(open?.name ?? "")' has no end")
        return examples
    }

    /// The blocks of a language in a document; for Swift either the manifests, or the others.
    package static func blocks(
        of document: String, language: String = "swift", manifests: Bool = false
    ) throws -> [[String]] {
        var blocks: [[String]] = []
        var open: [String]?
        var isWanted = false
        for line in try lines(of: text(of: document)) {
            if line.hasPrefix("```") {
                if let ended = open {
                    if isWanted, ended.first?.hasPrefix("// swift-tools-version:") == manifests { blocks.append(ended) }
                    open = nil
                } else {
                    open = []
                    isWanted = line == "```\(language)"
                }
            } else {
                open?.append(line)
            }
        }
        try #require(open == nil, "\(document) has a block without an end")
        return blocks
    }

    /// The anchor of a heading, for a link's fragment.
    package static func anchor(of heading: some StringProtocol) -> String {
        heading.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
            .replacing(" ", with: "-").filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    }

    private static func lines(of text: String) -> [String] {
        text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }
}
