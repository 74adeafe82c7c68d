import DocumentExamples
import TestSupport
import Testing

// What the plugin GenerateExamples does with documents and tests, and what it says of mistakes in them.

@Suite("Examples of documents in tests")
struct DocumentExamplesTests {
    private static let document = """
        # Names

        <!-- example: a name -->
        ```swift
        let name = "Ada"

        if true {
            print(name)  // prints Ada, then Grace
        }
        ```

        ```sh
        swift build
        ```
        """

    @Test("An example is a block with a name, and says what it prints")
    func example() throws {
        let examples = Examples(of: [("Names.md", Self.document)])
        let example = try #require(examples["a name"])
        #expect(example.document == "Names.md" && example.line == 5)
        #expect(example.lines.count == 5 && example.lines.first == "let name = \"Ada\"")
        expectEqual(example.output, ["Ada", "Grace"])
        expectEqual(examples.all.map(\.name), ["a name"])
        #expect(examples.unnamed.isEmpty && examples.mistakes.isEmpty)
    }

    @Test("A test gets the code in place of the name, indented as the name is")
    func source() {
        let template = Template(path: "T.swift", text: "func test() {\n    // EXAMPLE: a name\n}\n")
        let source = template.source(with: Examples(of: [("Names.md", Self.document)]))
        let expected = """
            func test() {
                let name = "Ada"

                if true {
                    print(name)  // prints Ada, then Grace
                }
            }

            """
        expectEqual(source, expected)
    }

    @Test("The compiler is told where each line comes from")
    func locations() {
        let template = Template(path: "T.swift", text: "// EXAMPLE: a\n\nlet b = a\n")
        let examples = Examples(of: [("A.md", "<!-- example: a -->\n```swift\nlet a = 1\n```")])
        let expected = """
            #sourceLocation(file: "T.swift", line: 1)
            #sourceLocation(file: "A.md", line: 3)
            let a = 1
            #sourceLocation(file: "T.swift", line: 2)

            let b = a

            """
        expectEqual(template.source(with: examples, isLocated: true), expected)
    }

    @Test("A name that no document has, or that stands in a test twice, is a mistake")
    func mistakesInTests() {
        let template = Template(
            path: "T.swift", text: "// EXAMPLE: a name\n    // EXAMPLE: another\n// EXAMPLE: a name")
        let mistakes = template.mistakes(with: Examples(of: [("Names.md", Self.document)])).map(\.description)
        let expected = [
            """
            T.swift:2: error: no document has an example 'another': write the line '<!-- example: another -->' before its \
            '```swift'; a new document is found once the catalog of Binding has its link, see CONTRIBUTING.md
            """,
            "T.swift:3: error: 'a name' is in this file twice, first at line 1",
        ]
        expectEqual(mistakes, expected)
    }

    @Test("A name that is given twice, or to no example, is a mistake")
    func mistakesInDocuments() {
        let other = "<!-- example: b -->\n```sh\n```\n<!-- example: c -->\n\n```swift\n// swift-tools-version: 6.3\n```"
        let examples = Examples(of: [("A.md", Self.document), ("B.md", other), ("C.md", Self.document)])
        let expected = [
            "B.md:1: error: the name 'b' stands before no example: the next line has to be '```swift'",
            "B.md:4: error: the name 'c' stands before no example: the next line has to be '```swift'",
            "C.md:3: error: the name 'a name' is given twice, first at A.md:3",
        ]
        expectEqual(examples.mistakes.map(\.description), expected)
        #expect(examples.unnamed.isEmpty)
    }

    @Test("A block without a name, or without an end, is a mistake")
    func unnamed() {
        let examples = Examples(of: [("A.md", "\n```swift\nlet a = 1\n```\n```swift\nlet b = 2")])
        expectEqual(examples.unnamed.map(\.line), [2])
        expectEqual(examples.unnamed.first?.message.hasPrefix("this example has no name: write the line"), true)
        expectEqual(examples.mistakes.map(\.description), ["A.md:5: error: this block has no end"])
    }
}
