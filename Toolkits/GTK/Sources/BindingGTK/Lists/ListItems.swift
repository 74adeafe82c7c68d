import BindingCollections
import CBindingGTK
import CGTK

/// The items of a list model: objects of C that stand for rows.
///
/// GTK tells a row that has moved from another one by its item, and keeps its widget, its focus and its place on the screen. So
/// a row has the same item for as long as GTK holds that, which is where the row has a widget. What it only looks at, as it does
/// at each of the rows when a list is replaced, is one object for all of them.
@MainActor
final class ListItems<Row: Identifiable> {
    /// What an item of C holds.
    final class Item: ListItem {
        fileprivate(set) var row: Row
        /// Where the row is; no place after it was removed.
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

    /// The items that GTK holds, by their rows.
    private var held: [Row.ID: Item] = [:]
    /// One that nobody held when it was handed out last.
    private var spare: Item?
    /// The model of C, while all rows are told anew. It hands the spare item out by itself then.
    private var reloading: UnsafeMutableRawPointer?

    isolated deinit {
        if let spare { g_object_unref(spare.raw) }
    }

    /// The row that an item of C stands for.
    static func row(of raw: UnsafeMutableRawPointer) -> Row { (ListItem.of(raw) as! Item).row }

    /// An item for the row at a place, with a reference for whoever asks.
    func item(at position: Int, in rows: TreeArray<Row>) -> UnsafeMutableRawPointer {
        keepSpareIfHeld(rows)
        let row = rows[position]
        let item: Item
        // Where identities are not unique, there may be another row that has it.
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

    /// Has all rows told anew.
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

    /// Takes note of where rows are, before GTK is told.
    func rowsHaveChanged(_ change: ItemsChange) {
        keepSpareIfHeld()
        for item in held.values where item.position >= change.position {
            let isRemoved = item.position < change.position + change.removed
            item.position = isRemoved ? -1 : item.position + change.added - change.removed
        }
    }

    /// - Parameter rows: The rows, while all of them are told anew.
    private func keepSpareIfHeld(_ rows: TreeArray<Row>? = nil) {
        guard let item = spare, binding_object_is_shared(item.raw) != 0 else { return }
        spare = nil
        if let reloading, let rows {
            item.position = Int(binding_list_model_stand_in_position(reloading))
            item.row = rows[item.position]
            binding_list_model_set_stand_in(reloading, nil, 0)
        }
        // Of several rows with one identity, the first has it.
        if held[item.row.id] == nil { held[item.row.id] = item }
        g_object_unref(item.raw)
    }

    private func forget(_ item: Item) {
        if held[item.row.id] === item { held[item.row.id] = nil }
    }
}

/// What an item of C holds, whatever its row is.
@MainActor
class ListItem {
    /// The item, which holds this.
    private(set) nonisolated(unsafe) var raw: UnsafeMutableRawPointer!

    fileprivate init() {
        raw = binding_list_item_new(Unmanaged.passRetained(self).toOpaque()) { data in
            let item = Unmanaged<ListItem>.fromOpaque(data!).takeRetainedValue()
            MainActor.assumeIsolated { item.end() }
        }
    }

    /// What an item of C stands for.
    static func of(_ raw: UnsafeMutableRawPointer) -> ListItem {
        Unmanaged<ListItem>.fromOpaque(binding_list_item_row(raw)).takeUnretainedValue()
    }

    /// Called when the item is gone.
    fileprivate func end() {}
}
