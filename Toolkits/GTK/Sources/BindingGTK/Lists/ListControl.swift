import Binding
import BindingCollections
import CGTK

/// A widget that shows the rows of a list: ``ListView`` and ``ColumnView``.
@MainActor
public protocol ListControl<Row>: Widget {
    /// A row, which is told from others by its identity.
    associatedtype Row: Identifiable & Sendable where Row.ID: Sendable

    /// The rows, and what is selected of them.
    var model: ListModel<Row> { get }
}

extension ListControl {
    /// Scrolls no farther than is needed for a row to be in view, as soon as the list has been drawn. Nothing happens where the row is
    /// not there then. Where the focus is in the list, arrow keys begin at that row from then on.
    public func scroll(to id: Row.ID) {
        let list = listWidget(of: widget)
        RowScroll.begin(list) { [weak model] in
            guard let model, let place = model.rows.firstIndex(where: { $0.id == id }) else { return }
            let focus = gtk_widget_get_root(list).flatMap { gtk_root_get_focus($0) }
            gtk_widget_activate_action_variant(list, "list.scroll-to-item", g_variant_new_uint32(guint32(place)))
            // The focus is in a row itself, not in what that holds, where arrow keys go from row to row.
            if let focus, gtk_widget_get_parent(focus) == list, let row = model.presenters.rowWidget(id) {
                gtk_widget_grab_focus(row)
            }
        }
    }
}

extension Reactive where Base: ListControl {
    /// The rows, and what has changed of them.
    ///
    /// ```swift
    /// viewModel.$people.updates().filter(\.isActive).sorted(by: \.name) => list.rx.rows
    /// ```
    ///
    /// What is selected, and what is in view, stays with its row.
    public var rows: Binder<ListUpdate<Base.Row>> {
        Binder(base) { list, update in list.model.apply(update, in: type(of: list)) }
    }

    /// The row that is selected, both ways; `nil` while none is, or several are. What is set is scrolled to; where it is not
    /// there, it is selected when it comes.
    public var selectedID: ControlProperty<Base.Row.ID?> {
        controlProperty(
            changes: base.model.selections, getter: { $0.model.selectedID }, setter: { $0.model.selectedID = $1 })
    }

    /// The rows that are selected, both ways, for lists in which that can be several.
    public var selectedIDs: ControlProperty<Set<Base.Row.ID>> {
        controlProperty(
            changes: base.model.selections, getter: { $0.model.selectedIDs }, setter: { $0.model.selectedIDs = $1 })
    }

    /// A row that its user wants opened, or whatever it is that the list is for: by a double click, or the return key.
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

/// The list view that a widget is, or has in it.
@MainActor
private func listWidget(of widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkWidget> {
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

/// A wish to have a row in view.
///
/// GTK knows where a row is when the list has been laid out with it, which is in the frame after the one that comes next.
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

    /// Has a list scrolled when it can be, in place of what was to be done then.
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
