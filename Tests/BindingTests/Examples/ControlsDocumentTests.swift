import Binding
import BindingControls
import BindingOperators
import TestSupport
import Testing

// The examples of Documentation/Controls.md; see DocumentationTests.

// EXAMPLE: a control's rx

@MainActor
@Suite("Writing controls")
struct ControlsDocumentTests {
    private let print = Printer()

    @Test("A control's rx")
    func controls() throws {
        // EXAMPLE: a control's rx, use
        #expect(try print.lines == Example.named("a control's rx, use").output)
        knob.pushes.accept(())
        #expect(!knob.isEnabled)
    }

    @Test("A Binder by hand")
    func binder() throws {
        // EXAMPLE: binder
        #expect(try print.lines == Example.named("binder").output)
    }
}
