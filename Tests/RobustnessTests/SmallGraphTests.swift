import Model
import TestSupport
import Testing

/// All small programs on relays, controls and parts that are bound to each other, held against what is wanted of them.
@Suite("All small graphs of two-way bindings", .serialized)
@MainActor
struct SmallGraphTests {
    private func runAll(_ programs: SmallGraphPrograms) async {
        await runAllPrograms("two-way bindings, \(programs.name)", sizes: programs.sizes, all: programs.all) {
            size, choices in
            let isEquatable = choices.next(below: 2) == 0
            guard let program = programs.draw(size, choices), isEquatable || !program.needsEquality else {
                choices.discard()
                return nil
            }
            var run = SmallGraphRun()
            let warnings = collectingWarnings { run = runSmallGraph(program, isEquatable: isEquatable) }
            guard let warning = warnings.first else { return run.failure }
            if !run.mayWarn { return run.failure ?? "\(program): \(warning)" }
            return run.comesToRest ? nil : run.failure
        }
    }

    @Test("everything agrees at rest, and nothing is lost", arguments: SmallGraphPrograms.programs)
    func holds(_ programs: SmallGraphPrograms) async {
        await runAll(programs)
    }
}
