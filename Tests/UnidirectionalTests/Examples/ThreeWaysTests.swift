import Binding
import BindingControls
import BindingOperators
import TestSupport
import Testing
import Unidirectional

// One screen in three ways: the examples of Documentation/Wrappers.md that need this module; see DocumentationTests.

// EXAMPLE: three ways, view

// EXAMPLE: three ways, wrappers

// EXAMPLE: three ways, stream

// EXAMPLE: three ways, store

@Suite("One screen in three ways")
@MainActor
struct ThreeWaysTests {
    private let print = Printer()

    @Test("Three ways to write one screen")
    func threeWays() throws {
        // EXAMPLE: three ways, use
        #expect(try print.lines == Example.named("three ways, use").output)
        #expect(views.allSatisfy { $0.label.history == ["0", "1", "2", "1"] })
    }
}
