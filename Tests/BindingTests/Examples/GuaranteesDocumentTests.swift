import Binding
import BindingControls
import BindingOperators
import TestSupport
import Testing

// The examples of Documentation/Guarantees.md; see DocumentationTests. The others are in GuaranteesToolkitTests.

@MainActor
@Suite("The examples of the guarantees")
struct GuaranteesDocumentTests {
    private let print = Printer()

    @Test("C1")
    func acceptedAtOnce() throws {
        // EXAMPLE: C1
        #expect(try print.lines == Example.named("C1").output)
    }

    @Test("C6")
    func replay() throws {
        // EXAMPLE: C6
        #expect(try print.lines == Example.named("C6").output)
    }

    @Test("C26")
    func onlyTheLatest() throws {
        // EXAMPLE: C26
        #expect(try print.lines == Example.named("C26").output)
    }

    @Test("C8")
    func atomicChange() async throws {
        // EXAMPLE: C8
        #expect(try print.lines == Example.named("C8").output)
    }

    @Test("C9")
    func disposalInsideTheCallback() throws {
        // EXAMPLE: C9
        #expect(try print.lines == Example.named("C9").output)
    }

    @Test("C10")
    func weakTarget() throws {
        // EXAMPLE: C10
        #expect(try print.lines == Example.named("C10").output)
        binding.dispose()
    }

    @Test("C14")
    func synchronous() throws {
        // EXAMPLE: C14
        #expect(try print.lines == Example.named("C14").output)
    }

    @Test("C16")
    func shared() throws {
        // EXAMPLE: C16
        #expect(try print.lines == Example.named("C16").output)
    }

    @Test("C42")
    func combinations() throws {
        // EXAMPLE: C42
        #expect(try print.lines == Example.named("C42").output)
    }

    @Test("C43")
    func derivedValues() throws {
        // EXAMPLE: C43
        #expect(try print.lines == Example.named("C43").output)
    }

    @Test("C44")
    func batches() throws {
        // EXAMPLE: C44
        #expect(try print.lines == Example.named("C44").output)
    }

    @Test("C17")
    func leftSideWins() throws {
        // EXAMPLE: C17
        #expect(try print.lines == Example.named("C17").output)
    }

    @Test("C19")
    func viewModelNormalises() throws {
        // EXAMPLE: C19
        #expect(try print.lines == Example.named("C19").output)
    }

    @Test("C23")
    func diagnostics() throws {
        let former = BindingDiagnostics.handler
        defer { BindingDiagnostics.handler = former }
        // EXAMPLE: C23
        #expect(print.lines.isEmpty)
    }
}
