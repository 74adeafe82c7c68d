import Binding
import BindingControls
import BindingOperators
import TestSupport
import Testing

// The examples of Documentation/DerivedValues.md; see DocumentationTests.

// EXAMPLE: derived values, view model

@Suite("Values that depend on others, as the document has them")
@MainActor
struct DerivedValuesDocumentTests {
    let print = Printer()

    @Test("a view model, and what shows it")
    func use() throws {
        // EXAMPLE: derived values, use
        #expect(try print.lines == Example.named("derived values, use").output)
    }
}
