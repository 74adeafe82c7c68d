import Binding
import CGTK

/// The column that a table's rows are sorted by, and the direction.
public struct ColumnSorting: Hashable, Sendable {
    /// The column's `id`.
    public var column: String
    /// Whether the smallest values come first.
    public var isAscending: Bool

    public init(column: String, isAscending: Bool = true) {
        self.column = column
        self.isAscending = isAscending
    }
}

/// The header of a table, which shows what the rows are sorted by.
@MainActor
final class ColumnHeader {
    /// The table. It outlives every use of this object.
    let table: UnsafeMutablePointer<GtkWidget>
    /// Emits each change that the user makes.
    let changes = PublishRelay<Void>()
    /// Emits each change, whoever makes it.
    let sortings = PublishRelay<Void>()

    private var columns: [(id: String, column: GObject)] = []
    private var isSetting = false
    /// The first column whose order has been asked for since this was set to `nil`.
    private var asked: Int?

    init(_ table: UnsafeMutablePointer<GtkWidget>) {
        self.table = table
        let sorter = GObject.of(UnsafeMutableRawPointer(gtk_column_view_get_sorter(OpaquePointer(table))!))
        sorter.connect("changed") { [weak self] _ in
            guard let self else { return }
            if !isSetting { changes.accept(()) }
            sortings.accept(())
        }
    }

    func add(_ column: GObject, as id: String, alignment: Double, isSortable: Bool) {
        if isSortable {
            let sorted = SortedColumn(self, number: columns.count)
            let sorter = GObject(
                taking: UnsafeMutableRawPointer(
                    gtk_custom_sorter_new(
                        SortedColumn.compare, Unmanaged.passRetained(sorted).toOpaque(),
                        { Unmanaged<SortedColumn>.fromOpaque($0!).release() })))
            gtk_column_view_column_set_sorter(column.opaque, sorter.typed())
        }
        columns.append((id, column))
        gtk_column_view_append_column(OpaquePointer(table), column.opaque)
        if alignment > 0.5 { alignLastTitle() }
    }

    /// Aligns the title that was added last with the end of its column. GTK has no function for that: the title is
    /// looked up among the table's widgets, where it has been in all versions so far.
    private func alignLastTitle() {
        guard let header = gtk_widget_get_first_child(table), let title = gtk_widget_get_last_child(header),
            let content = gtk_widget_get_first_child(title)
        else { return }
        gtk_widget_set_halign(content, GTK_ALIGN_END)
    }

    /// GTK 4.8 does not say which column it is. But when asked to compare two items, it asks that column's sorter
    /// first, and inverts the answer if the order is descending.
    var sorting: ColumnSorting? {
        get {
            guard let first = columns.first?.column else { return nil }
            asked = nil
            let sorter = gtk_column_view_get_sorter(OpaquePointer(table))
            let answer = gtk_sorter_compare(sorter, first.raw, UnsafeMutableRawPointer(table))
            return asked.map { ColumnSorting(column: columns[$0].id, isAscending: answer == GTK_ORDERING_SMALLER) }
        }
        set {
            guard newValue != sorting else { return }
            isSetting = true
            defer { isSetting = false }
            gtk_column_view_sort_by_column(
                OpaquePointer(table), columns.first { $0.id == newValue?.column }?.column.opaque,
                newValue?.isAscending == false ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING)
        }
    }

    /// The data of a column's sorter.
    @MainActor
    private final class SortedColumn {
        private weak var header: ColumnHeader?
        private let number: Int

        init(_ header: ColumnHeader, number: Int) {
            self.header = header
            self.number = number
        }

        static let compare: GCompareDataFunc = { _, _, column in
            let column = Unmanaged<SortedColumn>.fromOpaque(column!).takeUnretainedValue()
            MainActor.assumeIsolated {
                if let header = column.header, header.asked == nil { header.asked = column.number }
            }
            return -1
        }
    }
}
