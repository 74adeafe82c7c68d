import Binding
import Model
import TestSupport
import Testing

/// Random edits of fields, resets, submissions, rows that come and go and late answers, compared with a simple model of
/// value, text, messages, status, dirty and touched.
@Suite("Forms beside a model", .serialized)
@MainActor
struct FormModelTests {
    @Test("fields, rules across them, rules that take time, rows and submissions")
    func edits() async {
        await runPrograms("forms", length: 20...600) { program in
            let run = FormInterpreter.run(program, traces: Effort.traces)
            return ProgramResult(steps: run.steps, failure: run.failure)
        }
    }
}
