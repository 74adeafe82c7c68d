import Foundation

/// The effort of the random tests, and their seed: a run is repeated with the seed that its failure names.
///
/// | variable | meaning |
/// | --- | --- |
/// | `BINDING_SEED` | the seed of the first program; random by default |
/// | `BINDING_STEPS` | the least number of steps of each random test, or `all` that it has; 20,000 by default |
/// | `BINDING_TRACE` | if set, each step is printed |
/// | `BINDING_LOAD` | the factor for the load tests; 1 by default |
enum Effort {
    /// The seed of the first of many programs; each further one uses the next number.
    static let seed = number("BINDING_SEED") ?? UInt64.random(in: 0 ... .max)

    /// The minimum number of steps of a random test.
    ///
    /// - Parameter all: The number of steps if there is time for all.
    static func steps(_ all: Int) -> Int {
        let variable = "BINDING_STEPS"
        switch environment[variable] {
        case nil: return min(all, 20_000)
        case "all": return all
        case let text?:
            guard let steps = Int(text), steps > 0 else {
                fatalError("\(variable) is '\(text)'. It has to be a number of steps above 0, or 'all'.")
            }
            return steps
        }
    }

    static let load = number("BINDING_LOAD").map(Int.init) ?? 1

    /// Whether each step of a program is printed.
    static let traces = environment["BINDING_TRACE"] != nil

    private static var environment: [String: String] { ProcessInfo.processInfo.environment }

    private static func number(_ name: String) -> UInt64? {
        environment[name].flatMap { UInt64($0) }
    }
}
