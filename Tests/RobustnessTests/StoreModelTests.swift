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
        await runPrograms("stores", steps: 30_000, isOnOneThread: true, length: 20...600, counting: "actions") {
            program in
            let run = StoreInterpreter.run(program, traces: Effort.traces)
            return ProgramResult(steps: run.steps, observed: run.handled, failure: run.failure)
        }
    }
}
