import Binding
import BindingControls
import BindingOperators
import TestSupport
import Testing

// The examples of Documentation/Threads.md; see DocumentationTests.

@MainActor
@Suite("Threads and the main actor")
struct ThreadsDocumentTests {
    private let print = Printer()

    @Test("When a value arrives")
    func arrival() async throws {
        // EXAMPLE: threads, when a value arrives
        #expect(try print.lines == Example.named("threads, when a value arrives").output)
    }
}
