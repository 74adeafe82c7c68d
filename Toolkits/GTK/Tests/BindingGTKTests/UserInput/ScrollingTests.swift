import Binding
import BindingCollections
import BindingGTK
import BindingOperators
import CGTK
import Testing

/// Lists whose rows change while their user scrolls.
@MainActor @Suite struct ScrollingTests {
    /// What a closure that shows a row does to the list.
    enum Edit: String, CaseIterable, Codable, Sendable {
        case removeFirst, append, replace, reload

        func perform(_ rows: inout TreeArray<Person>, _ shown: Person) {
            switch self {
            case .removeFirst: if rows.count > 900 { rows.removeFirst() }
            case .append: rows.append(Person(1_000 + rows.count))
            case .replace:
                guard let place = rows.firstIndex(where: { $0.id == shown.id }), rows[place].name.count < 20 else {
                    return
                }
                rows[place].name += "!"
            case .reload: rows = TreeArray(rows.reversed())
            }
        }
    }

    private static func scroll(_ edit: Edit) async throws {
        let rows = BehaviorRelay(value: people(0..<1_000))
        var edits = 0
        let list = ListView<Person, Label> {
            Label()
        } show: { label, person in
            label.properties.label = person.name
            // The window has been drawn, and somebody scrolls.
            guard edits > 0, edits < 200 else { return }
            edits += 1
            rows.modify { edit.perform(&$0, person) }
        }
        let bag = DisposeBag { rows.updates() => list.rx.rows }
        let probe = ListProbe(list)
        try await User.look(at: probe.window)
        try await eventually("the rows are drawn") { !probe.rowWidgets.isEmpty }
        edits = 1
        for _ in 0..<5 { try await User.click(list, button: 5) }
        list.grabFocus()
        try await User.press("Next", "Next", "Next", "End", "Home")
        try await eventually("the list was edited") { edits > 20 || edit == .reload && edits > 1 }
        edits = 1_000
        try await eventually("the list shows what there is") { list.model.rows == rows.value }
        try await probe.frames()
        #expect(probe.rows == Array(rows.value))
        for text in probe.texts { #expect(rows.value.contains { $0.name == text }) }
        bag.dispose()
    }

    @Test(arguments: Edit.allCases)
    func goesOnWhileShowingARowEditsTheList(_ edit: Edit) async throws {
        await #expect(processExitsWith: .success) { [edit] in
            g_log_set_always_fatal(GLogLevelFlags(G_LOG_LEVEL_CRITICAL.rawValue | G_LOG_FLAG_FATAL.rawValue))
            try await ScrollingTests.scroll(edit)
            await exitSuccessfully()
        }
    }
}
