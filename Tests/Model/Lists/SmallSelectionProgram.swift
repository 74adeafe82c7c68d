import Binding
import BindingCollections

/// Runs a small program of edits of a list and of a user's selection in it.
@MainActor
package struct SmallSelectionProgram {
    private let choices: Choices
    private let hasAllSteps: Bool
    private let selection: CheckedSelection
    private var lastID: Int

    /// - Parameters:
    ///   - size: The number of steps.
    ///   - hasAllSteps: Whether all steps are possible, or one of each kind.
    ///   - choices: The decisions.
    /// - Returns: What went wrong.
    package static func run(size: Int, hasAllSteps: Bool, _ choices: Choices) -> String? {
        var program = SmallSelectionProgram(rows: 2, hasAllSteps: hasAllSteps, choices)
        program.selection.compare()
        for _ in 0..<size where program.selection.failure == nil {
            program.step()
            program.selection.compare()
        }
        program.selection.dispose()
        return program.selection.failure
    }

    private init(rows count: Int, hasAllSteps: Bool, _ choices: Choices) {
        self.choices = choices
        self.hasAllSteps = hasAllSteps
        lastID = count
        selection = CheckedSelection(
            choices.pick([.multiple, .single, .exactlyOne]),
            whenRemoved: choices.pick([.deselect, .selectNext, .keep]),
            rows: TreeArray(SmallListEdit.rows(count), shape: TreeShape(leaf: 4, branch: 4)))
    }

    private mutating func step() {
        let rows = selection.rows
        // The identity of a row that is not there yet, or that has gone, comes last.
        let gone = (1...max(lastID, 1)).first { id in !rows.contains { $0.id == id } } ?? lastID + 1
        let ids = rows.map(\.id) + [gone]
        var edits = SmallListEdit.some(of: rows, new: lastID + 1, limit: 3)
        // A row comes back.
        if gone <= lastID, rows.count < 3 { edits.append(.insert(ListRow(gone, key: 1), at: rows.count)) }
        edits += [.set([]), .set(rows.reversed())]
        let others = hasAllSteps ? allSelections(ids) : someSelections(ids)
        let choice = choices.next(below: edits.count + others.count)
        guard choice < edits.count else { return others[choice - edits.count]() }
        var new = rows
        edits[choice].perform(on: &new)
        lastID += 1
        selection.edit("\(edits[choice])", to: new) { edits[choice].perform(on: &$0) }
    }

    private func allSelections(_ ids: [Int]) -> [() -> Void] {
        var steps = someSelections(ids)
        steps += [{ selection.write([]) }, { selection.writeOne(nil) }, { selection.move(by: -1) }]
        for id in ids {
            steps += [
                { selection.write([id]) }, { selection.writeOne(id) }, { selection.select(id) },
                { selection.deselect(id) }, { selection.extend(id, adding: true) },
            ]
        }
        if selection.mode == .multiple {
            steps += [{ selection.write(Set(ids)) }, { selection.toggleFollowing() }]
        }
        return steps
    }

    private func someSelections(_ ids: [Int]) -> [() -> Void] {
        var steps: [() -> Void] = [{ selection.selectAll() }, { selection.move(by: 1) }]
        for id in ids { steps.append { selection.toggle(id) } }
        if let first = ids.first { steps.append { selection.extend(first, adding: false) } }
        return steps
    }
}
