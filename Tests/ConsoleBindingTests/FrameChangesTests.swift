import TestSupport
import Testing

@testable import ConsoleBinding

@Suite("Changes of a frame")
struct FrameChangesTests {
    private func changes(from old: [String], to new: [String]) -> String {
        FrameChanges(from: Frame(lines: old.map { Line($0) }), to: Frame(lines: new.map { Line($0) })).text
    }

    @Test("Only the rows that have changed are there, as they were and as they are")
    func rows() {
        expectEqual(changes(from: ["a", "b", "c", "d"], to: ["a", "x", "c", "y"]), "- b\n+ x\n- d\n+ y\n")
        expectEqual(changes(from: ["a", "b"], to: ["a", "b  "]), "")
        expectEqual(changes(from: [], to: []), "")
    }

    @Test("A row that was empty, or is, shows once")
    func emptyRows() {
        expectEqual(changes(from: ["│    │"], to: ["│ a  │"]), "+ │ a  │\n")
        expectEqual(changes(from: ["│ a  │"], to: ["│    │"]), "- │ a  │\n")
        #expect(
            changes(from: ["│ a  │", "│ b  │", "│    │"], to: ["│ b  │", "│    │", "│    │"])
                == "- │ a  │\n+ │ b  │\n- │ b  │\n")
    }

    @Test("What comes up above the last rows, or goes from there, does not make them new")
    func messages() {
        let (form, open) = (["┌", "a", "└", "hint"], ["┌", "b", "├", "message", "└", "hint"])
        expectEqual(changes(from: form, to: open), "- a\n+ b\n+ ├\n+ message\n")
        expectEqual(changes(from: open, to: form), "- b\n+ a\n- ├\n- message\n")
        expectEqual(changes(from: ["x", "x", "x"], to: ["x"]), "- x\n- x\n")
        expectEqual(changes(from: ["x"], to: ["x", "x"]), "+ x\n")
    }

    @Test("A change of colour alone is none that text could show")
    func styles() {
        let (old, new) = (Frame(lines: [Line("a", .good)]), Frame(lines: [Line("a", .bad)]))
        expectEqual(FrameChanges(from: old, to: new).text, "")
    }
}
