import Binding
import BindingCollections
import CBindingGTK
import CGTK

/// How many rows of a list its user can select.
public enum ListSelectionMode: Hashable, Sendable {
    case none
    /// One at most.
    case single
    /// Any number.
    case multiple
}

/// The rows of a list, and what is selected of them: GTK's `GListModel` and `GtkSelectionModel` in one.
///
/// A ``ListView`` and a ``ColumnView`` have one each. What is selected is told by identity, and is not for a list to change: a
/// row that goes is selected again when it comes back. See `Selection` of `BindingCollections` for other rules.
public final class ListModel<Row: Identifiable & Sendable>: GObject where Row.ID: Sendable {
    /// The rows, in order.
    public private(set) var rows: TreeArray<Row> = []

    /// How many rows the user can select.
    public let selectionMode: ListSelectionMode

    /// Tells of each change of the selection by the user.
    let selections = PublishRelay<Void>()
    /// What shows rows in widgets.
    let presenters = RowPresenters<Row>()
    /// Has a row be in view.
    var reveal: @MainActor (Row.ID) -> Void = { _ in }

    private var wantedIDs: Set<Row.ID> = []
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

    /// What is selected, whether or not it is there: a row that is not there is selected when it comes.
    ///
    /// Setting it is no edit. Where one row can be selected at most, it is the first of several.
    public var selectedIDs: Set<Row.ID> {
        get { wantedIDs }
        set {
            let isTooMany = selectionMode != .multiple && newValue.count > 1
            select(isTooMany ? Set(rows.first { newValue.contains($0.id) }.map { [$0.id] } ?? []) : newValue)
        }
    }

    /// The row that is selected, if it is one; see ``selectedIDs``. Setting it selects this one alone, and scrolls to it.
    public var selectedID: Row.ID? {
        get { wantedIDs.count == 1 ? wantedIDs.first : nil }
        set {
            let new: Set<Row.ID> = newValue.map { [$0] } ?? []
            guard new != wantedIDs else { return }
            select(new)
            if let newValue { reveal(newValue) }
        }
    }

    private func select(_ new: Set<Row.ID>) {
        guard new != wantedIDs else { return }
        wantedIDs = new
        // GTK looks at the rows that have widgets, and at no others.
        if !rows.isEmpty { gtk_selection_model_selection_changed(opaque, 0, guint(rows.count)) }
    }

    /// Shows what an update tells.
    ///
    /// GTK is told of rows that came, went and moved. One that has only become another value is shown in the widget that it has.
    public func apply(_ update: ListUpdate<Row>) { apply(update, in: Self.self) }

    /// Shows what an update tells.
    ///
    /// - Parameter control: What shows the rows, for the message where they are not those that the update is of.
    func apply(_ update: ListUpdate<Row>, in control: Any.Type) {
        guard !update.isEmpty else { return }
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
        // One that is wanted and was not there is to be seen.
        if let selectedID, update.brings(selectedID), !before.contains(where: { $0.id == selectedID }) {
            reveal(selectedID)
        }
    }

    /// The most edits that are told one by one. GTK looks at some 200 widgets for each; told all at once, it finds the rows that it
    /// has shown by their items.
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
            // What is being worked with must not be let go of: all rows from here to there are told to have changed.
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

    /// The row that an item stands for, which GTK has from this model.
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

    /// What the user does.
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
    /// Whether there are other rows at some places after it, and not only other values of them.
    fileprivate var isOfPlaces: Bool {
        if case .replace = self { false } else { true }
    }
}

extension ListUpdate where Row: Identifiable {
    /// Whether a row may be one that was not there before.
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

/// What a list model of C asks for, whatever its rows are.
@MainActor
protocol ListModelSource: AnyObject {
    var count: Int { get }
    /// An item with a reference for whoever asks.
    func item(at position: Int) -> UnsafeMutableRawPointer?
    func isSelected(at position: Int) -> Bool
    func setSelection(_ selected: OpaquePointer, mask: OpaquePointer) -> Bool
}

/// What a list model of C calls.
@MainActor
private final class ListModelOwner {
    /// It is there as long as the model of C is.
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
