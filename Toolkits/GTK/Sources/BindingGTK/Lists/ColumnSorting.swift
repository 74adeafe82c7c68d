import Binding
import CGTK

/// What the rows of a table are sorted by.
public struct ColumnSorting: Hashable, Sendable {
    /// The column, by its `id`.
    public var column: String
    /// Whether the smallest come first.
    public var isAscending: Bool

    public init(column: String, isAscending: Bool = true) {
        self.column = column
        self.isAscending = isAscending
    }
}

/// The header of a table, which says what the rows are sorted by.
@MainActor
final class ColumnHeader {
    /// The table, which lives as long as this is asked for anything.
    let table: UnsafeMutablePointer<GtkWidget>
    /// Tells of each change by the user.
    let changes = PublishRelay<Void>()
    /// Tells of each change, by whomever.
    let sortings = PublishRelay<Void>()

    private var columns: [(id: String, column: GObject)] = []
    private var isSetting = false
    /// The column whose order was asked for first since this was `nil`.
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

    /// Puts the title that was added last at the end of the room there is for it. GTK has no function for that: the title is
    /// found among the table's widgets, if it is where it has always been.
    private func alignLastTitle() {
        guard let header = gtk_widget_get_first_child(table), let title = gtk_widget_get_last_child(header),
            let content = gtk_widget_get_first_child(title)
        else { return }
        gtk_widget_set_halign(content, GTK_ALIGN_END)
    }

    /// GTK 4.8 does not tell which column it is. But it asks that one first which of two things comes before the other, and turns
    /// the answer round where the greatest come first.
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

    /// What a column's sorter holds.
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
