import Binding
import CBindingGTK
import CGTK

/// Rows that were dropped between those of a list.
public struct RowDrop<Row: Identifiable & Sendable>: Sendable where Row.ID: Sendable {
    /// The rows, in the order of the list that they come from.
    public let rows: [Row]
    /// The index of the row before which they were dropped; the number of rows for after the last one.
    public let index: Int
    /// The row before which they were dropped, or the next one after it that was not dragged itself; `nil` for after
    /// the last one.
    public let nextID: Row.ID?
    /// Whether they come from the same list.
    public let isFromSameList: Bool

    /// Makes a drop, as for a test of a view model.
    public init(rows: [Row], index: Int, nextID: Row.ID?, isFromSameList: Bool) {
        (self.rows, self.index, self.nextID, self.isFromSameList) = (rows, index, nextID, isFromSameList)
    }

    /// Puts the rows where they were dropped, and takes them away from where they were in the same array. Their values
    /// are those that they have in the array, if they are there. Rows of the same list that have gone meanwhile are not
    /// put back.
    ///
    /// - Parameter array: The rows of the list, which may be more than are shown, or in another order.
    public func move<Rows: RangeReplaceableCollection<Row>>(in array: inout Rows) {
        let ids = Set(rows.map(\.id))
        let current = Dictionary(
            array.lazy.filter { ids.contains($0.id) }.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        array.removeAll { ids.contains($0.id) }
        let place = array.firstIndex { $0.id == nextID } ?? array.endIndex
        array.insert(contentsOf: rows.compactMap { current[$0.id] ?? (isFromSameList ? nil : $0) }, at: place)
    }
}

/// Rows of a list that are being dragged.
struct DraggedRows<Row: Identifiable & Sendable>: Sendable where Row.ID: Sendable {
    let rows: [Row]
    let list: ObjectIdentifier
}

extension ListControl {
    /// Lets the user drag rows: the one that is pressed or, if that is one of the selected rows, all of these.
    ///
    /// Bind `rx.droppedRows` of the list where they can be dropped, which may be the same one. Other widgets take them
    /// as `rx.dropped(.rows(of: Letter.self))`.
    ///
    /// - Parameter text: The rows as a text, for text fields and other programs. It must not hold the list. `nil` if
    ///   they have none.
    public func setRowsDraggable(text: (@MainActor ([Row]) -> String)? = nil) {
        dragOrigin = DragOrigin(on: self) { [unowned self] point in
            guard let pressed = row(at: point) else { return nil }
            let isSelected = model.selectedIDs.contains(pressed.row.id)
            let rows = isSelected ? model.rows.filter { model.selectedIDs.contains($0.id) } : [pressed.row]
            let content = DragContent.value(DraggedRows(rows: Array(rows), list: ObjectIdentifier(self)))
            return DragOrigin.Start(
                content: text.map { .either(content, .text($0(Array(rows)))) } ?? content, icon: pressed.widget)
        }
    }

    /// The row at a place of the list.
    fileprivate func row(at point: (x: Double, y: Double)) -> ShownRow<Row>? {
        gtk_widget_pick(widget, point.x, point.y, GtkPickFlags(rawValue: 0)).flatMap {
            model.presenters.row(containing: $0)
        }
    }

    /// Where something is dropped between the rows.
    fileprivate func gap(at point: (x: Double, y: Double)) -> RowGap {
        var bounds = graphene_rect_t()
        guard let shown = row(at: point), let index = model.rows.firstIndex(where: { $0.id == shown.row.id }),
            gtk_widget_compute_bounds(shown.widget, widget, &bounds) != 0
        else { return RowGap(index: point.y < top ? 0 : model.rows.count, row: nil, isBefore: false) }
        let isBefore = point.y < Double(bounds.origin.y + bounds.size.height / 2)
        return RowGap(index: isBefore ? index : index + 1, row: shown.widget, isBefore: isBefore)
    }

    /// Ends the scrolling that GTK does while something is dragged near the edge of a list: it would go on after the drop.
    fileprivate func endEdgeScroll() {
        let controllers = gtk_widget_observe_controllers(listWidget(of: widget))!
        defer { g_object_unref(UnsafeMutableRawPointer(controllers)) }
        let type = gtk_drop_controller_motion_get_type()
        for index in 0..<g_list_model_get_n_items(controllers) {
            guard let controller = g_list_model_get_item(controllers, index) else { continue }
            defer { g_object_unref(controller) }
            guard g_type_is_a(binding_object_type(controller), type) != 0 else { continue }
            var value = GValue()
            g_value_init(&value, binding_object_type(controller))
            defer { g_value_unset(&value) }
            g_value_set_object(&value, controller)
            g_signal_emitv(&value, g_signal_lookup("leave", type), 0, nil)
        }
    }

