import Binding
import Model
import Testing

/// Random edits of lists beside plain arrays: trees and their copies, the updates that observers are told, chains of operators.
@Suite("Lists beside a model", .serialized)
@MainActor
struct ListModelTests {
    @Test("a tree and its copies are what arrays would be, whatever is done to them")
    func trees() async {
        await runPrograms("trees", steps: 500_000, length: 20...600) { program in
            let run = TreeInterpreter.run(program, traces: Effort.traces)
            return ProgramResult(steps: run.steps, failure: run.failure)
        }
    }
}
