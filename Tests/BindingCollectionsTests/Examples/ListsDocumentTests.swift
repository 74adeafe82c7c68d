import Binding
import BindingCollections
import BindingControls
import BindingOperators
import TestSupport
import Testing
import Unidirectional

// The examples of Documentation/Lists.md, and the one of Testing.md with a list; see DocumentationTests.

// EXAMPLE: lists, view model and view

// EXAMPLE: lists, control

// EXAMPLE: lists, list model

// EXAMPLE: lists, search

// EXAMPLE: lists, row model

// EXAMPLE: lists, store

// EXAMPLE: lists, folders

// EXAMPLE: lists, table of sections

@Suite("Lists, as the documents have them")
@MainActor
struct ListsDocumentTests {
    let print = Printer()

    @Test("a view model and a view")
    func viewModelAndView() throws {
        // EXAMPLE: lists, use
        #expect(try print.lines == Example.named("lists, use").output)
    }

    @Test("a picker and a list in memory")
    func controlsInMemory() throws {
        // EXAMPLE: testing, choices and rows
        #expect(try print.lines == Example.named("testing, choices and rows").output)
    }

    @Test("edits, applied and step by step")
    func edits() throws {
        // EXAMPLE: lists, edits
        #expect(try print.lines == Example.named("lists, edits").output)
    }

    @Test("a list model")
    func listModel() throws {
        // EXAMPLE: lists, list model in use
        #expect(try print.lines == Example.named("lists, list model in use").output)
    }

    @Test("a filter and an order that change, and aggregates")
    func search() throws {
        // EXAMPLE: lists, search in use
        #expect(try print.lines == Example.named("lists, search in use").output)
    }

    @Test("row models")
    func rowModels() throws {
        // EXAMPLE: lists, row model in use
        #expect(try print.lines == Example.named("lists, row model in use").output)
    }

    @Test("lists of lists, and two lists by a key")
    func folders() throws {
        // EXAMPLE: lists, folders in use
        #expect(try print.lines == Example.named("lists, folders in use").output)
    }

    @Test("sections")
    func sections() throws {
        // EXAMPLE: lists, sections
        #expect(try print.lines == Example.named("lists, sections").output)
    }

    @Test("a table of sections")
    func tableOfSections() throws {
        // EXAMPLE: lists, table of sections in use
        #expect(try print.lines == Example.named("lists, table of sections in use").output)
    }

    @Test("totals of sections")
    func totalsOfSections() throws {
        // EXAMPLE: lists, totals of sections
        #expect(try print.lines == Example.named("lists, totals of sections").output)
    }

    @Test("a running total")
    func runningTotal() throws {
        // EXAMPLE: lists, running total
        #expect(try print.lines == Example.named("lists, running total").output)
    }

    @Test("what is selected")
    func selection() throws {
        // EXAMPLE: lists, selection
        #expect(try print.lines == Example.named("lists, selection").output)
    }

    @Test("a detail pane")
    func detailPane() throws {
        // EXAMPLE: lists, detail pane
        #expect(try print.lines == Example.named("lists, detail pane").output)
    }

    @Test("a list in a store")
    func store() throws {
        // EXAMPLE: lists, store in use
        #expect(try print.lines == Example.named("lists, store in use").output)
    }

    @Test("a row's lens")
    func element() throws {
        // EXAMPLE: lists, element
        #expect(try print.lines == Example.named("lists, element").output)
    }

    @Test("updates behind a filter and an order")
    func updates() throws {
        // EXAMPLE: lists, updates
        #expect(try print.lines == Example.named("lists, updates").output)
    }
}
