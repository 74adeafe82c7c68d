import Binding
import BindingCollections
import CGTK

/// A widget that shows the rows of a list: ``ListView`` and ``ColumnView``.
@MainActor
public protocol ListControl<Row>: Widget {
    /// The type of the rows, which are identified by their `id`.
    associatedtype Row: Identifiable & Sendable where Row.ID: Sendable

    /// The rows and their selection.
    var model: ListModel<Row> { get }
}

extension ListControl {
    /// Scrolls only as far as needed to bring a row into view, as soon as the list has been drawn. If the row is not
    /// there then, nothing happens. If a row of the list has the focus, arrow keys continue from the row scrolled to.
    public func scroll(to id: Row.ID) {
        let list = listWidget(of: widget)
        RowScroll.begin(list) { [weak model] in
            guard let model, let place = model.rows.firstIndex(where: { $0.id == id }) else { return }
            let focus = gtk_widget_get_root(list).flatMap { gtk_root_get_focus($0) }
            gtk_widget_activate_action_variant(list, "list.scroll-to-item", g_variant_new_uint32(guint32(place)))
            // Arrow keys move from row to row only if the row itself has the focus, not a widget in it.
            if let focus, gtk_widget_get_parent(focus) == list, let row = model.presenters.rowWidget(id) {
                gtk_widget_grab_focus(row)
            }
        }
    }
}

extension ListControl {
    /// Selects the row that a context menu is to act on.
    ///
    /// - Parameter point: Where the user has clicked; `nil` for the row that has the focus.
    /// - Returns: Where the menu is to open.
    func selectRowOfMenu(at point: (x: Double, y: Double)?) -> GdkRectangle? {
        let target =
            if let point {
                gtk_widget_pick(widget, point.x, point.y, GtkPickFlags(rawValue: 0))
            } else {
                gtk_widget_get_root(widget).flatMap { gtk_root_get_focus($0) }
            }
        let row = target.flatMap { model.presenters.row(containing: $0) }
        if let row {
            model.selectRowOfMenu(row.row.id)
            // Arrow keys go on from there once the menu is closed.
            gtk_widget_grab_focus(row.widget)
        } else if point != nil {
            model.selectRowOfMenu(nil)
        }
        if let point { return GdkRectangle(x: Int32(point.x), y: Int32(point.y), width: 1, height: 1) }
        var bounds = graphene_rect_t()
        guard let row, gtk_widget_compute_bounds(row.widget, widget, &bounds) != 0 else { return nil }
        return GdkRectangle(
            x: Int32(bounds.origin.x), y: Int32(bounds.origin.y), width: Int32(bounds.size.width),
            height: Int32(bounds.size.height))
    }
}

extension Reactive where Base: ListControl {
    /// The rows and their changes.
    ///
    /// ```swift
    /// viewModel.$people.updates().filter(\.isActive).sorted(by: \.name) => list.rx.rows
    /// ```
    ///
    /// The selection, and what is in view, stay with their rows.
    public var rows: Binder<ListUpdate<Base.Row>> {
        Binder(base) { list, update in list.model.apply(update, in: type(of: list)) }
    }

    /// The selected row, both ways; `nil` if none or several are selected. A row that is set is scrolled to; if it is
    /// missing, it is selected when it is added.
    public var selectedID: ControlProperty<Base.Row.ID?> {
        controlProperty(
            changes: base.model.selections, getter: { $0.model.selectedID }, setter: { $0.model.selectedID = $1 })
    }

    /// The selected rows, both ways, for lists that allow several.
    public var selectedIDs: ControlProperty<Set<Base.Row.ID>> {
        controlProperty(
            changes: base.model.selections, getter: { $0.model.selectedIDs }, setter: { $0.model.selectedIDs = $1 })
    }

    /// Emits a row that the user activates, by a double click or the Return key.
    public var activated: ControlEvent<Base.Row> {
        controlEvent { list, send in
            list.connect("activate") { [unowned model = list.model] arguments in
                let place: Int = arguments[0]
                if model.rows.indices.contains(place) { send(model.rows[place]) }
            }
        }
    }

    /// Scrolls to rows; see ``ListControl/scroll(to:)``.
    public var scrollTo: Binder<Base.Row.ID> {
        Binder(base) { list, id in list.scroll(to: id) }
    }
}

/// The list view that a widget is or contains.
@MainActor
func listWidget(of widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkWidget> {
    var child = gtk_widget_get_first_child(widget)
    while let next = child {
        if isList(next) { return next }
        child = gtk_widget_get_next_sibling(next)
    }
    return widget
}

@MainActor
private func isList(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
    let instance = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self)
    return g_type_check_instance_is_a(instance, gtk_list_view_get_type()) != 0
}

/// A pending request to bring a row into view.
///
/// GTK knows where a row is once the list has been laid out with it, which is one frame after the next.
@MainActor
private final class RowScroll {
    private static let key = "binding-row-scroll"

    private let list: UnsafeMutablePointer<GtkWidget>
    private var scroll: @MainActor () -> Void
    private var frames = 0

    private init(_ list: UnsafeMutablePointer<GtkWidget>, _ scroll: @escaping @MainActor () -> Void) {
        self.list = list
        self.scroll = scroll
    }

    /// Scrolls a list as soon as possible, replacing any earlier request.
    static func begin(_ list: UnsafeMutablePointer<GtkWidget>, _ scroll: @escaping @MainActor () -> Void) {
        let object = UnsafeMutableRawPointer(list).assumingMemoryBound(to: CGTK._GObject.self)
        if let current = g_object_get_data(object, key) {
            let waiting = Unmanaged<RowScroll>.fromOpaque(current).takeUnretainedValue()
            (waiting.scroll, waiting.frames) = (scroll, 0)
            return
        }
        let waiting = Unmanaged.passRetained(RowScroll(list, scroll)).toOpaque()
        g_object_set_data(object, key, waiting)
        gtk_widget_add_tick_callback(
            list,
            { _, _, waiting in
                let waiting = Unmanaged<RowScroll>.fromOpaque(waiting!).takeUnretainedValue()
                return MainActor.assumeIsolated { waiting.isDone() } ? 0 : 1
            }, waiting, { Unmanaged<RowScroll>.fromOpaque($0!).release() })
    }

    private func isDone() -> Bool {
        frames += 1
        guard frames > 1, gtk_widget_get_height(list) > 0 else { return false }
        g_object_set_data(UnsafeMutableRawPointer(list).assumingMemoryBound(to: CGTK._GObject.self), Self.key, nil)
        scroll()
        return true
    }
}
