import Binding
import BindingCollections
import CBindingGTK
import CGTK

/// How many rows of a list the user can select.
public enum ListSelectionMode: Hashable, Sendable {
    case none
    /// At most one.
    case single
    /// Any number.
    case multiple
}

/// The rows of a list and their selection: GTK's `GListModel` and `GtkSelectionModel` in one.
///
/// A ``ListView`` and a ``ColumnView`` have one each. The selection is stored by identity, and a change of the rows
/// does not change it: a row that goes is selected again when it comes back. See `Selection` of `BindingCollections`
/// for other rules.
public final class ListModel<Row: Identifiable & Sendable>: GObject where Row.ID: Sendable {
    /// The rows, in order.
    public private(set) var rows: TreeArray<Row> = []

    /// How many rows the user can select.
    public let selectionMode: ListSelectionMode

    /// Emits each change of the selection that the user makes.
    let selections = PublishRelay<Void>()
    /// The objects that show rows in widgets.
    let presenters = RowPresenters<Row>()
    /// Brings a row into view.
    var reveal: @MainActor (Row.ID) -> Void = { _ in }

    private var wantedIDs: Set<Row.ID> = []
    /// Updates that came while rows were being shown, with the type of the control.
    private var waiting: [(update: ListUpdate<Row>, control: Any.Type)] = []
    /// How many times over rows are being shown.
    private var depth = 0
    private let items = ListItems<Row>()
    private var owner: ListModelOwner?

    /// Makes a model without rows.
    public init(selectionMode: ListSelectionMode = .single) {
        self.selectionMode = selectionMode
        super.init(taking: binding_list_model_new())
        let owner = ListModelOwner(self)
        self.owner = owner
        binding_list_model_set_owner(raw, ListModelOwner.functions, Unmanaged.passUnretained(owner).toOpaque())
    }

    /// The selected identities, whether or not their rows are there: a row that is missing is selected when it is
    /// added.
    ///
    /// Setting it does not count as an edit. If at most one row can be selected, the first of several is.
    public var selectedIDs: Set<Row.ID> {
        get { wantedIDs }
        set {
            let isTooMany = selectionMode != .multiple && newValue.count > 1
            select(isTooMany ? Set(rows.first { newValue.contains($0.id) }.map { [$0.id] } ?? []) : newValue)
        }
    }

    /// The selected row, if there is exactly one; see ``selectedIDs``. Setting it selects this row alone, and scrolls
    /// to it.
    public var selectedID: Row.ID? {
        get { wantedIDs.count == 1 ? wantedIDs.first : nil }
        set {
            let new: Set<Row.ID> = newValue.map { [$0] } ?? []
            guard new != wantedIDs else { return }
            select(new)
            if let newValue { reveal(newValue) }
        }
    }

    /// Selects a row that its user has opened a menu for, unless it is selected already; `nil` for none.
    func selectRowOfMenu(_ id: Row.ID?) {
        guard selectionMode != .none, id.map({ !wantedIDs.contains($0) }) ?? !wantedIDs.isEmpty else { return }
        select(id.map { [$0] } ?? [])
        selections.accept(())
    }

    private func select(_ new: Set<Row.ID>) {
        guard new != wantedIDs else { return }
        wantedIDs = new
        // GTK looks only at the rows that have widgets.
        if !rows.isEmpty { gtk_selection_model_selection_changed(opaque, 0, guint(rows.count)) }
    }

    /// Shows an update.
    ///
    /// GTK is told which rows came, went and moved. A row whose value has changed is shown in the widget that it
    /// already has. An update that comes from a closure that makes or shows a widget waits until GTK has shown its rows.
    public func apply(_ update: ListUpdate<Row>) { apply(update, in: Self.self) }

    /// Shows an update.
    ///
    /// - Parameter control: The type of the control, for the message if the rows are not those that the update is based
    ///   on.
    func apply(_ update: ListUpdate<Row>, in control: Any.Type) {
        guard !update.isEmpty else { return }
        waiting.append((update, control))
        if depth == 0 { applyWaiting() }
    }

    /// Calls what may run the program's closures while GTK, or an update, is in the middle of showing rows. GTK must not be
    /// told then that the rows have changed.
    func whileShowing(_ body: () -> Void) {
        depth += 1
        body()
        depth -= 1
        // In a later turn, even if it is an update that has called the closure: one that edits the list each time it shows a
        // row must not keep the program from everything else.
        if depth == 0, !waiting.isEmpty { Task { [weak self] in self?.applyWaiting() } }
    }

    private func applyWaiting() {
        guard depth == 0 else { return }
        whileShowing {
            let updates = waiting
            waiting = []
            for (update, control) in updates { show(update, in: control) }
        }
    }

    private func show(_ update: ListUpdate<Row>, in control: Any.Type) {
        let before = rows
        var replaced: [Range<Int>]?
        presenters.beginUpdate()
        if case .edits(let edits) = update.change, edits.count(where: \.isOfPlaces) <= Self.mostEdits {
            require(
                rows.count == update.previousCount,
                """
                \(control): rows of two sources are bound to it: an update is of \(update.previousCount) rows, and it shows \
                \(rows.count). Dispose of the first binding before the next one is made.
                """)
            replaced = []
            for edit in edits { perform(edit, update.rows, &replaced!) }
            rows = update.rows
        } else {
            rows = update.rows
            items.replace(by: rows, in: raw) {
                guard before.count + rows.count > 0 else { return }
                g_list_model_items_changed(opaque, 0, guint(before.count), guint(rows.count))
            }
        }
        presenters.show(rows, replaced)
        // A row that was awaited and has now been added is brought into view.
        if let selectedID, update.brings(selectedID), !before.contains(where: { $0.id == selectedID }) {
            reveal(selectedID)
        }
    }

