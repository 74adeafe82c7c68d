import Model
import TestSupport
import Testing

/// The result of one program.
struct ProgramResult {
    let steps: Int
    /// The number of observations, of the kind that the test counts.
    var observed = 0
    let failure: String?
}

/// Runs random programs until they have taken a number of steps, or one has failed, which is recorded with its seed.
///
/// - Parameters:
///   - name: The subject of the test, for the line that is printed at the end.
///   - steps: The minimum number of steps, if there is time for all of them.
///   - isOnOneThread: Whether everything happens on one thread, so that under a sanitizer, which makes it several times
///     as slow, a quarter of the steps is enough, and a twentieth under the thread sanitizer.
///   - length: The number of bytes of a program.
///   - counting: The name of what `observed` counts, for that line.
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
        // Other tests also need the main actor.
        await Task.yield()
    }
    print("robustness: \(name): \(steps) steps, \(what.map { "\(observed) \($0), " } ?? "")from seed \(Effort.seed)")
}
