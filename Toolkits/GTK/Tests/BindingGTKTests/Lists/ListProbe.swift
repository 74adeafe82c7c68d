import Binding
import BindingCollections
import BindingGTK
import CGTK
import Testing

/// A row of the lists in tests.
struct Person: Identifiable, Equatable, Sendable {
    let id: Int
    var name: String

    init(_ id: Int, _ name: String? = nil) {
        self.id = id
        self.name = name ?? "Person \(id)"
    }
}

private final class FrameCounter {
    var value = 0
}

/// A window with a list, and what can be seen of the list.
@MainActor
final class ListProbe<List: ListControl> {
    struct Change: Equatable {
        let position, removed, added: Int

        init(_ position: Int, _ removed: Int, _ added: Int) {
            (self.position, self.removed, self.added) = (position, removed, added)
        }
    }

    let list: List
    let scrolled: ScrolledWindow
    let window: Window
    /// The changes of the rows that GTK was told.
    private(set) var changes: [Change] = []

    init(_ list: List, height: Int = 300) {
        self.list = list
        scrolled = ScrolledWindow(list)
        window = Window("List", width: 300, height: height)
        window.child = scrolled
        list.model.connect("items-changed") { [unowned self] in changes.append(Change($0[0], $0[1], $0[2])) }
        window.present()
    }

    isolated deinit { window.destroy() }

    /// The changes that GTK was told since the last call.
    func takeChanges() -> [Change] {
        defer { changes = [] }
        return changes
    }

    /// The rows that GTK reads from the model.
    var rows: [List.Row] {
        (0..<g_list_model_get_n_items(list.model.opaque)).map { place in
            let item = g_list_model_get_item(list.model.opaque, place)!
            defer { g_object_unref(item) }
            return list.model.row(of: item)
        }
    }

    /// GTK's list view, which a table contains.
    var view: UnsafeMutablePointer<GtkWidget> {
        children(of: list.widget).first { String(cString: gtk_widget_get_css_name($0)) == "listview" } ?? list.widget
    }

    /// The widgets of rows, in order.
    var rowWidgets: [UnsafeMutablePointer<GtkWidget>] {
        children(of: view).filter { String(cString: gtk_widget_get_css_name($0)) == "row" }
    }

    /// The texts of the rows that have widgets.
    var texts: [String] { rowWidgets.map { labels(in: $0).joined(separator: ", ") } }

    /// The texts of the rows that are shown as selected.
    var selectedTexts: [String] {
        rowWidgets.filter { gtk_widget_get_state_flags($0).rawValue & GTK_STATE_FLAG_SELECTED.rawValue != 0 }
            .map { labels(in: $0).joined(separator: ", ") }
    }

    /// The text of the first row in view, and its distance from the top.
    var top: (text: String, distance: Double)? {
        for row in rowWidgets where gtk_widget_get_child_visible(row) != 0 {
            let bottom = distance(of: row) + Double(gtk_widget_get_height(row))
            if bottom > 0 { return (labels(in: row).joined(separator: ", "), distance(of: row)) }
        }
        return nil
    }

    /// Whether a row with a text is completely in view.
    func isInView(_ text: String) -> Bool {
        rowWidgets.contains { row in
            guard gtk_widget_get_child_visible(row) != 0, labels(in: row).first == text else { return false }
            let bottom = distance(of: row) + Double(gtk_widget_get_height(row))
            return distance(of: row) >= 0 && bottom <= Double(gtk_widget_get_height(scrolled.widget))
        }
    }

    private func distance(of row: UnsafeMutablePointer<GtkWidget>) -> Double {
        var (x, y) = (0.0, 0.0)
        gtk_widget_translate_coordinates(row, scrolled.widget, 0, 0, &x, &y)
        return y
    }

    /// Waits until the window has been drawn a number of times.
    func frames(_ count: Int = 3) async throws {
        let counter = FrameCounter()
        gtk_widget_add_tick_callback(
            list.widget,
            { _, _, counter in
                Unmanaged<FrameCounter>.fromOpaque(counter!).takeUnretainedValue().value += 1
                return 1
            }, Unmanaged.passRetained(counter).toOpaque(), { Unmanaged<FrameCounter>.fromOpaque($0!).release() })
        try await eventually { counter.value >= count }
    }

    /// Selects as a click does.
    func click(_ place: Int, modify: Bool = false, extend: Bool = false) {
        let arguments = [
            g_variant_new_uint32(guint32(place)), g_variant_new_boolean(modify ? 1 : 0),
            g_variant_new_boolean(extend ? 1 : 0),
        ]
        gtk_widget_activate_action_variant(view, "list.select-item", g_variant_new_tuple(arguments, 3))
    }

    /// Activates a row as a double click does.
    func activate(_ place: Int) {
        gtk_widget_activate_action_variant(view, "list.activate-item", g_variant_new_uint32(guint32(place)))
    }

    /// Scrolls as the wheel does.
    func scroll(toFraction fraction: Double) async throws {
        let adjustment = gtk_scrolled_window_get_vadjustment(scrolled.opaque)
        try await eventually { gtk_adjustment_get_upper(adjustment) > gtk_adjustment_get_page_size(adjustment) }
        gtk_adjustment_set_value(adjustment, gtk_adjustment_get_upper(adjustment) * fraction)
        try await frames()
    }
}

@MainActor func children(of widget: UnsafeMutablePointer<GtkWidget>) -> [UnsafeMutablePointer<GtkWidget>] {
    gtk_widget_get_first_child(widget).map { Array(sequence(first: $0) { gtk_widget_get_next_sibling($0) }) } ?? []
}

@MainActor func labels(in widget: UnsafeMutablePointer<GtkWidget>) -> [String] {
    if String(cString: gtk_widget_get_css_name(widget)) == "label" {
        return [String(cString: gtk_label_get_text(OpaquePointer(widget)))]
    }
    return children(of: widget).flatMap { labels(in: $0) }
}

extension ListProbe where List == ListView<Person, Label> {
    convenience init(selectionMode: ListSelectionMode = .single) {
        self.init(
            ListView(
                selectionMode: selectionMode, make: { Label() },
                show: { label, person in label.properties.label = person.name }))
    }
}

func people(_ ids: some Sequence<Int>) -> TreeArray<Person> { TreeArray(ids.map { Person($0) }) }
