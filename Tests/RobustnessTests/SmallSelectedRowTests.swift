import Model
import TestSupport
import Testing

/// All small programs on a list, a selection and a form of its row, compared with plain code.
@Suite("All small programs with a form of the selected row", .serialized)
@MainActor
struct SmallSelectedRowTests {
    @Test(
        "C34, C41: what is to be seen after each statement, or at the end",
        arguments: SmallSelectedRowProgram.Place.allCases,
        [true, false])
    func screens(place: SmallSelectedRowProgram.Place, looksAfterEach: Bool) async {
        let name = "the form of the selected row, \(place)\(looksAfterEach ? "" : ", seen at the end")"
        await runAllPrograms(name, sizes: 1...3, all: 1...4) { size, choices in
            SmallSelectedRowProgram.run(place, looksAfterEach: looksAfterEach, size: size, choices)
        }
    }
}
