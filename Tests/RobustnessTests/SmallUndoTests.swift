import Model
import TestSupport
import Testing

/// All small programs on a history in the middle of a change, compared with the same ones in several changes.
@Suite("All small programs with a history in the middle of a change", .serialized)
@MainActor
struct SmallUndoTests {
    @Test(
        "C37, C44: a change with undos and transactions in it ends like several changes",
        arguments: SmallUndoProgram.Place.allCases, SmallUndoProgram.Parts.allCases)
    func alike(place: SmallUndoProgram.Place, parts: SmallUndoProgram.Parts) async {
        await runAllPrograms("a history of \(parts), \(place)", sizes: 1...3, all: 1...4) { size, choices in
            SmallUndoProgram.run(place, parts, size: size, choices)
        }
    }
}
