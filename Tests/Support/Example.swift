import DocumentExamples
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

package typealias Example = DocumentExamples.Example

// The documents of this package, their examples, and the tests and programs that have these.
extension Example {
    /// The documents whose examples and links are tested.
    package static let documents: [String] = {
        let folder = package.appending(path: "Documentation").path(percentEncoded: false)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"]
            + names.filter { $0.hasSuffix(".md") }.sorted().map { "Documentation/\($0)" }
    }()

    /// The examples of all documents.
    package static func all() throws -> Examples { try allExamples.get() }

    private static let allExamples = Result {
        Examples(of: try documents.map { ($0, try text(of: $0)) })
    }

    package static func named(_ name: String) throws -> Example {
        try #require(try all()[name], "no document has an example '\(name)'")
    }

    /// The folder of this package.
    private static let package = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The text of a file of this package.
    package static func text(of path: String) throws -> String {
        try String(contentsOf: package.appending(path: path), encoding: .utf8)
    }

    /// The text of a Swift file of this package; that of a test as it is compiled, with the code of its examples.
    package static func source(of path: String) throws -> String {
        Template(path: path, text: try text(of: path)).source(with: try all())
    }

    /// Whether there is a file or a folder of this package.
    package static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(
            atPath: package.appending(path: path).standardizedFileURL.path(percentEncoded: false))
    }

    /// The paths of the Swift files in a folder of this package, and in the folders in it.
    static func files(in folder: String) -> [String] {
        let root = package.path(percentEncoded: false)
        let files = FileManager.default.enumerator(
            at: package.appending(path: folder), includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
        let paths = (files?.compactMap { ($0 as? URL)?.path(percentEncoded: false) } ?? []).sorted()
        return paths.filter { $0.hasSuffix(".swift") && $0.hasPrefix(root) }.map { String($0.dropFirst(root.count)) }
    }

    /// The tests whose examples are put into them before they are compiled.
    package static func templates() throws -> [Template] {
        try files(in: "Tests").filter { $0.split(separator: "/").dropLast().last == "Examples" }
            .map { Template(path: $0, text: try text(of: $0)) }
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
