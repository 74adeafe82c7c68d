import Model
import TestSupport
import Testing

/// Random programs on sources of all kinds, beside a model that knows what each observer must see. C1 to C6, C9, C10, C14.
@Suite("Sources beside a model")
@MainActor
struct SourceModelTests {
    @Test("on the main actor alone")
    func oneThread() async {
        await runPrograms("sources, 1 thread", steps: 1_000_000, length: 50...1500, counting: "calls") { program in
            let run = Interpreter.run(program, traces: Effort.traces)
            return ProgramResult(steps: run.steps, observed: run.calls, failure: run.failure)
        }
    }

    @Test("on several threads, whose turns the program decides", arguments: [2, 3, 5])
    func severalThreads(count: Int) async {
        await runPrograms("sources, \(count) threads", steps: 60_000, length: 50...1500, counting: "calls") { program in
            let run = await Interpreter.run(program, threads: count, traces: Effort.traces)
            return ProgramResult(steps: run.steps, observed: run.calls, failure: run.failure)
        }
    }
}