    /// The largest number of edits that are reported one by one. GTK looks at some 200 widgets for each; if all rows
    /// are reported at once, it finds those that it has shown by their items.
    private static var mostEdits: Int { 16 }

    private func perform(_ edit: ListEdit, _ new: TreeArray<Row>, _ replaced: inout [Range<Int>]) {
        switch edit {
        case .remove(let range):
            rows.removeSubrange(range)
            tell(range.lowerBound, removed: range.count, added: 0)
        case .insert(let range):
            rows.insert(contentsOf: new[range], at: range.lowerBound)
            tell(range.lowerBound, removed: 0, added: range.count)
        case .move(let from, let to):
            let row = rows.remove(at: from)
            // The item of a focused row must not be released: report all rows between the two places as changed.
            if presenters.hasFocus(row.id) {
                rows.insert(row, at: to)
                tell(min(from, to), removed: abs(from - to) + 1, added: abs(from - to) + 1)
            } else {
                tell(from, removed: 1, added: 0)
                rows.insert(row, at: to)
                tell(to, removed: 0, added: 1)
            }
        case .replace(let range):
            let old = rows[range].map(\.id)
            rows.replaceSubrange(range, with: new[range])
            replaced.append(range)
            for (place, id) in zip(range, old) where rows[place].id != id { tell(place, removed: 1, added: 1) }
        }
    }

    private func tell(_ position: Int, removed: Int, added: Int) {
        guard removed + added > 0 else { return }
        items.rowsHaveChanged(ItemsChange(position: position, removed: removed, added: added))
        g_list_model_items_changed(opaque, guint(position), guint(removed), guint(added))
    }

    /// The row that an item stands for, which GTK got from this model.
    package func row(of item: UnsafeMutableRawPointer) -> Row { ListItems<Row>.row(of: item) }
}

extension ListModel: ListModelSource {
    var count: Int { rows.count }

    func item(at position: Int) -> UnsafeMutableRawPointer? {
        guard position < rows.count else { return nil }
        return items.item(at: position, in: rows)
    }

    func isSelected(at position: Int) -> Bool {
        !wantedIDs.isEmpty && position < rows.count && wantedIDs.contains(rows[position].id)
    }

    /// Called when the user selects.
    func setSelection(_ selected: OpaquePointer, mask: OpaquePointer) -> Bool {
        let chosen = gtk_bitset_copy(selected)!
        defer { gtk_bitset_unref(chosen) }
        gtk_bitset_intersect(chosen, mask)
        guard selectionMode == .multiple || selectionMode == .single && gtk_bitset_get_size(chosen) <= 1
        else { return false }
        var new = wantedIDs
        if gtk_bitset_get_size(mask) >= rows.count || selectionMode == .single && gtk_bitset_is_empty(chosen) == 0 {
            new = []
        } else {
            forEach(mask) { new.remove(rows[$0].id) }
        }
        forEach(chosen) { new.insert(rows[$0].id) }
        if new != wantedIDs {
            select(new)
            selections.accept(())
        }
        return true
    }

    private func forEach(_ places: OpaquePointer, _ body: (Int) -> Void) {
        var iterator = GtkBitsetIter()
        var place: guint = 0
        var isThere = gtk_bitset_iter_init_first(&iterator, places, &place)
        while isThere != 0 {
            if place < rows.count { body(Int(place)) }
            isThere = gtk_bitset_iter_next(&iterator, &place)
        }
    }
}

extension ListEdit {
    /// Whether it puts different rows at some indices, and not only new values of the same rows.
    fileprivate var isOfPlaces: Bool {
        if case .replace = self { false } else { true }
    }
}

extension ListUpdate where Row: Identifiable {
    /// Whether it may add a row that was not there before.
    fileprivate func brings(_ id: Row.ID) -> Bool {
        switch change {
        case .reload: rows.contains { $0.id == id }
        case .edits(let edits):
            edits.contains { edit in
                switch edit {
                case .insert(let range), .replace(let range): rows[range].contains { $0.id == id }
                case .remove, .move: false
                }
            }
        }
    }
}

/// What a C list model asks its owner, independent of the type of the rows.
@MainActor
protocol ListModelSource: AnyObject {
    var count: Int { get }
    /// An item, with a reference for the caller.
    func item(at position: Int) -> UnsafeMutableRawPointer?
    func isSelected(at position: Int) -> Bool
    func setSelection(_ selected: OpaquePointer, mask: OpaquePointer) -> Bool
}

/// The callbacks of a C list model.
@MainActor
private final class ListModelOwner {
    /// It lives at least as long as the C model.
    private unowned let source: any ListModelSource

    init(_ source: any ListModelSource) { self.source = source }

    private nonisolated static func with<Result: Sendable>(
        _ owner: gpointer?, _ body: @MainActor (any ListModelSource) -> Result
    ) -> Result {
        let owner = Unmanaged<ListModelOwner>.fromOpaque(owner!).takeUnretainedValue()
        return MainActor.assumeIsolated { body(owner.source) }
    }

    static let functions = BindingListModelOwner(
        count: { owner in guint(with(owner) { $0.count }) },
        item: { owner, position in
            UnsafeMutableRawPointer(bitPattern: with(owner) { UInt(bitPattern: $0.item(at: Int(position))) })
        },
        is_selected: { owner, position in with(owner) { $0.isSelected(at: Int(position)) } ? 1 : 0 },
        set_selection: { owner, selected, mask in
            nonisolated(unsafe) let (selected, mask) = (selected!, mask!)
            return with(owner) { $0.setSelection(selected, mask: mask) } ? 1 : 0
        })
}
