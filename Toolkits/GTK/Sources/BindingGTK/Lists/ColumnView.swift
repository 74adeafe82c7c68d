import Binding
import BindingCollections
import CGTK

/// A table, independent of the type of its rows.
open class ColumnViewBase: Widget {
    let header: ColumnHeader

    init(_ header: ColumnHeader) {
        self.header = header
        super.init(header.table)
    }

    /// The sorting that the header shows; `nil` for none. Setting it does not count as an edit.
    ///
    /// A table does not sort its rows; their source does. Only columns with an order can be sorted by.
    public final var sorting: ColumnSorting? {
        get { header.sorting }
        set { header.sorting = newValue }
    }
}

extension Reactive where Base: ColumnViewBase {
    /// The sorting that the user wants, both ways; see ``ColumnViewBase/sorting``.
    public var sorting: ControlProperty<ColumnSorting?> {
        controlProperty(changes: base.header.changes, getter: { $0.sorting }, setter: { $0.sorting = $1 })
    }
}

/// A column of a ``ColumnView``.
@MainActor
public struct Column<Row: Identifiable & Sendable> where Row.ID: Sendable {
    /// The identifier of the column.
    public let id: String
    /// The title in the header.
    public let title: String
    /// The order, for columns that the user can sort by.
    public let order: RowOrder<Row>?

    fileprivate let alignment: Double
    private let isResizable: Bool
    private let expands: Bool
    private let width: Int?
    private let makeFactory: @MainActor (ListModel<Row>) -> GObject

    /// Makes a column of widgets, each bound for as long as it shows a row.
    ///
    /// - Parameters:
    ///   - title: The title in the header.
    ///   - id: The identifier in ``ColumnSorting``; the title by default.
    ///   - alignment: The alignment of the title: 0 for the start, 1 for the end.
    ///   - order: The order, smallest first. A column that has one is sorted by when its header is clicked.
    ///   - isResizable: Whether the user can change its width.
    ///   - expands: Whether it takes a share of the space that is left over.
    ///   - width: The initial width; `nil` for the width that its cells need.
    ///   - make: Makes the widget of a cell, on the main actor.
    ///   - show: Shows a row in a widget; see ``ListView/init(selectionMode:make:show:)``.
    public init<CellWidget: Widget>(
        _ title: String, id: String? = nil, alignment: Double = 0, sortedBy order: RowOrder<Row>? = nil,
        isResizable: Bool = true, expands: Bool = false, width: Int? = nil, make: @escaping @MainActor () -> CellWidget,
        show: @escaping @MainActor (CellWidget, Row, DisposeBag) -> Void
    ) {
        self.id = id ?? title
        self.title = title
        self.order = order
        self.alignment = alignment
        self.isResizable = isResizable
        self.expands = expands
        self.width = width
        makeFactory = { RowFactory($0, make: make, show: show) }
    }

    /// Makes a column of text.
    ///
    /// - Parameters:
    ///   - title: The title in the header.
    ///   - id: The identifier in ``ColumnSorting``; the title by default.
    ///   - alignment: The alignment of the text and the title: 0 for the start, 1 for the end.
    ///   - order: The order, smallest first. A column that has one is sorted by when its header is clicked.
    ///   - isResizable: Whether the user can change its width.
    ///   - expands: Whether it takes a share of the space that is left over.
    ///   - width: The initial width; `nil` for the width that its cells need.
    ///   - text: Returns the text of a row's cell.
    public init(
        _ title: String, id: String? = nil, alignment: Double = 0, sortedBy order: RowOrder<Row>? = nil,
        isResizable: Bool = true, expands: Bool = false, width: Int? = nil, text: @escaping @MainActor (Row) -> String
    ) {
        self.init(
            title, id: id, alignment: alignment, sortedBy: order, isResizable: isResizable, expands: expands,
            width: width,
            make: {
                let label = Label()
                gtk_label_set_xalign(label.opaque, Float(alignment))
                gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
                return label
            },
            show: { label, row, _ in gtk_label_set_text(label.opaque, text(row)) })
    }

    fileprivate func make(_ model: ListModel<Row>) -> GObject {
        let factory = makeFactory(model)
        // The column takes over a reference.
        g_object_ref(factory.raw)
        let column = gtk_column_view_column_new(title, factory.opaque)!
        gtk_column_view_column_set_resizable(column, isResizable ? 1 : 0)
        gtk_column_view_column_set_expand(column, expands ? 1 : 0)
        if let width { gtk_column_view_column_set_fixed_width(column, Int32(width)) }
        return GObject(taking: UnsafeMutableRawPointer(column))
    }
}

/// A table: rows below each other, each with several cells.
///
/// ```swift
/// let table = ColumnView<Person>([
///     Column("Name", sortedBy: .ascending(\.name), expands: true) { $0.name },
///     Column("Age", alignment: 1, sortedBy: .ascending(\.age)) { "\($0.age)" },
/// ])
/// binding {
///     viewModel.$people.updates().sorted(by: table.order) => table.rx.rows
///     viewModel.selection.$ids <=> table.rx.selectedIDs
/// }
/// ```
///
/// A table does not sort its rows; it reports which column the user wants them sorted by. Put it in a
/// ``ScrolledWindow``.
open class ColumnView<Row: Identifiable & Sendable>: ColumnViewBase, ListControl where Row.ID: Sendable {
    /// The rows and their selection.
    public let model: ListModel<Row>
    /// The columns, in their initial order.
    public let columns: [Column<Row>]

    /// Makes a table without rows.
    ///
    /// - Parameters:
    ///   - columns: The columns.
    ///   - selectionMode: How many rows the user can select.
    public init(_ columns: [Column<Row>], selectionMode: ListSelectionMode = .single) {
        model = ListModel(selectionMode: selectionMode)
        self.columns = columns
        // The table takes over a reference.
        g_object_ref(model.raw)
        Desktop.open()
        let header = ColumnHeader(gtk_column_view_new(model.opaque))
        for column in columns {
            header.add(
                column.make(model), as: column.id, alignment: column.alignment, isSortable: column.order != nil)
        }
        super.init(header)
        model.reveal = { [weak self] in self?.scroll(to: $0) }
        letTabLeaveRows()
    }

    override func menuPlace(at point: (x: Double, y: Double)?) -> GdkRectangle? { selectRowOfMenu(at: point) }

    /// The order for the rows: that of the column that is sorted by, whether the user or the program chose it, or else
    /// that of the source.
    public var order: Driver<RowOrder<Row>> {
        let orders = Dictionary(columns.map { ($0.id, $0.order) }, uniquingKeysWith: { first, _ in first })
        let sortings = rx.controlDriver(
            observe: { table, changed in
                let subscription = table.header.sortings.subscribe(onNext: { MainActor.assumeIsolated(changed) })
                return { subscription.dispose() }
            }, getter: { $0.sorting })
        return sortings.map { sorting in
            guard let sorting, let order = orders[sorting.column] ?? nil else { return .ofSource }
            return sorting.isAscending ? order : order.reversed()
        }
    }
}
