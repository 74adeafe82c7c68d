import Binding
import BindingCollections

/// What every ``List`` is, whatever its rows are.
@MainActor
public protocol ListControl<Row>: Control {
    /// The type of the rows.
    associatedtype Row: Sendable

    /// The list itself.
    var list: List<Row> { get }
}

/// A list in memory: shows rows, of which some can be selected, and remembers every update.
///
/// ```swift
/// let list = List<Song>()
/// binding {
///     viewModel.$songs.updates().sorted(by: \.title) => list.rx.rows
///     viewModel.selection.$id <=> list.rx.selectedID
/// }
/// list.select(viewModel.songs[0].id)
/// ```
///
/// Rows without an identity can be shown, but not selected.
public final class List<Row: Sendable>: Control, ListControl {
    /// The rows that it shows, in order.
    public private(set) var rows: TreeArray<Row> = []

    /// Every update, in order: the rows that it showed, and how they came from those before. Updates share what they have in
    /// common.
    public private(set) var updates: [ListUpdate<Row>] = []

    fileprivate let selections = PublishRelay<Void>()
    fileprivate let activations = PublishRelay<Row>()
    fileprivate var selected: Set<AnyHashable> = []

    /// Makes an empty list.
    public override init() {}

    public var list: List<Row> { self }

    fileprivate func apply(_ update: ListUpdate<Row>) {
        rows = update.rows
        updates.append(update)
    }
}

extension List where Row: Identifiable {
    /// The selected rows. Setting them is not an edit. A row that is missing is selected when it comes, and one that goes is
    /// selected again when it comes back.
    public var selectedIDs: Set<Row.ID> {
        get { Set(selected.compactMap { $0.base as? Row.ID }) }
        set { selected = Set(newValue.map(AnyHashable.init)) }
    }

    /// The selected row; `nil` if none or several are. Setting it is not an edit.
    public var selectedID: Row.ID? {
        get { selected.count == 1 ? selectedIDs.first : nil }
        set { selectedIDs = newValue.map { [$0] } ?? [] }
    }

    /// Selects a row, as a user does.
    ///
    /// - Parameters:
    ///   - id: The row.
    ///   - adding: Whether rows that are selected already remain so.
    /// - Returns: Whether a user can do so: the row is there.
    @discardableResult
    public func select(_ id: Row.ID, adding: Bool = false) -> Bool {
        guard isUsable, rows.contains(where: { $0.id == id }) else { return false }
        selectedIDs = adding ? selectedIDs.union([id]) : [id]
        selections.accept(())
        return true
    }

    /// Deselects all rows, as a user does.
    ///
    /// - Returns: Whether a user can do so.
    @discardableResult
    public func deselect() -> Bool {
        guard isUsable else { return false }
        selectedIDs = []
        selections.accept(())
        return true
    }

    /// Activates a row, as a user does by a double click.
    ///
    /// - Returns: Whether a user can do so: the row is there.
    @discardableResult
    public func activate(_ id: Row.ID) -> Bool {
        guard isUsable, let row = rows.first(where: { $0.id == id }) else { return false }
        activations.accept(row)
        return true
    }
}

extension Reactive where Base: ListControl {
    /// The rows and their changes.
    public var rows: Binder<ListUpdate<Base.Row>> {
        Binder(base, property: "rows") { control, update in control.list.apply(update) }
    }
}

extension Reactive where Base: ListControl, Base.Row: Identifiable, Base.Row.ID: Sendable {
    /// The selected row, both ways; `nil` if none or several are selected.
    public var selectedID: ControlProperty<Base.Row.ID?> {
        controlProperty(
            changes: base.list.selections, getter: { $0.list.selectedID }, setter: { $0.list.selectedID = $1 })
    }

    /// The selected rows, both ways.
    public var selectedIDs: ControlProperty<Set<Base.Row.ID>> {
        controlProperty(
            changes: base.list.selections, getter: { $0.list.selectedIDs }, setter: { $0.list.selectedIDs = $1 })
    }

    /// Emits a row that the user activates, as by a double click.
    public var activated: ControlEvent<Base.Row> { controlEvent(base.list.activations) }
}
