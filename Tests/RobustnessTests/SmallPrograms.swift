import Model
import TestSupport
import Testing

/// Runs all programs of some sizes, one after the other, the small ones first, until one has failed: the smallest that does.
/// In the short form of the tests (``Effort``), those that come after some time are left out.
///
/// - Parameters:
///   - name: The subject of the test, for the line that is printed at the end.
///   - sizes: The sizes of the programs.
///   - all: The sizes with `BINDING_PROGRAMS=all`.
///   - run: Runs the program of a size that the choices tell, and returns what went wrong. One that is discarded is not
///     counted.
/// - Returns: How many programs have been run.
@MainActor
@discardableResult
func runAllPrograms(
    _ name: String, sizes: ClosedRange<Int>, all: ClosedRange<Int>,
    _ run: @MainActor (_ size: Int, Choices) async -> String?
) async -> Int {
    var programs = 0
    var failure: String?
    let sizes = Effort.runsAllPrograms ? all : sizes
    var time = Duration.zero
    var isCutShort = false
    for size in sizes where failure == nil && !isCutShort {
        let choices = Choices()
        repeat {
            let start = ContinuousClock.now
            failure = await run(size, choices)
            time += start.duration(to: .now)
            isCutShort = Effort.mostTime.map { time > $0 } ?? false
            if choices.isDiscarded { continue }
            programs += 1
            // Other tests also need the main actor.
            if programs.isMultiple(of: 64) { await Task.yield() }
        } while failure == nil && !isCutShort && choices.advance()
    }
    if let failure { Issue.record("\(name), program \(programs): \(failure)") }
    let sizesRun = "of sizes \(sizes.lowerBound) to \(sizes.upperBound)\(isCutShort ? ", not all of them" : "")"
    print("small programs: \(name): \(programs) programs \(sizesRun), \(time.formatted)")
    return programs
}

extension Duration {
    fileprivate var formatted: String {
        let tenths = (components.seconds * 10 + components.attoseconds / 100_000_000_000_000_000)
        return "\(tenths / 10).\(tenths % 10) s"
    }
}
