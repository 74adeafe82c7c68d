import Binding
import BindingForms
import Model
import TestSupport
import Testing

/// All small programs on a form, compared with a simple model of it.
@Suite("All small programs on forms", .serialized)
@MainActor
struct SmallFormTests {
    @Test("C34: fields, a rule across them and the form are what a simple model says, whatever is done to them")
    func fields() async {
        await runForms("fields of forms", .fields, 1...2, all: 1...3)
    }

    @Test("C35: rules that take time are asked and answer as a simple model says, whatever happens meanwhile")
    func asynchronousRules() async {
        await runForms("rules that take time", .asynchronousRules, 1...2, all: 1...3)
    }

    @Test("Rows may come, go, move and be edited, and a form goes back to those that it had")
    func rows() async {
        await runForms("rows of forms", .rows, 1...2, all: 1...4)
    }

    @Test("C36: a submission waits, and is sent if everything is valid then")
    func submissions() async {
        await runForms("submissions", .submissions, 1...2, all: 1...4)
    }

    @Test("What a snapshot holds becomes the initial content, whatever has been edited since")
    func snapshots() async {
        await runForms("snapshots", .snapshots, 1...3, all: 1...4)
    }

    @Test("C36: what is enabled while a submission waits counts when it ends")
    func enablingInSubmissions() async {
        await runForms("what is enabled in submissions", .enablingInSubmissions, 1...5, all: 1...5)
    }

    @Test("A row that was disabled and removed while a submission waited is disabled when it comes back")
    func rowsInSubmissions() async {
        await runForms("rows in submissions", .rowsInSubmissions, 1...4, all: 1...4)
    }

    @Test("A snapshot also holds the rows that are removed before it becomes the initial content")
    func snapshotsOfRows() async {
        await runForms("rows in snapshots", .snapshotsOfRows, 1...5, all: 1...5)
    }

    @Test("A form whose initial rows hold one row twice is not dirty at first")
    func twins() async {
        await runForms("rows that are there twice", .twins, 0...0, all: 0...0)
    }

    private func runForms(
        _ name: String, _ subject: SmallFormProgram.Subject, _ sizes: ClosedRange<Int>, all: ClosedRange<Int>
    ) async {
        await runAllPrograms(name, sizes: sizes, all: all) { size, choices in
            await SmallFormProgram.run(
                subject, size: size, varies: Effort.runsAllPrograms && size < all.upperBound, choices)
        }
    }
}
