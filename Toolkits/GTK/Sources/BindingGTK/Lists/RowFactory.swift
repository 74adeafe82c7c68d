import Binding
import BindingCollections
import CGTK

/// Makes the widgets of rows and shows rows in them; it is GTK's `GtkSignalListItemFactory`.
///
/// GTK makes widgets for the rows in view and some around them, and reuses them for other rows.
final class RowFactory<Row: Identifiable & Sendable, RowWidget: Widget>: GObject where Row.ID: Sendable {
    private let model: ListModel<Row>
    private let show: @MainActor (RowWidget, Row, DisposeBag) -> Void
    /// The existing widgets, by their C list items.
    private var cells: [UnsafeMutableRawPointer: Cell] = [:]
    private var updates = 0

    private final class Cell {
        let widget: RowWidget
        /// The row that is shown, if any.
        var shown: (row: Row, bag: DisposeBag)?
        /// The number of the update after which it was shown.
        var update = 0

        init(_ widget: RowWidget) { self.widget = widget }
    }

    /// - Parameters:
    ///   - make: Makes the widget of a row.
    ///   - show: Shows a row in a widget. The bag is disposed of when the widget no longer shows that row.
    init(
        _ model: ListModel<Row>, make: @escaping @MainActor () -> RowWidget,
        show: @escaping @MainActor (RowWidget, Row, DisposeBag) -> Void
    ) {
        self.model = model
        self.show = show
        super.init(taking: UnsafeMutableRawPointer(gtk_signal_list_item_factory_new()))
        model.presenters.add(self)
        connectShowing("setup") { [unowned self] item in
            let cell = Cell(make())
            cells[item] = cell
            gtk_list_item_set_child(OpaquePointer(item), cell.widget.widget)
        }
        connectShowing("bind") { [unowned self] item in
            guard let cell = cells[item] else { return }
            self.show(model.rows[Int(gtk_list_item_get_position(OpaquePointer(item)))], in: cell)
        }
        connectShowing("unbind") { [unowned self] item in cells[item]?.shown = nil }
        connectShowing("teardown") { [unowned self] item in cells[item] = nil }
    }

    private func connectShowing(_ signal: String, _ body: @escaping @MainActor (UnsafeMutableRawPointer) -> Void) {
        connect(signal) { [unowned model] arguments in
            let item = arguments.object(0)
            model.whileShowing { body(item) }
        }
    }

    private func show(_ row: Row, in cell: Cell) {
        // End the widget's previous bindings first.
        cell.shown = nil
        let bag = DisposeBag()
        cell.shown = (row, bag)
        cell.update = updates
        show(cell.widget, row, bag)
    }
}

extension RowFactory: RowPresenter {
    func beginUpdate() { updates += 1 }

    func show(_ rows: TreeArray<Row>, _ replaced: [Range<Int>]?) {
        for (item, cell) in cells {
            guard let shown = cell.shown else { continue }
            let place = Int(gtk_list_item_get_position(OpaquePointer(item)))
            // A row that was shown between two edits may have been replaced by the second.
            let mayDiffer = replaced?.contains { $0.contains(place) } ?? (cell.update != updates)
            guard mayDiffer, rows.indices.contains(place), !isEqual(shown.row, rows[place]) else { continue }
            show(rows[place], in: cell)
        }
    }

    func rowWidget(_ id: Row.ID) -> UnsafeMutablePointer<GtkWidget>? {
        cells.values.first { $0.shown?.row.id == id }.flatMap { rowWidget(of: $0) }
    }

    func row(containing widget: UnsafeMutablePointer<GtkWidget>) -> ShownRow<Row>? {
        for cell in cells.values {
            guard let shown = cell.shown, let rowWidget = rowWidget(of: cell) else { continue }
            if widget == rowWidget || gtk_widget_is_ancestor(widget, rowWidget) != 0 {
                return ShownRow(row: shown.row, widget: rowWidget)
            }
        }
        return nil
    }

    private func rowWidget(of cell: Cell) -> UnsafeMutablePointer<GtkWidget>? {
        // GTK's row widget is the parent of the program's widget; in a table, a cell widget is between them.
        var widget = gtk_widget_get_parent(cell.widget.widget)
        while let current = widget, String(cString: gtk_widget_get_css_name(current)) != "row" {
            widget = gtk_widget_get_parent(current)
        }
        return widget
    }
}

/// A row, and GTK's own widget for it.
struct ShownRow<Row> {
    let row: Row
    let widget: UnsafeMutablePointer<GtkWidget>
}

/// An object that shows the rows of a list in widgets.
@MainActor
protocol RowPresenter<Row>: AnyObject {
    associatedtype Row: Identifiable & Sendable where Row.ID: Sendable

    /// Begins an update: rows that are shown from now on need not be refreshed by it.
    func beginUpdate()
    /// Shows rows again that have widgets and whose values have changed.
    ///
    /// - Parameter replaced: The ranges where such rows may be; `nil` for anywhere.
    func show(_ rows: TreeArray<Row>, _ replaced: [Range<Int>]?)
    /// GTK's own widget for a row, if there is one.
    func rowWidget(_ id: Row.ID) -> UnsafeMutablePointer<GtkWidget>?
    /// The row that a widget is, or is in.
    func row(containing widget: UnsafeMutablePointer<GtkWidget>) -> ShownRow<Row>?
}

/// The presenters of one list: one for a list, one for each column of a table. GTK holds them.
@MainActor
final class RowPresenters<Row: Identifiable & Sendable> where Row.ID: Sendable {
    private struct Reference {
        weak var presenter: (any RowPresenter<Row>)?
    }

    private var references: [Reference] = []

    func add(_ presenter: any RowPresenter<Row>) {
        references.removeAll { $0.presenter == nil }
        references.append(Reference(presenter: presenter))
    }

    func beginUpdate() {
        for reference in references { reference.presenter?.beginUpdate() }
    }

    func show(_ rows: TreeArray<Row>, _ replaced: [Range<Int>]?) {
        if replaced?.isEmpty == true { return }
        for reference in references { reference.presenter?.show(rows, replaced) }
    }

    func rowWidget(_ id: Row.ID) -> UnsafeMutablePointer<GtkWidget>? {
        references.lazy.compactMap { $0.presenter?.rowWidget(id) }.first
    }

    func row(containing widget: UnsafeMutablePointer<GtkWidget>) -> ShownRow<Row>? {
        references.lazy.compactMap { $0.presenter?.row(containing: widget) }.first
    }

    /// Whether the keyboard focus is in a row.
    func hasFocus(_ id: Row.ID) -> Bool {
        guard let row = rowWidget(id) else { return false }
        return gtk_widget_get_focus_child(gtk_widget_get_parent(row)) == row
    }
}

extension SignalArguments {
    /// An argument that is an object, as a C pointer.
    fileprivate func object(_ index: Int) -> UnsafeMutableRawPointer {
        g_value_get_object(values.baseAddress! + index)
    }
}

/// Whether two rows are equal; `false` if their type is not `Equatable`.
private func isEqual<Row>(_ first: Row, _ second: Row) -> Bool {
    func isEqual<Value: Equatable>(_ first: Value) -> Bool { first == second as? Value }
    return (first as? any Equatable).map { isEqual($0) } ?? false
}
