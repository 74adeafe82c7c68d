import Foundation

/// The effort of the random tests, and their seed: a run is repeated with the seed that its failure names.
///
/// | variable | meaning |
/// | --- | --- |
/// | `BINDING_SEED` | the seed of the first program; random by default |
/// | `BINDING_SECONDS` | how long each random test goes on; 1 by default |
/// | `BINDING_STEPS` | the least number of steps of each random test, instead of a time |
/// | `BINDING_PROGRAMS` | with `all`, the tests of all small programs run larger ones, too |
/// | `BINDING_TRACE` | if set, each step is printed |
/// | `BINDING_LOAD` | the factor for the load tests; 1 by default |
enum Effort {
    /// The seed of the first of many programs; each further one uses the next number.
    static let seed = number("BINDING_SEED", atLeast: 0, "a number") ?? UInt64.random(in: 0 ... .max)

    /// What each random test may spend.
    static let budget: Budget =
        number("BINDING_STEPS", "a number of steps above 0").map { .steps(Int($0)) }
        ?? .time(.seconds(number("BINDING_SECONDS", "a number of seconds above 0") ?? 1))

    /// Whether tests of all small programs run those of their largest size.
    static let runsAllPrograms = environment["BINDING_PROGRAMS"] == "all"

    static let load = number("BINDING_LOAD", "a factor above 0").map(Int.init) ?? 1

    /// Whether each step of a program is printed.
    static let traces = environment["BINDING_TRACE"] != nil

    private static var environment: [String: String] { ProcessInfo.processInfo.environment }

    private static func number(_ name: String, atLeast least: UInt64 = 1, _ meaning: String) -> UInt64? {
        guard let text = environment[name] else { return nil }
        guard let number = UInt64(text), number >= least else {
            fatalError("\(name) is '\(text)'. It has to be \(meaning).")
        }
        return number
    }
}

/// What a random test may spend: time, or a number of steps.
enum Budget: Sendable {
    case time(Duration)
    case steps(Int)
}

/// What a random test has spent.
struct Spending {
    /// The steps so far.
    var steps = 0
    private var time = Duration.zero

    /// Whether it has spent its budget.
    var isEnough: Bool {
        switch Effort.budget {
        case .time(let most): time >= most
        case .steps(let most): steps >= most
        }
    }

    /// Runs a part of the test, whose time counts. What other tests do between two parts does not.
    @MainActor
    mutating func measure<Result>(_ part: @MainActor () async throws -> Result) async rethrows -> Result {
        let start = ContinuousClock.now
        defer { time += start.duration(to: .now) }
        return try await part()
    }

    /// The same, elsewhere than on the main actor.
    mutating func measure<Result>(_ part: () throws -> Result) rethrows -> Result {
        let start = ContinuousClock.now
        defer { time += start.duration(to: .now) }
        return try part()
    }
}
