import BindingCollections
import CBindingGTK
import CGTK

/// The items of a list model: C objects that stand for rows.
///
/// By its item, GTK distinguishes a row that has moved from a different one, and keeps its widget, its focus and its
/// position on the screen. So a row has the same item for as long as GTK holds that item, which is while the row has a
/// widget. For rows that GTK only looks at, as it does at every row when a list is replaced, one object stands in for
/// all.
@MainActor
final class ListItems<Row: Identifiable> {
    /// The Swift counterpart of a C item.
    final class Item: ListItem {
        fileprivate(set) var row: Row
        /// The index of the row; negative once the row has been removed.
        fileprivate(set) var position: Int
        private weak var items: ListItems?

        fileprivate init(_ row: Row, at position: Int, in items: ListItems) {
            self.row = row
            self.position = position
            self.items = items
            super.init()
        }

        fileprivate override func end() { items?.forget(self) }
    }

    /// The items that GTK holds, by row identity.
    private var held: [Row.ID: Item] = [:]
    /// An item that nobody held when it was last handed out.
    private var spare: Item?
    /// The C model, while it reports all rows anew. It hands out the spare item itself meanwhile.
    private var reloading: UnsafeMutableRawPointer?

    isolated deinit {
        if let spare { g_object_unref(spare.raw) }
    }

    /// The row that a C item stands for.
    static func row(of raw: UnsafeMutableRawPointer) -> Row { (ListItem.of(raw) as! Item).row }

    /// The item for the row at an index, with a reference for the caller.
    func item(at position: Int, in rows: TreeArray<Row>) -> UnsafeMutableRawPointer {
        keepSpareIfHeld(rows)
        let row = rows[position]
        let item: Item
        // If identities are not unique, another row may have it.
        if let known = held[row.id], known.position == position || known.position < 0 {
            item = known
        } else if let spare {
            item = spare
        } else {
            item = Item(row, at: position, in: self)
            spare = item
        }
        item.row = row
        item.position = position
        g_object_ref(item.raw)
        if let reloading, let spare { binding_list_model_set_stand_in(reloading, spare.raw, guint(spare.position)) }
        return item.raw
    }

    /// Reports all rows to GTK anew.
    func replace(by rows: TreeArray<Row>, in model: UnsafeMutableRawPointer, _ tell: () -> Void) {
        keepSpareIfHeld()
        for item in held.values { item.position = -1 }
        let known = gtk_bitset_new_empty()!
        defer { gtk_bitset_unref(known) }
        if !held.isEmpty {
            for (place, row) in rows.enumerated() {
                guard let item = held[row.id], item.position < 0 else { continue }
                item.position = place
                gtk_bitset_add(known, guint(place))
            }
        }
        binding_list_model_begin_reload(model, known)
        reloading = model
        tell()
        keepSpareIfHeld(rows)
        reloading = nil
        binding_list_model_end_reload(model)
    }

    /// Updates the indices of rows, before GTK is told.
    func rowsHaveChanged(_ change: ItemsChange) {
        keepSpareIfHeld()
        for item in held.values where item.position >= change.position {
            let isRemoved = item.position < change.position + change.removed
            item.position = isRemoved ? -1 : item.position + change.added - change.removed
        }
    }

    /// - Parameter rows: The rows, while all of them are being reported anew.
    private func keepSpareIfHeld(_ rows: TreeArray<Row>? = nil) {
        guard let item = spare, binding_object_is_shared(item.raw) != 0 else { return }
        spare = nil
        if let reloading, let rows {
            item.position = Int(binding_list_model_stand_in_position(reloading))
            item.row = rows[item.position]
            binding_list_model_set_stand_in(reloading, nil, 0)
        }
        // If several rows have the same identity, the first one gets it.
        if held[item.row.id] == nil { held[item.row.id] = item }
        g_object_unref(item.raw)
    }

    private func forget(_ item: Item) {
        if held[item.row.id] === item { held[item.row.id] = nil }
    }
}

/// The Swift counterpart of a C item, independent of the type of the row.
@MainActor
class ListItem {
    /// The C item, which holds this object.
    private(set) nonisolated(unsafe) var raw: UnsafeMutableRawPointer!

    fileprivate init() {
        raw = binding_list_item_new(Unmanaged.passRetained(self).toOpaque()) { data in
            let item = Unmanaged<ListItem>.fromOpaque(data!).takeRetainedValue()
            MainActor.assumeIsolated { item.end() }
        }
    }

    /// The Swift counterpart of a C item.
    static func of(_ raw: UnsafeMutableRawPointer) -> ListItem {
        Unmanaged<ListItem>.fromOpaque(binding_list_item_row(raw)).takeUnretainedValue()
    }

    /// Called when the C item is gone.
    fileprivate func end() {}
}
