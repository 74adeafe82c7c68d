import Binding
import Foundation
import Model
import TestSupport
import Testing

/// Random programs on sources of all kinds, compared with a model that knows what each observer must see. C1 to C6, C9,
/// C10, C14.
@Suite("Sources beside a model")
@MainActor
struct SourceModelTests {
    @Test("on the main actor alone")
    func oneThread() async {
        await runPrograms(
            "sources, 1 thread", length: 50...1500, counting: "calls"
        ) { program in
            let run = SourceInterpreter.run(program, traces: Effort.traces)
            return ProgramResult(steps: run.steps, observed: run.calls, failure: run.failure)
        }
    }

    @Test("on several threads, whose turns the program decides", arguments: [2, 3, 5])
    func severalThreads(count: Int) async {
        await runPrograms("sources, \(count) threads", length: 50...1500, counting: "calls") { program in
            let run = await SourceInterpreter.run(program, threads: count, traces: Effort.traces)
            return ProgramResult(steps: run.steps, observed: run.calls, failure: run.failure)
        }
    }

    @Test("with turns of the main actor of one value each: what the contract allows does not depend on them")
    func shortTurns() async throws {
        // Waiting for a process keeps two threads of the concurrency's pool, which on two processors are all: another test
        // would spend its time with that.
        await RandomTurn.begin()
        defer { RandomTurn.end() }
        // In a separate process, because the length of turns is the same for all tests.
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            await MainActor.run { TurnLength.nanoseconds.store(0, ordering: .relaxed) }
            let failure = await ShortTurns.firstFailure()
            // What a process that fails has written is not told.
            if let failure { FileHandle.standardError.write(Data(failure.utf8)) }
        }
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        if output.contains("BINDING_SEED") { Issue.record("\(output)") }
    }
}

private enum ShortTurns {
    /// Random programs on one thread, where turns make no difference, and on three.
    @MainActor
    static func firstFailure() async -> String? {
        var spending = Spending()
        var seed = Effort.seed
        while !spending.isEnough {
            for threads in [1, 3] {
                let program = Program(seed: seed, length: 50...1500)
                let run = await spending.measure {
                    threads == 1
                        ? SourceInterpreter.run(program, traces: Effort.traces)
                        : await SourceInterpreter.run(program, threads: threads, traces: Effort.traces)
                }
                spending.steps += run.steps
                if let failure = run.failure { return "BINDING_SEED=\(seed), \(threads) threads: \(failure)" }
            }
            seed &+= 1
        }
        return nil
    }
}
