import Foundation

/// The effort of the random tests, and their seed: a run is repeated with the seed that its failure names.
///
/// | variable | meaning |
/// | --- | --- |
/// | `BINDING_SEED` | the seed of the first program; random by default |
/// | `BINDING_SECONDS` | how long each random test goes on; without it, the tests are in their short form |
/// | `BINDING_STEPS` | the least number of steps of each random test, instead of a time |
/// | `BINDING_PROGRAMS` | with `all`, the tests of all small programs run larger ones, too |
/// | `BINDING_TRACE` | if set, each step is printed |
/// | `BINDING_LOAD` | the factor for the load tests; 1 by default |
///
/// In their short form, for somebody who has just cloned the library, random tests go on for a quarter of a second each, and
/// so do those of all small programs, which begin with the smallest; other tests that take long have fewer cases.
package enum Effort {
    /// The seed of the first of many programs; each further one uses the next number.
    package static let seed = number("BINDING_SEED", atLeast: 0, "a number") ?? UInt64.random(in: 0 ... .max)

    /// What each random test may spend.
    package static let budget: Budget =
        number("BINDING_STEPS", "a number of steps above 0").map { .steps(Int($0)) }
        ?? .time(number("BINDING_SECONDS", "a number of seconds above 0").map { .seconds($0) } ?? shortTime)

    /// How long the tests of all small programs go on at most: in the short form a test that is not over by then ends.
    package static var mostTime: Duration? { isShort ? shortTime : nil }

    /// Whether the tests are in their short form.
    package static let isShort =
        environment["BINDING_SECONDS"] == nil && environment["BINDING_STEPS"] == nil
        && environment["BINDING_PROGRAMS"] == nil

    /// The number of steps of a test that makes the same random steps each time.
    package static func steps(_ usual: Int) -> Int { isShort ? usual / 4 : usual }

    private static let shortTime = Duration.milliseconds(250)

    /// Whether tests of all small programs run those of their largest size.
    package static let runsAllPrograms = environment["BINDING_PROGRAMS"] == "all"

    package static let load = number("BINDING_LOAD", "a factor above 0").map(Int.init) ?? 1

    /// Whether each step of a program is printed.
    package static let traces = environment["BINDING_TRACE"] != nil

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
package enum Budget: Sendable {
    case time(Duration)
    case steps(Int)
}
