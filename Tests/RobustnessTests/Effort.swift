import Foundation

/// How hard the random tests try, and from where: a run is repeated by the seed that its failure names.
///
/// | variable | meaning |
/// | --- | --- |
/// | `BINDING_SEED` | the seed of the first program; random unless said |
/// | `BINDING_STEPS` | how many steps each random test takes at least; `all`, as many as it names itself; 20,000 unless said |
/// | `BINDING_TRACE` | where it is set, each step is printed |
/// | `BINDING_LOAD` | by how much the load tests are multiplied; 1 unless said |
enum Effort {
    /// The seed of the first of many programs; each further one has the next number.
    static let seed = number("BINDING_SEED") ?? UInt64.random(in: 0 ... .max)

    /// How many steps a random test takes at least.
    ///
    /// - Parameter all: How many it would take where there is time.
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
