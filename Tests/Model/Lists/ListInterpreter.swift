import Binding

/// Runs a program for lists. Its first byte chooses the subject: a tree, the updates of lists, the selection in one, or
/// lists derived from lists.
@MainActor
package struct ListInterpreter {
    package let steps: Int
    package let failure: String?

    package static func run(_ program: Program, traces: Bool = false) -> ListInterpreter {
        var program = program
        switch program.next(below: 4) {
        case 0:
            let run = TreeInterpreter.run(program, traces: traces)
            return ListInterpreter(steps: run.steps, failure: run.failure)
        case 1:
            let run = ListUpdatesInterpreter.run(program, traces: traces)
            return ListInterpreter(steps: run.steps, failure: run.failure)
        case 2:
            let run = SelectionInterpreter.run(program, traces: traces)
            return ListInterpreter(steps: run.steps, failure: run.failure)
        default:
            let run = ListOperatorsInterpreter.run(program, traces: traces)
            return ListInterpreter(steps: run.steps, failure: run.failure)
        }
    }
}
