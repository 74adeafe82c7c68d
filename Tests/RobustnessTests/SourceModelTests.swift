import Model
import TestSupport
import Testing

/// Random programs on sources of all kinds, beside a model that knows what each observer must see. C1 to C6, C9, C10, C14.
@Suite("Sources beside a model")
@MainActor
struct SourceModelTests {
    @Test("on the main actor alone")
    func oneThread() async {
        var steps = 0
        var calls = 0
        var seed = Effort.seed
        while steps < Effort.steps(1_000_000) {
            let run = Interpreter.run(Program(seed: seed, length: 50...1500), traces: Effort.traces)
            steps += run.steps
            calls += run.calls
            if let failure = run.failure {
                Issue.record("BINDING_SEED=\(seed): \(failure)")
                break
            }
            seed &+= 1
            // Other tests have work for the main actor, too.
            await Task.yield()
        }
        print("robustness: sources, 1 thread: \(steps) steps, \(calls) calls, from seed \(Effort.seed)")
    }

    @Test("on several threads, whose turns the program decides", arguments: [2, 3, 5])
    func severalThreads(count: Int) async {
        var steps = 0
        var calls = 0
        var seed = Effort.seed
        while steps < Effort.steps(60_000) {
            let run = await Interpreter.run(
                Program(seed: seed, length: 50...1500), threads: count, traces: Effort.traces)
            steps += run.steps
            calls += run.calls
            if let failure = run.failure {
                Issue.record("BINDING_SEED=\(seed), \(count) threads: \(failure)")
                break
            }
            seed &+= 1
        }
        print("robustness: sources, \(count) threads: \(steps) steps, \(calls) calls, from seed \(Effort.seed)")
    }
}
