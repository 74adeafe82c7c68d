import Binding

/// Runs a program for lists, whose first byte says what it is one of: a tree, or the updates of lists.
@MainActor
package struct ListInterpreter {
    package let steps: Int
    package let failure: String?

    package static func run(_ program: Program, traces: Bool = false) -> ListInterpreter {
        var program = program
        switch program.next(below: 2) {
        case 0:
            let run = TreeInterpreter.run(program, traces: traces)
            return ListInterpreter(steps: run.steps, failure: run.failure)
        default:
            let run = ListUpdatesInterpreter.run(program, traces: traces)
            return ListInterpreter(steps: run.steps, failure: run.failure)
        }
    }
}
