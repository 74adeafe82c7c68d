import Foundation

/// How hard the random tests try, and from where: a run is repeated by the seed that its failure names.
///
/// | variable | meaning |
/// | --- | --- |
/// | `BINDING_SEED` | the seed of the first program; random unless said |
/// | `BINDING_STEPS` | how many steps each random test takes at least |
/// | `BINDING_TRACE` | where it is set, each step is printed |
/// | `BINDING_LOAD` | by how much the load tests are multiplied; 1 unless said |
enum Effort {
    /// The seed of the first of many programs; each further one has the next number.
    static let seed = number("BINDING_SEED") ?? UInt64.random(in: 0 ... .max)

    static func steps(_ usual: Int) -> Int { number("BINDING_STEPS").map(Int.init) ?? usual }

    static let load = number("BINDING_LOAD").map(Int.init) ?? 1

    /// Whether each step of a program is printed.
    static let traces = ProcessInfo.processInfo.environment["BINDING_TRACE"] != nil

    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }
}
