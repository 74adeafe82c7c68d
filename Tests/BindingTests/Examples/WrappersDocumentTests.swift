import Binding
import BindingControls
import BindingOperators
import TestSupport
import Testing

// The examples of Documentation/Wrappers.md; see DocumentationTests.

@MainActor
@Suite("Which wrapper when")
struct WrappersDocumentTests {
    private let print = Printer()

    @Test("@Bindable")
    func bindable() throws {
        // EXAMPLE: bindable
        #expect(try print.lines == Example.named("bindable").output)
    }

    @Test("@Mutable")
    func mutable() throws {
        // EXAMPLE: mutable
        #expect(try print.lines == Example.named("mutable").output)
    }

    @Test("@ViewAction")
    func viewAction() throws {
        // EXAMPLE: view action
        #expect(try print.lines == Example.named("view action").output)
    }

    @Test("@ViewAction.NoParam")
    func viewActionWithoutParameter() throws {
        // EXAMPLE: view action without parameter
        #expect(try print.lines == Example.named("view action without parameter").output)
    }
}
