import Binding
import BindingCollections
import Model
import TestSupport
import Testing

/// Random edits of lists, compared with plain arrays: trees and their copies, the updates that observers receive,
/// chains of operators.
@Suite("Lists beside a model", .serialized)
@MainActor
struct ListModelTests {
    @Test("a tree and its copies are what arrays would be, whatever is done to them")
    func trees() async {
        await runPrograms("trees", length: 20...600) { program in
            let run = TreeInterpreter.run(program, traces: Effort.traces)
            return ProgramResult(steps: run.steps, failure: run.failure)
        }
    }

    @Test("C38: threads that hold one tree, and edit copies of it at the same time, see nothing of each other's edits")
    func threads() async {
        await runPrograms("trees on threads", length: 60...600) { program in
            let shared = TreeArray((0..<40).map { ListRow(-$0, key: $0 % 10) }, shape: TreeShape(leaf: 4, branch: 4))
            let runs = Recorder<(steps: Int, failure: String?)>()
            onThreads(3) { thread in
                // Each thread runs a different program.
                var own = program
                for _ in 0..<(thread * 7) { _ = own.next() }
                let run = TreeInterpreter.run(own, sharing: shared)
                runs.onNext((run.steps, run.failure))
            }
            return ProgramResult(
                steps: runs.elements.reduce(0) { $0 + $1.steps },
                failure: runs.elements.lazy.compactMap(\.failure).first)
        }
    }

    @Test(
        "C39: each observer gets edits from its rows to the current ones, whenever it came and whatever it missed"
    )
    func updates() async {
        await runPrograms(
            "updates of lists", length: 20...600, counting: "updates with edits"
        ) {
            program in
            var run: ListUpdatesInterpreter?
            // Some lists have rows with the same identity.
            _ = collectingWarnings { run = .run(program, traces: Effort.traces) }
            return ProgramResult(
                steps: run?.steps ?? 1, observed: (run?.updates ?? 0) - (run?.reloads ?? 0), failure: run?.failure)
        }
    }

    @Test("C40: lists that operators make of others are what plain functions of the whole arrays make")
    func operators() async {
        await runPrograms(
            "operators on lists", length: 40...600, counting: "updates"
        ) { program in
            var run: ListOperatorsInterpreter?
            _ = collectingWarnings { run = .run(program, traces: Effort.traces) }
            return ProgramResult(steps: run?.steps ?? 1, observed: run?.updates ?? 0, failure: run?.failure)
        }
    }

    @Test("C41: what is selected is of the rows that there are, and what is to be selected as rows go and come")
    func selections() async {
        await runPrograms("selections", length: 20...600) { program in
            let run = SelectionInterpreter.run(program, traces: Effort.traces)
            return ProgramResult(steps: run.steps, failure: run.failure)
        }
    }
}
