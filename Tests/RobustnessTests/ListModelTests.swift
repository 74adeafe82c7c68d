import Binding
import Model
import TestSupport
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

    @Test("each observer is told what makes the rows of now of those it has, whenever it came and whatever it missed")
    func updates() async {
        await runPrograms("updates of lists", steps: 300_000, length: 20...600, counting: "updates with edits") {
            program in
            var run: ListUpdatesInterpreter?
            // Some lists have rows of one identity.
            _ = collectingWarnings { run = .run(program, traces: Effort.traces) }
            return ProgramResult(
                steps: run?.steps ?? 1, observed: (run?.updates ?? 0) - (run?.reloads ?? 0), failure: run?.failure)
        }
    }

    @Test("lists that operators make of others are what plain functions of the whole arrays make")
    func operators() async {
        await runPrograms("operators on lists", steps: 200_000, length: 40...600, counting: "updates") { program in
            var run: ListOperatorsInterpreter?
            _ = collectingWarnings { run = .run(program, traces: Effort.traces) }
            return ProgramResult(steps: run?.steps ?? 1, observed: run?.updates ?? 0, failure: run?.failure)
        }
    }
}
