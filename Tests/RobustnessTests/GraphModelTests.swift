import Binding
import Model
import TestSupport
import Testing

/// Relays and controls that are bound to each other in any way, beside a model of where all end. C17 to C22.
@Suite("Graphs of two-way bindings beside a model", .serialized)
@MainActor
struct GraphModelTests {
    @Test(
        "edits of users, of view models, and several in one turn, with values that are equal, opaque, or never the same"
    )
    func graphs() async {
        var steps = 0
        var seed = Effort.seed
        while steps < Effort.steps(200_000) {
            var run: GraphRun?
            let warnings = collectingWarnings { run = runGraph(Program(seed: seed, length: 20...200)) }
            steps += run?.steps ?? 0
            let falseWarning = run?.mayWarn == false ? warnings.first.map { "\(run?.history ?? ""): \($0)" } : nil
            if let failure = run?.failure ?? falseWarning {
                Issue.record("BINDING_SEED=\(seed): \(failure)")
                break
            }
            seed &+= 1
            await Task.yield()
        }
        print("robustness: graphs of bindings: \(steps) steps, from seed \(Effort.seed)")
    }
}
