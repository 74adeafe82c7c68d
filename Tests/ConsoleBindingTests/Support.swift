import Binding
import BindingTesting
import Testing
import ViewModels

@testable import ConsoleBinding

/// Runs a script in this process, and returns its output.
@MainActor
func runScript(_ lines: [String], on kind: FormKind = .signUp) async throws -> String {
    var printed = ""
    try await ScriptRunner(kind) { printed += $0 }.run(stream(lines), name: "test.script")
    return printed
}

/// Runs a script with an error, and returns the output before the error, and the error.
@MainActor
func runWrongScript(_ lines: [String], on kind: FormKind = .signUp) async throws -> (String, ScriptError?) {
    var printed = ""
    let error = await #expect(throws: ScriptError.self) {
        try await ScriptRunner(kind) { printed += $0 }.run(stream(lines), name: "test.script")
    }
    return (printed, error)
}

/// The commands that enter a correct account.
let correctEntries = [
    "type username ada", "type email ada@example.org", "type password correct horse 1", "type age 36",
    "choose plan pro", "toggle terms",
]

extension SignUpViewModel {
    /// A view model whose lookups stand still, or use a scheduler's time.
    convenience init(clock: any StepClock, scheduler: TestScheduler = TestScheduler()) {
        self.init(clock: clock, names: LocalDirectory(scheduler: scheduler), scheduler: scheduler)
    }

    /// Whether an account is being made.
    var isSubmitting: Bool {
        var isSubmitting = false
        submit.isExecuting.drive(onNext: { isSubmitting = $0 }).dispose()
        return isSubmitting
    }
}

extension SignUpForm {
    /// A form whose search stands still, or uses a scheduler's time.
    convenience init(viewModel: SignUpViewModel, scheduler: TestScheduler = TestScheduler()) {
        let service = LocalDirectory(scheduler: scheduler)
        self.init(viewModel: viewModel, search: SearchViewModel(service: service, scheduler: scheduler))
    }
}

/// The lines of a script, as a reader delivers them.
func stream(_ lines: [String]) -> AsyncStream<ScriptLine> {
    AsyncStream { continuation in
        for (index, line) in lines.enumerated() {
            continuation.yield(ScriptLine(number: index + 1, bytes: Array(line.utf8)))
        }
        continuation.finish()
    }
}
