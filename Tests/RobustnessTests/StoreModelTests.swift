import Binding
import Model
import TestSupport
import Testing

/// Random programs on a store with children and effects, beside a model of which action may still be handled.
@Suite("Stores beside a model")
@MainActor
struct StoreModelTests {
    @Test("actions, effects, cancellations and children that come and go")
    func programs() async {
        var steps = 0
        var handled = 0
        var seed = Effort.seed
        while steps < Effort.steps(30_000) {
            let run = StoreInterpreter.run(Program(seed: seed, length: 20...600), traces: Effort.traces)
            steps += run.steps
            handled += run.handled
            if let failure = run.failure {
                Issue.record("BINDING_SEED=\(seed): \(failure)")
                break
            }
            seed &+= 1
            // Other tests have work for the main actor, too.
            await Task.yield()
        }
        print("robustness: stores: \(steps) steps, \(handled) actions, from seed \(Effort.seed)")
    }
}
