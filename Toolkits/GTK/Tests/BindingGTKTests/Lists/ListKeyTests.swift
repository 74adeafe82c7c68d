import Binding
import BindingCollections
import BindingGTK
import BindingOperators
import CGTK
import Testing

/// Lists, and what stands around them, by the keyboard alone.
@MainActor @Suite struct ListKeyTests {
    private let rows = BehaviorRelay(value: people(0..<50_000))
    private let bag = DisposeBag()

    @Test(arguments: [false, true])
    func theTabKeyLeavesAListFromItsRows(_ isTable: Bool) async throws {
        let (before, after) = (Entry(), Entry())
        let list = isTable ? bind(ColumnView<Person>([Column("Name") { $0.name }])) : bind(labels { Label() })
        let window = Window("Rows", width: 300, height: 300)
        window.child = Box(.vertical, [before, ScrolledWindow(list).with(\.vexpand, true), after])
        try await User.look(at: window)
        before.grabFocus()
        // A table's header comes before its rows.
        for _ in 0..<3 where !hasRowFocus(list) {
            try await User.press("Tab")
            try await Task.sleep(for: .milliseconds(50))
        }
        try await eventually("a row has the focus") { hasRowFocus(list) }
        try await User.press("Down", "Down", "Tab")
        try await eventually("the next field has the focus") { hasFocus(after) }
        try await User.press("shift+Tab")
        try await eventually("a row has it again") { hasRowFocus(list) }
        try await User.press("Tab")
        try await eventually { hasFocus(after) }
        window.destroy()
    }

    @Test func theTabKeyGoesThroughRowsWithFields() async throws {
        let (before, after) = (Entry(), Entry())
        let list = ListView<Person, Entry> {
            Entry()
        } show: {
            $0.properties.text = $1.name
        }
        bag.insert(rows.updates() => list.rx.rows)
        let window = Window("Rows", width: 300, height: 300)
        window.child = Box(.vertical, [before, ScrolledWindow(list).with(\.vexpand, true), after])
        try await User.look(at: window)
        before.grabFocus()
        try await User.press("Tab", "Tab")
        try await User.type("Ada")
        try await eventually("it is typed in a row") {
            children(of: list.widget).contains { row in
                children(of: row).contains { (GObject.of($0) as? Entry)?.properties.text.contains("Ada") == true }
            }
        }
        #expect(after.properties.text.isEmpty)
        window.destroy()
    }

    private func labels(_ make: @escaping @MainActor () -> Label) -> ListView<Person, Label> {
        ListView(make: make, show: { $0.properties.label = $1.name })
    }

    private func bind<List: ListControl>(_ list: List) -> Widget where List.Row == Person {
        bag.insert(rows.updates() => list.rx.rows)
        return list
    }

    private func focus(in widget: Widget) -> UnsafeMutablePointer<GtkWidget>? {
        gtk_widget_get_root(widget.widget).flatMap { gtk_root_get_focus($0) }
    }

    private func hasFocus(_ widget: Widget) -> Bool {
        focus(in: widget).map { $0 == widget.widget || gtk_widget_is_ancestor($0, widget.widget) != 0 } ?? false
    }

    /// Whether the focus is in a row: in the list, but neither the list itself nor a table's header.
    private func hasRowFocus(_ list: Widget) -> Bool {
        guard hasFocus(list), let focus = focus(in: list), let parent = gtk_widget_get_parent(focus) else {
            return false
        }
        return String(
            cString: g_type_name_from_instance(
                UnsafeMutableRawPointer(parent).assumingMemoryBound(to: GTypeInstance.self))
        )
        .hasSuffix("ListView")
    }
}
