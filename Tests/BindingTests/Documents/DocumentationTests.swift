import Foundation
import TestSupport
import Testing

// Each Swift example in README.md and in Documentation is compiled and run: a plugin puts it into a test of a folder
// `Examples`, before that is compiled, or it is part of a program, which these tests compare with it. Whether an example
// prints what it says is checked by the test that contains it.

@Suite("The documentation")
struct DocumentationTests {
    @Test("Each example has a name of its own")
    func names() throws {
        let examples = try Example.all()
        for mistake in examples.unnamed + examples.mistakes { Issue.record("\(mistake)") }
        for document in ["README.md", "Documentation/Guarantees.md"] {
            #expect(examples.all.contains { $0.document == document }, "\(document)")
        }
    }

    @Test("Each example is in one test, or in one program")
    func examplesAreTested() throws {
        let tests = try Example.templates().flatMap { template in
            template.names.map { (name: $0.name, place: "\(template.path):\($0.line)") }
        }
        let programs = try ProgramExample.all().map { (name: $0.name, place: "\($0.file):\($0.line - 1)") }
        let places = Dictionary(grouping: tests + programs, by: \.name).mapValues { $0.map(\.place) }
        for example in try Example.all().all where places[example.name]?.count != 1 {
            let places = places[example.name]?.joined(separator: ", ") ?? "no test"
            Issue.record(
                """
                \(example.document):\(example.line - 2): '\(example.name)' is in \(places), and should be in one test: the \
                line '// EXAMPLE: \(example.name)', in a file of Tests/*/Examples, where its code is to be
                """)
        }
    }

    @Test("What a program has as an example is that of the document, line by line")
    func programsAreDocumented() throws {
        for part in try ProgramExample.all() {
            guard let example = try Example.all()[part.name] else {
                Issue.record("\(part.file):\(part.line - 1): no document has an example '\(part.name)'")
                continue
            }
            let (here, there) = (part.lines + ["// END"], example.lines + ["// END"])
            guard let index = zip(here, there).enumerated().first(where: { $1.0 != $1.1 })?.offset else { continue }
            Issue.record(
                """
                \(part.file):\(part.line + index) has '\(here[index])', \
                but \(example.document):\(example.line + index) has '\(there[index])'
                """)
        }
    }

    @Test(
        "Manifests name what this package has", arguments: ["README.md", "Documentation/GettingStarted.md"])
    func manifests(document: String) throws {
        let blocks = try Example.blocks(of: document, manifests: true)
        try #require(blocks.count == 1)
        let products = text(blocks[0]).matches(of: /\.product\(name: "(\w+)", package: "Binding"\)/).map(\.output.1)
        expectEqual(products, ["Binding", "BindingControls", "BindingOperators"])
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
        #expect(headings.map { String($0.output.1) } == (1...44).map { "C\($0)" })
    }

    private func text(_ lines: [String]) -> String { lines.joined(separator: "\n") }
}
