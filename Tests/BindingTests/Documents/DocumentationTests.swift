import Foundation
import TestSupport
import Testing

// Each Swift example in README.md and in Documentation is repeated in a test, or in a program that checks itself,
// between its name and `END`, and is compiled and run there. These tests compare the two. Whether an example prints
// what it says is checked by the test that contains it.

@Suite("The documentation")
struct DocumentationTests {
    @Test("Each example of the documentation is one of these, line by line", arguments: Example.documents)
    func documentationIsTested(document: String) throws {
        let tested = try Example.all().map(\.lines)
        let documented = try Example.blocks(of: document)
        #expect(!documented.isEmpty || !["README.md", "Documentation/Guarantees.md"].contains(document), "\(document)")
        for block in documented where !tested.contains(block) {
            Issue.record("\(document) has an example that is not tested:\n\(text(block))")
        }
    }

    @Test("Each of these is an example of the documentation")
    func testsAreDocumented() throws {
        let documented = try Example.documents.flatMap { try Example.blocks(of: $0) }
        for example in try Example.all() where !documented.contains(example.lines) {
            Issue.record("'\(example.name)' is no example of the documentation:\n\(text(example.lines))")
        }
    }

    @Test("Names are given once")
    func namesAreUnique() throws {
        let names = try Example.all().map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test(
        "Manifests name what this package has", arguments: ["README.md", "Documentation/GettingStarted.md"])
    func manifests(document: String) throws {
        let blocks = try Example.blocks(of: document, manifests: true)
        try #require(blocks.count == 1)
        let products = text(blocks[0]).matches(of: /\.product\(name: "(\w+)", package: "Binding"\)/).map(\.output.1)
        #expect(products.prefix(2) == ["Binding", "BindingOperators"])
        for product in products { #expect(try Self.libraries().contains(String(product))) }
    }

    @Test("The README names all products, leads to all documents, and is short")
    func readme() throws {
        let readme = try Example.text(of: "README.md")
        let products = readme.matches(of: /(?m)^\| `(\w+)` \|/).map { String($0.output.1) }
        #expect(try products.sorted() == Self.libraries().sorted())
        for document in Example.documents.dropFirst() {
            #expect(readme.contains("](\(document))"), "no link to \(document)")
        }
        #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 250)
    }

    /// The libraries of the package's manifest.
    private static func libraries() throws -> [String] {
        try Example.text(of: "Package.swift").matches(of: /\.library\(name: "(\w+)"/).map { String($0.output.1) }
    }

    @Test("Links of the documentation lead somewhere", arguments: Example.documents)
    func links(document: String) throws {
        let folder = (document as NSString).deletingLastPathComponent
        for match in try Example.text(of: document).matches(of: /\]\((?<path>[^)#\s]*)(#(?<anchor>[^)\s]*))?\)/) {
            let path = String(match.output.path)
            if path.contains("://") { continue }
            let target = path.isEmpty ? document : (folder as NSString).appendingPathComponent(path)
            guard Example.exists(target) else {
                Issue.record("\(document) links to \(target), which is not there")
                continue
            }
            guard let anchor = match.output.anchor else { continue }
            let text = try Example.text(of: target)
            let headings = text.split(separator: "\n").filter { $0.hasPrefix("#") }.map(Example.anchor)
            #expect(headings.contains(String(anchor)), "\(target) has no heading for #\(anchor)")
        }
    }

    @Test("Each clause has a heading, in order")
    func clauses() throws {
        let headings = try Example.text(of: "Documentation/Guarantees.md").matches(of: /(?m)^## (C\d+) \S/)
        #expect(headings.map { String($0.output.1) } == (1...41).map { "C\($0)" })
    }

    private func text(_ lines: [String]) -> String { lines.joined(separator: "\n") }
}
