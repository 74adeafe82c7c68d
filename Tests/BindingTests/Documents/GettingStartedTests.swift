import Foundation
import TestSupport
import Testing

// The sources in Documentation/GettingStarted.md are those of Examples/GettingStarted, which this package builds; see
// DocumentationTests. That example's own test runs with the others.

@Suite("Getting started")
struct GettingStartedTests {
    @Test("The program prints what the document says, and greets who is typed")
    func program() async throws {
        let printed = try await LoopProgram.output(of: "Greeting", input: "Barbara\n")
        let promised = try #require(try Example.blocks(of: Self.document, language: "text").first)
        expectEqual(printed, promised + ["Hello, Barbara!"])
        #expect(promised.starts(with: try Example.named("getting started, program").output))
    }

    @Test("Each source of the document is the file that it names")
    func files() throws {
        let text = try Example.text(of: Self.document)
        let files = text.matches(of: /(?m)^`((Sources|Tests)\/[^`]+)`:\n\n<!-- [^\n]+ -->\n```swift\n([^`]+)```/)
        expectEqual(files.count, 4)
        for file in files {
            let source = try Example.text(of: "Examples/GettingStarted/\(file.output.1)")
            #expect(source.contains("\n\(file.output.3)// END"), "\(file.output.1)")
        }
    }

    private static let document = "Documentation/GettingStarted.md"
}
