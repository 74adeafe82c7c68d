import Binding
import BindingCollections
import CGTK

/// Makes the widgets of rows and shows rows in them: GTK's `GtkSignalListItemFactory`.
///
/// GTK makes widgets for the rows in view, and some around them, and uses them again for others.
final class RowFactory<Row: Identifiable & Sendable, RowWidget: Widget>: GObject where Row.ID: Sendable {
    private let model: ListModel<Row>
    private let show: @MainActor (RowWidget, Row, DisposeBag) -> Void
    /// The widgets there are, by their items in C.
    private var cells: [UnsafeMutableRawPointer: Cell] = [:]
    private var updates = 0

    private final class Cell {
        let widget: RowWidget
        /// What is shown, if anything is.
        var shown: (row: Row, bag: DisposeBag)?
        /// The update of the list after which it was shown.
        var update = 0

        init(_ widget: RowWidget) { self.widget = widget }
    }

    /// - Parameters:
    ///   - make: Makes a widget for a row.
    ///   - show: Shows a row in a widget. The bag is disposed of when the widget shows that row no more.
    init(
        _ model: ListModel<Row>, make: @escaping @MainActor () -> RowWidget,
        show: @escaping @MainActor (RowWidget, Row, DisposeBag) -> Void
    ) {
        self.model = model
        self.show = show
        super.init(taking: UnsafeMutableRawPointer(gtk_signal_list_item_factory_new()))
        model.presenters.add(self)
        connect("setup") { [unowned self] in
            let item = $0.object(0)
            let cell = Cell(make())
            cells[item] = cell
            gtk_list_item_set_child(OpaquePointer(item), cell.widget.widget)
        }
        connect("bind") { [unowned self] in
            let item = $0.object(0)
            guard let cell = cells[item] else { return }
            self.show(model.rows[Int(gtk_list_item_get_position(OpaquePointer(item)))], in: cell)
        }
        connect("unbind") { [unowned self] in cells[$0.object(0)]?.shown = nil }
        connect("teardown") { [unowned self] in cells[$0.object(0)] = nil }
    }

    private func show(_ row: Row, in cell: Cell) {
        // What the widget was bound to ends first.
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
            // What was shown between two edits may have been replaced after that.
            let mayDiffer = replaced?.contains { $0.contains(place) } ?? (cell.update != updates)
            guard mayDiffer, rows.indices.contains(place), !isEqual(shown.row, rows[place]) else { continue }
            show(rows[place], in: cell)
        }
    }

    func rowWidget(_ id: Row.ID) -> UnsafeMutablePointer<GtkWidget>? {
        guard let cell = cells.values.first(where: { $0.shown?.row.id == id }) else { return nil }
        // It is around the program's own widget, in a table with one of a cell between them.
        var widget = gtk_widget_get_parent(cell.widget.widget)
        while let current = widget, String(cString: gtk_widget_get_css_name(current)) != "row" {
            widget = gtk_widget_get_parent(current)
        }
        return widget
    }
}

/// What shows the rows of a list in widgets.
@MainActor
protocol RowPresenter<Row>: AnyObject {
    associatedtype Row: Identifiable & Sendable where Row.ID: Sendable

    /// Rows that are shown from now on need not be shown anew.
    func beginUpdate()
    /// Shows rows anew that have widgets and are other values now.
    ///
    /// - Parameter replaced: Where these may be; `nil` for anywhere.
    func show(_ rows: TreeArray<Row>, _ replaced: [Range<Int>]?)
    /// GTK's own widget for a row, if there is one.
    func rowWidget(_ id: Row.ID) -> UnsafeMutablePointer<GtkWidget>?
}

/// What shows the rows of one list: one thing in a list, one for each column in a table. They are held by GTK.
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

    /// Whether the keyboard focus is in a row.
    func hasFocus(_ id: Row.ID) -> Bool {
        guard let row = rowWidget(id) else { return false }
        return gtk_widget_get_focus_child(gtk_widget_get_parent(row)) == row
    }
}

extension SignalArguments {
    /// An argument that is an object, as C has it.
    fileprivate func object(_ index: Int) -> UnsafeMutableRawPointer {
        g_value_get_object(values.baseAddress! + index)
    }
}

/// Whether two rows are equal, as far as that can be told.
private func isEqual<Row>(_ first: Row, _ second: Row) -> Bool {
    func isEqual<Value: Equatable>(_ first: Value) -> Bool { first == second as? Value }
    return (first as? any Equatable).map { isEqual($0) } ?? false
}
