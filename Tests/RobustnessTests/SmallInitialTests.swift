import Model
import TestSupport
import Testing

/// All small programs that save and load parts of a form that overlap, beside two plain values.
@Suite("All small programs that save and load parts of a form", .serialized)
@MainActor
struct SmallInitialTests {
    @Test(
        "C34: what is initial is one value, whichever part of it has been saved or loaded",
        arguments: SmallInitialProgram.Making.allCases, SmallInitialProgram.Place.allCases)
    func alike(making: SmallInitialProgram.Making, place: SmallInitialProgram.Place) async {
        await runAllPrograms("initial values, made \(making), \(place)", sizes: 1...2, all: 1...3) { size, choices in
            SmallInitialProgram.run(making, place, size: size, choices)
        }
    }
}