    /// Where the rows begin, below a header.
    private var top: Double {
        var bounds = graphene_rect_t()
        return gtk_widget_compute_bounds(listWidget(of: widget), widget, &bounds) != 0 ? Double(bounds.origin.y) : 0
    }
}

/// A place between two rows.
@MainActor
private struct RowGap {
    /// The index of the row after it.
    let index: Int
    /// GTK's widget for the row on one side of it, under the pointer.
    let row: UnsafeMutablePointer<GtkWidget>?
    /// Whether the place is before that row.
    let isBefore: Bool
}

/// What a list shows while rows are over it.
@MainActor
private final class RowHover<List: ListControl> {
    private unowned let list: List
    private let line = DropLine()
    private var point: (x: Double, y: Double)?
    private lazy var scroll = (list as? ColumnViewBase).map { EdgeScroll($0) { [weak self] in self?.showLine() } }

    init(_ list: List) { self.list = list }

    /// Notes where the rows are over the list; `nil` if they are not.
    func point(at point: (x: Double, y: Double)?) {
        self.point = point
        showLine()
        scroll?.point(at: point)
    }

    private func showLine() { line.show(at: point.map { list.gap(at: $0) }) }
}

/// A line at the place where rows would be dropped.
@MainActor
private final class DropLine {
    /// The row that has the line, by which it is held, and its CSS class.
    private var shown: (row: Widget, name: String)?

    /// Shows the line at a place between rows, and no longer where it was.
    func show(at gap: RowGap?) {
        let row = gap?.row.flatMap { Widget.from($0) }
        let name = gap?.isBefore == true ? "binding-drop-before" : "binding-drop-after"
        guard row !== shown?.row || name != shown?.name else { return }
        if let shown { shown.row.removeClass(shown.name) }
        shown = row.map { ($0, name) }
        guard let row else { return }
        _ = Self.style
        row.addClass(name)
    }

    /// Programs may have other rules for these classes.
    private static let style = Style.load(
        """
        .binding-drop-before { box-shadow: inset 0 2px currentColor; }
        .binding-drop-after { box-shadow: inset 0 -2px currentColor; }
        """)
}

extension Reactive where Base: ListControl {
    /// Emits rows that the user drops between the rows of the list, from a list whose rows are of the same type and can
    /// be dragged; see ``ListControl/setRowsDraggable(text:)``.
    ///
    /// While they are over the list, a line shows where; near its upper and lower edges it scrolls. The list moves nothing; the model does. Within a list:
    ///
    /// ```swift
    /// list.setRowsDraggable()
    /// binding { list.rx.droppedRows => { drop in drop.move(in: &viewModel.letters) } }
    /// ```
    ///
    /// Where they come from another one, remove them from there.
    public var droppedRows: ControlEvent<RowDrop<Base.Row>> {
        controlEvent { list, send in
            let hover = RowHover(list)
            return list.acceptDrops(.value(DraggedRows<Base.Row>.self), hover: { hover.point(at: $0) }) {
                [unowned list] dragged, point in
                list.endEdgeScroll()
                let index = list.gap(at: point).index
                let ids = Set(dragged.rows.map(\.id))
                let next = list.model.rows[index...].first { !ids.contains($0.id) }
                send(
                    RowDrop(
                        rows: dragged.rows, index: index, nextID: next?.id,
                        isFromSameList: dragged.list == ObjectIdentifier(list)))
                return true
            }
        }
    }

    /// Emits what the user drops on a row of the list, with that row, as letters on a folder:
    /// `folders.rx.droppedOnRow(.rows(of: Letter.self)) => { letters, folder in viewModel.move(letters, to: folder) }`.
    ///
    /// What is dropped beside the rows is not taken.
    ///
    /// - Parameter kind: What can be dropped.
    public func droppedOnRow<Value>(_ kind: DropKind<Value>) -> ControlEvent<(value: Value, row: Base.Row)> {
        controlEvent { list, send in
            list.acceptDrops(kind) { [unowned list] value, point in
                list.endEdgeScroll()
                guard let shown = list.row(at: point) else { return false }
                send((value, shown.row))
                return true
            }
        }
    }
}
