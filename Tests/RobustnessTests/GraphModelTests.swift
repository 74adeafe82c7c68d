import Binding
import Model
import TestSupport
import Testing

/// Relays and controls that are bound to each other in arbitrary ways, compared with a model of the values that all end
/// with. C17 to C22.
@Suite("Graphs of two-way bindings beside a model", .serialized)
@MainActor
struct GraphModelTests {
    @Test(
        "edits of users, of view models, and several in one turn, with values that are equal, opaque, or never the same"
    )
    func graphs() async {
        await runPrograms("graphs of bindings", length: 20...200) { program in
            var run: GraphRun?
            let warnings = collectingWarnings { run = runGraph(program) }
            let falseWarning = run?.mayWarn == false ? warnings.first.map { "\(run?.history ?? ""): \($0)" } : nil
            return ProgramResult(steps: run?.steps ?? 1, failure: run?.failure ?? falseWarning)
        }
    }
}
