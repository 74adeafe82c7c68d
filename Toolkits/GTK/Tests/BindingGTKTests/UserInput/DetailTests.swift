import Binding
import BindingCollections
import BindingForms
import BindingGTK
import BindingOperators
import CGTK
import Testing

/// A list, and a pane in which its user edits the row that is selected.
@MainActor @Suite struct DetailTests {
    private let rows = BehaviorRelay(value: people(0..<3))
    private let bag = DisposeBag()

    @Test func anUndoTakesBackAWordOfARow() async throws {
        let history = UndoHistory(rows)
        let selected = BehaviorRelay<Int?>(value: 1)
        let (list, name) = (
            ListView<Person, Label> {
                Label()
            } show: {
                $0.properties.label = $1.name
            }, Entry()
        )
        let window = Window("Details", width: 400, height: 200)
        window.child = Box(.vertical, [ScrolledWindow(list).with(\.vexpand, true), name])
        let details = DisposeBag()
        bag.insert {
            rows.updates() => list.rx.rows
            selected <=> list.rx.selectedID
            selected => { [rows] id in
                details.dispose()
                if let person = id.flatMap({ rows.element(id: $0) }) { details.insert(person.name <=> name.rx.text) }
            }
            window.rx.shortcut("F5", scope: .global) => history.undo
        }
        try await User.look(at: window)
        name.grabFocus()
        try await User.press("End")
        try await User.type(" the First")
        try await eventually { rows.value[1].name == "Person 1 the First" }
        #expect(history.undoCount == 2)
        selected.accept(2)
        try await User.press("End")
        try await User.type("nd")
        try await eventually { rows.value[2].name == "Person 2nd" }
        #expect(history.undoCount == 3)
        try await User.press("F5", "F5")
        try await eventually { rows.value[1].name == "Person 1 the" }
        #expect(rows.value[2].name == "Person 2" && name.properties.text == "Person 2")
        details.dispose()
        window.destroy()
    }
}
