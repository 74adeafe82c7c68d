import Model
import TestSupport
import Testing

/// What came of one program.
struct ProgramResult {
    let steps: Int
    /// How much was observed, of what the test counts.
    var observed = 0
    let failure: String?
}

/// Runs random programs until they have taken so many steps, or one has failed, which is recorded with its seed.
///
/// - Parameters:
///   - name: What is tried, for the line that is printed at the end.
///   - steps: How many steps at least, where there is time for all of them.
///   - isOnOneThread: Whether all of it happens on one thread, so that a sanitizer, which makes it several times as slow, has
///     seen enough of it after a quarter of the steps, and one that looks for races after a twentieth.
///   - length: How many bytes a program has.
///   - counting: What `observed` counts, for that line.
///   - run: Runs a program.
@MainActor
func runPrograms(
    _ name: String, steps all: Int, isOnOneThread: Bool = false, length: ClosedRange<Int>,
    counting what: String? = nil,
    _ run: @MainActor (Program) async -> ProgramResult
) async {
    var (steps, observed) = (0, 0)
    let share = !isOnOneThread || !Sanitizer.isOn ? 1 : Sanitizer.looksForRaces ? 20 : 4
    let wanted = Effort.steps(all) / share
    var seed = Effort.seed
    while steps < wanted {
        let result = await run(Program(seed: seed, length: length))
        steps += result.steps
        observed += result.observed
        if let failure = result.failure {
            Issue.record("BINDING_SEED=\(seed), \(name): \(failure)")
            break
        }
        seed &+= 1
        // Other tests have work for the main actor, too.
        await Task.yield()
    }
    print("robustness: \(name): \(steps) steps, \(what.map { "\(observed) \($0), " } ?? "")from seed \(Effort.seed)")
}
