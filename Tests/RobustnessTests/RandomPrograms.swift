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

/// Runs random programs until the budget of a test is spent, or one has failed, which is recorded with its seed.
///
/// - Parameters:
///   - name: The subject of the test, for the line that is printed at the end.
///   - length: The number of bytes of a program.
///   - counting: The name of what `observed` counts, for that line.
///   - run: Runs a program.
@MainActor
func runPrograms(
    _ name: String, length: ClosedRange<Int>, counting what: String? = nil,
    _ run: @MainActor (Program) async -> ProgramResult
) async {
    await RandomTurn.begin()
    defer { RandomTurn.end() }
    var spending = Spending()
    var observed = 0
    var seed = Effort.seed
    while !spending.isEnough {
        let result = await spending.measure { await run(Program(seed: seed, length: length)) }
        spending.steps += result.steps
        observed += result.observed
        if let failure = result.failure {
            Issue.record("BINDING_SEED=\(seed), \(name): \(failure)")
            break
        }
        seed &+= 1
        // Other tests also need the main actor.
        await Task.yield()
    }
    let counted = what.map { "\(observed) \($0), " } ?? ""
    print("robustness: \(name): \(spending.steps) steps, \(counted)from seed \(Effort.seed)")
}

/// Lets one random test on the main actor run at a time: several would wait for one another, and spend their time with that.
@MainActor
enum RandomTurn {
    private static var isTaken = false
    private static var waiting: [CheckedContinuation<Void, Never>] = []

    static func begin() async {
        guard isTaken else {
            isTaken = true
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    static func end() {
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
}
