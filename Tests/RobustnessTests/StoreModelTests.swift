import Binding
import Model
import TestSupport
import Testing

/// Random programs on a store with children and effects, compared with a model of which actions may still be handled.
@Suite("Stores beside a model")
@MainActor
struct StoreModelTests {
    @Test("actions, effects, cancellations and children that come and go")
    func programs() async {
        await runPrograms("stores", length: 20...600, counting: "actions") {
            program in
            let result = run(program)
            return ProgramResult(steps: result.steps, observed: result.handled, failure: result.failure)
        }
    }

    private func run(_ program: Program) -> StoreInterpreter {
        guard Effort.traces else { return .run(StoreProgram(program)) }
        return .run(StoreProgram(program)) { print("  \($0)") }
    }
}
