import Binding
import Model
import TestSupport
import Testing

/// Random edits on either side of a two-way binding, compared with a model that knows where both sides end. C17 to C22.
@Suite("Two-way bindings beside a model", .serialized)
@MainActor
struct TwoWayModelTests {
    @Test("edits of a user and of a view model, each with habits of its own")
    func edits() async {
        await runPrograms("two-way bindings", length: 20...300) { program in
            var run: TwoWayInterpreter?
            // Some programs do not settle, as expected.
            _ = collectingWarnings { run = .run(program) }
            return ProgramResult(steps: run?.steps ?? 1, failure: run?.failure)
        }
    }
}
