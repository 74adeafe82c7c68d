import Binding
import BindingCollections
import CGTK

/// The common base class of lists and grids.
open class ListBase: Widget {}

/// A list, independent of the type of its rows.
open class ListViewBase: ListBase {}

/// Rows below each other, each with a widget of one kind. Only the rows in view have widgets, which are reused.
///
/// ```swift
/// let list = ListView<Person, Label> { Label() } show: { label, person in label.properties.label = person.name }
/// window.child = ScrolledWindow(list)
/// binding {
///     viewModel.$people.updates().sorted(by: \.name) => list.rx.rows
///     viewModel.selection.$id <=> list.rx.selectedID
///     list.rx.activated => { person in viewModel.open(person) }
/// }
/// ```
///
/// Put it in a ``ScrolledWindow``; otherwise it is as long as all its rows together.
open class ListView<Row: Identifiable & Sendable, RowWidget: Widget>: ListViewBase, ListControl where Row.ID: Sendable {
    /// The rows and their selection.
    public let model: ListModel<Row>

    /// Makes a list whose rows are bound for as long as they have a widget.
    ///
    /// ```swift
    /// ListView<Job, ProgressBar> { ProgressBar() } show: { bar, job, bag in
    ///     bag.insert(job.progress => bar.rx.fraction)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - selectionMode: How many rows the user can select.
    ///   - make: Makes a widget, on the main actor.
    ///   - show: Shows a row in a widget, on the main actor: when the widget is given that row, and when the row has a
    ///     new value. The bag is disposed of before the widget shows another row or value, or goes.
    public init(
        selectionMode: ListSelectionMode = .single, make: @escaping @MainActor () -> RowWidget,
        show: @escaping @MainActor (RowWidget, Row, DisposeBag) -> Void
    ) {
        model = ListModel(selectionMode: selectionMode)
        let factory = RowFactory(model, make: make, show: show)
        // The list takes over a reference to each.
        g_object_ref(model.raw)
        g_object_ref(factory.raw)
        super.init(gtk_list_view_new(model.opaque, factory.opaque))
        model.reveal = { [weak self] in self?.scroll(to: $0) }
        letTabLeaveRows()
    }

    override func menuPlace(at point: (x: Double, y: Double)?) -> GdkRectangle? { selectRowOfMenu(at: point) }

    /// Makes a list.
    ///
    /// - Parameters:
    ///   - selectionMode: How many rows the user can select.
    ///   - make: Makes a widget, on the main actor.
    ///   - show: Shows a row in a widget, on the main actor: when the widget is given that row, and when the row has a
    ///     new value.
    public convenience init(
        selectionMode: ListSelectionMode = .single, make: @escaping @MainActor () -> RowWidget,
        show: @escaping @MainActor (RowWidget, Row) -> Void
    ) {
        self.init(selectionMode: selectionMode, make: make, show: { widget, row, _ in show(widget, row) })
    }
}
