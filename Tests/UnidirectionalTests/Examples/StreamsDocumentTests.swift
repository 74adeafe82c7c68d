import Binding
import BindingControls
import BindingOperators
import TestSupport
import Testing
import Unidirectional

// The examples of Documentation/Streams.md; see DocumentationTests in BindingTests.

// EXAMPLE: stream

// EXAMPLE: stream, both ways

@Suite("Examples of the documentation of streams")
@MainActor
struct StreamsDocumentTests {
    private let print = Printer()

    @Test("A stream")
    func stream() throws {
        // EXAMPLE: stream, use
        #expect(try print.lines == Example.named("stream, use").output)
    }

    @Test("Input")
    func input() throws {
        // EXAMPLE: stream, input
        #expect(try print.lines == Example.named("stream, input").output)
    }

    @Test("Output")
    func output() throws {
        // EXAMPLE: stream, output
        #expect(try print.lines == Example.named("stream, output").output)
    }

    @Test("Both ways, and a state that is the output")
    func bothWays() throws {
        // EXAMPLE: stream, both ways, use
        #expect(try print.lines == Example.named("stream, both ways, use").output)
    }

    @Test("Mocks")
    func mocks() throws {
        // EXAMPLE: stream, mock
        #expect(try print.lines == Example.named("stream, mock").output)
    }
}
