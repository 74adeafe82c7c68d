import Binding
import BindingControls
import BindingOperators
import TestSupport
import Testing

// The examples of Documentation/Bindings.md and Documentation/TwoWayBindings.md; see DocumentationTests.

@MainActor
@Suite("Bindings, as the documents have them")
struct BindingsDocumentTests {
    private let print = Printer()

    @Test("=>")
    func oneWay() throws {
        // EXAMPLE: one way
        #expect(try print.lines == Example.named("one way").output)
        #expect(label.caption == "one")
    }

    @Test("BindingContext")
    func bindingContext() throws {
        // EXAMPLE: binding context
        #expect(try print.lines == Example.named("binding context").output)
    }

    @Test("<=>")
    func twoWay() throws {
        // EXAMPLE: two ways
        #expect(try print.lines == Example.named("two ways").output)
    }

    @Test("??")
    func defaultValue() throws {
        // EXAMPLE: default value
        #expect(try print.lines == Example.named("default value").output)
    }
}
