import Binding
import BindingCollections

/// Runs a program of edits of a list and of a user's selection in it.
@MainActor
package final class SelectionInterpreter {
    package private(set) var steps = 0
    package var failure: String? { selection.failure }

    private var editor: ListEditor
    private let selection: CheckedSelection

    private init(_ program: Program, traces: Bool) {
        var program = program
        let shape = ListShape(program.next() % 240)
        let mode: Selection<Int>.Mode = [.multiple, .multiple, .single, .exactlyOne][program.next(below: 4)]
        let removal: Selection<Int>.Removal = [.deselect, .selectNext, .keep][program.next(below: 3)]
        editor = ListEditor(program, limit: min(shape.limit, 30), hasDuplicates: false)
        selection = CheckedSelection(
            mode, whenRemoved: removal, rows: shape.tree(editor.firstRows()), traces: traces)
    }

    package static func run(_ program: Program, traces: Bool = false) -> SelectionInterpreter {
        let interpreter = SelectionInterpreter(program, traces: traces)
        while !interpreter.editor.program.isOver, interpreter.failure == nil { interpreter.step() }
        interpreter.selection.dispose()
        return interpreter
    }

    private func step() {
        steps += 1
        switch editor.program.next(below: 20) {
        case 0, 1: selection.write(Set((0..<editor.program.next(below: 4)).map { _ in anyID() }))
        case 2: selection.writeOne(editor.program.next(below: 4) == 0 ? nil : anyID())
        case 3, 4: selection.select(anyID())
        case 5: selection.deselect(anyID())
        case 6: selection.toggle(anyID())
        case 7: selection.selectAll()
        case 8:
            let id = anyID()
            selection.extend(id, adding: editor.program.next(below: 2) == 0)
        case 9: selection.move(by: editor.program.next(below: 7) - 3)
        case 10 where selection.mode == .multiple && editor.program.next(below: 4) == 0: selection.toggleFollowing()
        default: edit()
        }
        selection.compare()
    }

    /// The identity of a row, or sometimes of none.
    private func anyID() -> Int {
        let choice = editor.program.next()
        let rows = selection.rows
        return rows.isEmpty || choice % 8 == 7 ? choice % 40 : rows[choice % rows.count].id
    }

    private func edit() {
        var (other, rows) = (editor, selection.rows)
        _ = other.edit(&rows)
        selection.edit(other.name, to: rows) { _ = editor.edit(&$0) }
    }
}
