import Binding
import BindingCollections
import BindingControls
import BindingForms
import BindingFoundation
import Foundation
import TestSupport
import Testing

// The examples of Documentation/SavingAndLoading.md; see DocumentationTests. Those with SQLite stand in Examples/Orders.

// EXAMPLE: saving, converters

// EXAMPLE: saving, today

@Suite("Saving and loading, as the document has them")
@MainActor
struct SavingDocumentTests {
    let print = Printer()

    @Test("converters with names")
    func converters() throws {
        // EXAMPLE: saving, converters in use
        #expect(try print.lines == Example.named("saving, converters in use").output)
    }

    @Test("a day that is not dirty when it is typed again")
    func today() throws {
        // EXAMPLE: saving, today in use
        #expect(try print.lines == Example.named("saving, today in use").output)
    }

    @Test("a structure as JSON")
    func structure() throws {
        // EXAMPLE: saving, JSON
        #expect(try print.lines == Example.named("saving, JSON").output)
    }

    @Test("a list as JSON")
    func list() throws {
        // EXAMPLE: saving, list
        #expect(try print.lines == Example.named("saving, list").output)
    }
}
