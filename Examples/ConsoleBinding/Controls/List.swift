import Binding
import BindingCollections

/// A row of a list: its identity and its text.
struct ListRow: Identifiable, Sendable, Equatable {
    let id: String
    let text: String
}

extension ListRow {
    /// Makes a row that is identified by its text.
    init(_ text: String) {
        self.init(id: text, text: text)
    }
}

/// Rows of text, of which a few are in view, and one may be selected.
///
/// It receives changes rather than only new contents. So the selection stays with its row, and the view stays in place,
/// while rows come, go and move elsewhere: only what has changed is redrawn.
///
/// For a list that is only read, `rx.items` and `rx.isOutdated` are binders of its properties.
@MainActor
final class List: InteractiveControl {
    /// The rows that are hidden if there are too many, in a list that cannot be scrolled.
    enum Hidden {
        case first, last
    }

    var onChange: @MainActor () -> Void = {}

    var isEnabled = true {
        didSet { if isEnabled != oldValue { onChange() } }
    }

    /// The largest number of rows in view.
    let visibleCount: Int

    /// Which rows are hidden if there are too many and the list cannot be scrolled.
    let hidden: Hidden

    /// The text in place of an empty list.
    let placeholder: String

    /// The rows, in order.
    private(set) var rows: TreeArray<ListRow> = []

    /// The index of the first row in view.
    private(set) var top = 0 {
        didSet { if top != oldValue { onChange() } }
    }

    /// The index of the selected row, if it is there.
    private(set) var selectedPlace: Int? {
        didSet { if selectedPlace != oldValue { onChange() } }
    }

    /// Whether new rows are being fetched.
    var isOutdated = false {
        didSet { if isOutdated != oldValue { onChange() } }
    }

    /// Emits each row that the user selects.
    fileprivate let selections = PublishRelay<Void>()

    private var wantedID: String?

    /// Makes an empty list.
    init(visibleCount: Int, placeholder: String, hides hidden: Hidden = .first) {
        self.visibleCount = visibleCount
        self.hidden = hidden
        self.placeholder = placeholder
    }

    /// The texts of the rows. Setting it shows new rows, which are identified by their texts.
    var items: [String] {
        get { rows.map(\.text) }
        set { if newValue != items { show(TreeArray(newValue.map { ListRow($0) })) { _ in nil } } }
    }

    /// The row that is selected.
    ///
    /// Setting it does not count as an edit and emits nothing. A row that is missing is selected when it is added, and
    /// a row that goes is selected again when it comes back: it is not for a control to decide what becomes of a
    /// selection.
    var selectedID: String? {
        get { wantedID }
        set {
            guard newValue != wantedID else { return }
            wantedID = newValue
            selectedPlace = newValue.flatMap { id in rows.firstIndex { $0.id == id } }
            if let selectedPlace { reveal(selectedPlace) }
        }
    }

    /// The indices of the rows in view.
    var visiblePlaces: Range<Int> { top..<min(rows.count, top + visibleCount) }

    /// Shows an update.
    func apply(_ update: ListUpdate<ListRow>) {
        show(update.rows) { place in
            guard case .edits(let edits) = update.change else { return nil }
            return edits.reduce(place) { $1.place(of: $0) }
        }
    }

    /// Shows other rows.
    ///
    /// - Parameter follow: The new index of the row at an old one, if known.
    private func show(_ new: TreeArray<ListRow>, _ follow: (Int) -> Int?) {
        let old = rows
        /// The new index of a row: the one that the edits lead to, or else wherever the row is.
        func newPlace(of place: Int) -> Int? {
            let id = old[place].id
            if let place = follow(place), new.indices.contains(place), new[place].id == id { return place }
            return new.firstIndex { $0.id == id }
        }
        // Keep the selected row in its place on the screen, or else the first row in view that is still there.
        let visible = visiblePlaces
        let held = (selectedPlace.map { [$0] } ?? []).filter(visible.contains) + visible
        var newTop: Int?
        for place in held where newTop == nil { newTop = newPlace(of: place).map { $0 - (place - top) } }
        let newSelection = selectedPlace.map(newPlace) ?? wantedID.flatMap { id in new.firstIndex { $0.id == id } }
        let isBack = selectedPlace == nil && newSelection != nil
        rows = new
        top = clamped(newTop ?? top)
        selectedPlace = newSelection
        if isBack, let newSelection { reveal(newSelection) }
        onChange()
    }

    func handle(_ key: Key) -> Bool {
        guard !rows.isEmpty else { return false }
        switch key {
        case .up: select(by: -1)
        case .down: select(by: 1)
        case .pageUp: select(by: -visibleCount)
        case .pageDown: select(by: visibleCount)
        case .home: select(at: 0)
        case .end: select(at: rows.count - 1)
        default: return false
        }
        return true
    }

    /// Selects the first row that begins with a text, as the user does.
    ///
    /// - Returns: Whether there is one.
    func choose(_ text: String) -> Bool {
        guard let place = rows.firstIndex(where: { $0.text.hasPrefix(text) }) else { return false }
        select(at: place)
        return true
    }

    private func select(by offset: Int) {
        let start = selectedPlace ?? (offset > 0 ? -1 : rows.count)
        select(at: max(0, min(rows.count - 1, start + offset)))
    }

    private func select(at place: Int) {
        guard isEnabled else { return }
        reveal(place)
        guard selectedPlace != place else { return }
        wantedID = rows[place].id
        selectedPlace = place
        selections.accept(())
    }

    /// Scrolls only as far as needed to bring a row into view.
    private func reveal(_ place: Int) {
        top = clamped(max(place - visibleCount + 1, min(place, top)))
    }

    private func clamped(_ top: Int) -> Int { max(0, min(rows.count - visibleCount, top)) }
}

extension Reactive where Base: List {
    /// The rows and their changes.
    var rows: Binder<ListUpdate<ListRow>> {
        Binder(base) { list, update in list.apply(update) }
    }

    /// The selected row, both ways; `nil` if none is.
    var selectedID: ControlProperty<String?> {
        controlProperty(changes: base.selections, getter: { $0.selectedID }, setter: { $0.selectedID = $1 })
    }
}

extension ListEdit {
    /// The index, after this edit, of the row at an index; for a removed row, that of the next one.
    fileprivate func place(of place: Int) -> Int {
        switch self {
        case .insert(let range): place < range.lowerBound ? place : place + range.count
        case .remove(let range): place < range.lowerBound ? place : max(range.lowerBound, place - range.count)
        case .replace: place
        case .move(let from, let to):
            if place == from {
                to
            } else {
                place - (from < place ? 1 : 0) + (to <= place - (from < place ? 1 : 0) ? 1 : 0)
            }
        }
    }
}
