import Model
import TestSupport
import Testing

/// All small programs on a form of a value, in the middle of something and by themselves.
@Suite("All small programs on forms of values", .serialized)
@MainActor
struct SmallValueFormTests {
    @Test(
        "C21, C34: in batches and observers, fields, rows and the value are what they are elsewhere, and an undo takes all of it back",
        arguments: SmallValueFormProgram.Subject.allCases)
    func alike(subject: SmallValueFormProgram.Subject) async {
        await runAllPrograms("forms of values, \(subject)", sizes: 1...2, all: 1...3) { size, choices in
            SmallValueFormProgram.run(subject, size: size, choices)
        }
    }
}
