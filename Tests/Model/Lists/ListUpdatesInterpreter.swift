import Binding
import BindingCollections

/// Runs a program of edits of an observed list: each observer, whenever it subscribed and whatever it missed, receives
/// updates that turn the rows it has into the current rows.
@MainActor
package final class ListUpdatesInterpreter {
    package private(set) var steps = 0
    package private(set) var failure: String?
    /// The number of updates that the observers received.
    package private(set) var updates = 0
    /// The number of those without edits.
    package private(set) var reloads = 0

    /// The kind of source that an observer observes.
    private enum Source: Int, CaseIterable {
        case tree, treeByIdentity, array, sharedTree, sharedArray
    }

    /// A subscription. If it is disposed of while it begins, it ends once it has begun.
    private final class Connection {
        let disposable = SingleAssignmentDisposable()
        var hasBegun = false
    }

    /// A list control.
    private final class Control {
        let source: Source
        var shown: ShownList<ListRow>
        /// Set before it receives anything, so that its immediate reactions find it connected.
        var connection: Connection?
        /// Whether it misses values.
        var isAway = false
        /// What it does at its next update.
        var habit = 0

        var canLookAway: Bool { source == .tree || source == .treeByIdentity || source == .array }

        init(_ source: Source) {
            self.source = source
            shown = ShownList(id: source == .tree ? nil : { $0.id })
        }
    }

    private var editor: ListEditor
    private var rows: [ListRow] = []
    private let tree: BehaviorRelay<TreeArray<ListRow>>
    private let array: BehaviorRelay<[ListRow]>
    private let sharedTree: ListUpdates<ListRow>
    private let sharedArray: ListUpdates<ListRow>
    private var kept: [(tree: TreeArray<ListRow>, rows: [ListRow])] = []
    private var controls: [Control] = []
    private let traces: Bool
    private var history: [String] = []

    private init(_ program: Program, traces: Bool) {
        var program = program
        let shape = ListShape(program.next())
        // Rarely, since each list with duplicates is reported.
        let hasDuplicates = program.next(below: 4) == 0
        self.traces = traces
        editor = ListEditor(program, limit: shape.limit, hasDuplicates: hasDuplicates)
        rows = editor.firstRows()
        tree = BehaviorRelay(value: shape.tree(rows))
        array = BehaviorRelay(value: rows)
        sharedTree = tree.asDriver().map { $0 }.updates(by: \.id)
        sharedArray = array.asDriver().map { $0 }.updates(by: \.id)
        note("\(shape)")
    }

    package static func run(_ program: Program, traces: Bool = false) -> ListUpdatesInterpreter {
        let interpreter = ListUpdatesInterpreter(program, traces: traces)
        while !interpreter.editor.program.isOver, interpreter.failure == nil { interpreter.step() }
        for control in interpreter.controls { control.connection?.disposable.dispose() }
        return interpreter
    }

    private func note(_ text: String) {
        history.append(text)
        if traces { print(text) }
    }

    private func fail(_ text: String) {
        guard failure == nil else { return }
        failure = "\(text), after \(history.suffix(40).joined(separator: "; "))"
    }

    // MARK: Steps

    private func step() {
        steps += 1
        let choice = editor.program.next(below: 24)
        switch choice {
        case 0, 1: come()
        case 2: go()
        case 3: comeBack()
        case 4, 5: look(away: choice == 4)
        case 6: keep()
        case 7, 8: bringBack()
        case 9: answer()
        case 10:
            note("several at once:")
            edit(2 + editor.program.next(below: 4))
        default: edit(1)
        }
        compare()
    }

    private func edit(_ count: Int) {
        var other = editor
        for _ in 0..<count {
            _ = other.edit(&rows)
            note(other.name)
        }
        tree.modify { for _ in 0..<count { _ = editor.edit(&$0) } }
        array.accept(rows)
    }

    private func keep() {
        note("keep")
        kept.append((tree.value, rows))
        if kept.count > 4 { kept.removeFirst() }
    }

    private func bringBack() {
        guard !kept.isEmpty else { return keep() }
        let place = editor.place(kept.count)
        note("bring copy \(place) back")
        rows = kept[place].rows
        tree.accept(kept[place].tree)
        array.accept(rows)
    }

    /// Sends the current rows again.
    private func sendAgain() {
        tree.accept(tree.value)
        array.accept(rows)
    }

    // MARK: Controls

    private func come() {
        guard controls.count < 6 else { return comeBack() }
        let control = Control(Source.allCases[editor.program.next(below: Source.allCases.count)])
        note("\(control.source) \(controls.count) comes")
        controls.append(control)
        connect(control)
    }

    private func comeBack() {
        guard let index = controls.firstIndex(where: { $0.connection == nil }) else { return note("nothing") }
        note("\(index) comes back")
        controls[index].shown.beginAgain()
        connect(controls[index])
    }

    private func go() {
        guard !controls.isEmpty else { return come() }
        let index = editor.place(controls.count)
        note("\(index) goes")
        disconnect(controls[index])
    }

    /// Makes a control miss values from now on, or receive them again.
    private func look(away: Bool) {
        guard !controls.isEmpty else { return come() }
        let index = editor.place(controls.count)
        note("\(index) looks \(away ? "away" : "back")")
        controls[index].isAway = away && controls[index].canLookAway
        if !away { sendAgain() }
    }

    private func connect(_ control: Control) {
        let connection = Connection()
        control.connection = connection
        control.isAway = false
        let (trees, arrays) = (
            tree.asDriver().filter { [unowned control] _ in !control.isAway },
            array.asDriver().filter { [unowned control] _ in !control.isAway }
        )
        let updates =
            switch control.source {
            case .tree: trees.updates()
            case .treeByIdentity: trees.updates(by: \.id)
            case .array: arrays.updates(by: \.id)
            case .sharedTree: sharedTree
            case .sharedArray: sharedArray
            }
        connection.disposable.setDisposable(
            updates.drive { [unowned self, unowned control] update in
                if control.connection === connection {
                    told(control, update)
                } else if connection.hasBegun {
                    fail("\(control.source): told after it had gone")
                }
            })
        connection.hasBegun = true
    }

    private func disconnect(_ control: Control) {
        control.connection?.disposable.dispose()
        control.connection = nil
    }

    private func told(_ control: Control, _ update: ListUpdate<ListRow>) {
        updates += 1
        if case .reload = update.change { reloads += 1 }
        if let fault = control.shown.take(update) {
            fail("\(control.source) \(controls.firstIndex { $0 === control } ?? 0): \(fault)")
        }
        let habit = control.habit
        control.habit = 0
        switch habit {
        case 1:
            note("in an update:")
            edit(1)
        case 2:
            note("in its update:")
            disconnect(control)
        case 3:
            note("in an update:")
            come()
        case 4:
            note("in an update:")
            go()
        default: break
        }
    }

    /// Decides what a control does when it receives the next update.
    private func answer() {
        guard !controls.isEmpty else { return come() }
        let (index, habit) = (editor.place(controls.count), 1 + editor.program.next(below: 4))
        note("\(index) is going to \(habit)")
        controls[index].habit = habit
    }

    private func compare() {
        for (index, control) in controls.enumerated() where !control.isAway && control.connection != nil {
            if control.shown.rows != rows {
                fail("\(control.source) \(index) shows \(control.shown.rows ?? []), expected \(rows)")
            }
        }
    }
}
