import Binding
import Model
import TestSupport
import Testing

/// Random edits on either side of a two-way binding, beside a model that knows where both end. C17 to C22.
@Suite("Two-way bindings beside a model", .serialized)
@MainActor
struct TwoWayModelTests {
    @Test("edits of a user and of a view model, each with habits of its own")
    func edits() async {
        var steps = 0
        var seed = Effort.seed
        while steps < Effort.steps(200_000) {
            var run: TwoWayInterpreter?
            // That some do not settle is a part of it.
            _ = collectingWarnings { run = .run(Program(seed: seed, length: 20...300)) }
            steps += run?.steps ?? 0
            if let failure = run?.failure {
                Issue.record("BINDING_SEED=\(seed): \(failure)")
                break
            }
            seed &+= 1
            await Task.yield()
        }
        print("robustness: two-way bindings: \(steps) steps, from seed \(Effort.seed)")
    }
}
