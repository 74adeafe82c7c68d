import Binding
import BindingControls
import BindingOperators
import BindingTesting
import TestSupport
import Testing

// The examples of Documentation/Testing.md; see DocumentationTests.

// EXAMPLE: testing, view model

// EXAMPLE: testing, view

@MainActor
@Suite("Testing view models")
struct TestingDocumentTests {
    private let print = Printer()

    @Test("Views")
    func views() throws {
        // EXAMPLE: testing, view, use
        #expect(try print.lines == Example.named("testing, view, use").output)
    }

    @Test("Virtual time")
    func virtualTime() throws {
        // EXAMPLE: testing, virtual time
        #expect(try print.lines == Example.named("testing, virtual time").output)
    }

    @Test("Observers that record")
    func observers() throws {
        // EXAMPLE: testing, observers
        #expect(try print.lines == Example.named("testing, observers").output)
    }

    @Test("Marble diagrams")
    func marbles() throws {
        // EXAMPLE: testing, marbles
        #expect(try print.lines == Example.named("testing, marbles").output)
    }

    @Test("Asynchronous code")
    func asynchronous() async throws {
        // EXAMPLE: testing, asynchronous code
        #expect(try print.lines == Example.named("testing, asynchronous code").output)
    }

    @Test("Leaks", .disabled(if: Optimization.isOn, "they are looked for in debug builds"))
    func leaks() throws {
        // EXAMPLE: testing, leaks
        #expect(try print.lines == Example.named("testing, leaks").output)
    }
}
