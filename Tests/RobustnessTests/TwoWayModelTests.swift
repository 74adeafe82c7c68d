import Binding
import Model
import TestSupport
import Testing

/// Random edits on either side of a two-way binding, beside a model that knows where both end. C17 to C22.
@Suite("Two-way bindings beside a model", .serialized)
@MainActor
struct TwoWayModelTests {
    @Test("edits of a user and of a view model, each with habits of its own")
    func edits() {
        var steps = 0
        var seed = Effort.seed
        _ = collectingWarnings {
            while steps < Effort.steps(200_000) {
                let run = TwoWayInterpreter.run(Program(seed: seed, length: 20...300))
                steps += run.steps
                if let failure = run.failure {
                    Issue.record("BINDING_SEED=\(seed): \(failure)")
                    break
                }
                seed &+= 1
            }
        }
        print("robustness: two-way bindings: \(steps) steps, from seed \(Effort.seed)")
    }
}
