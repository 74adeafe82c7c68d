import Binding
import BindingCollections

/// A row of a list: which one it is, and what it says.
struct ListRow: Identifiable, Sendable, Equatable {
    let id: String
    let text: String
}

extension ListRow {
    /// A row that is known by what it says.
    init(_ text: String) {
        self.init(id: text, text: text)
    }
}

/// Rows of text, of which a few are in view, and one may be selected.
///
/// It is told what has changed and not only what there is. So the selection stays with its row, and what is in view stays
/// where it is, while rows come, go and move elsewhere: nothing is drawn anew but what has changed.
///
/// Where its user only reads, `rx.items` and `rx.isOutdated` are binders as they stand.
@MainActor
final class List: InteractiveControl {
    /// The rows that are out of view where there is no room for all, in a list that nobody can scroll.
    enum Hidden {
        case first, last
    }

    var onChange: @MainActor () -> Void = {}

    var isEnabled = true {
        didSet { if isEnabled != oldValue { onChange() } }
    }

    /// The most rows that are in view at once.
    let visibleCount: Int

    /// Which of the rows are out of view where there are more and nobody can scroll.
    let hidden: Hidden

    /// What stands in the list's place while it is empty.
    let placeholder: String

    /// The rows, in order.
    private(set) var rows: TreeArray<ListRow> = []

    /// The place of the first row in view.
    private(set) var top = 0 {
        didSet { if top != oldValue { onChange() } }
    }

    /// The place of the row that is selected, if that is there.
    private(set) var selectedPlace: Int? {
        didSet { if selectedPlace != oldValue { onChange() } }
    }

    /// Whether other rows are on their way.
    var isOutdated = false {
        didSet { if isOutdated != oldValue { onChange() } }
    }

    /// Tells of each row that the user selects.
    fileprivate let selections = PublishRelay<Void>()

    private var wantedID: String?

    /// Makes an empty list.
    init(visibleCount: Int, placeholder: String, hides hidden: Hidden = .first) {
        self.visibleCount = visibleCount
        self.hidden = hidden
        self.placeholder = placeholder
    }

    /// What the rows say. Setting it shows others, which are known by what they say.
    var items: [String] {
        get { rows.map(\.text) }
        set { if newValue != items { show(TreeArray(newValue.map { ListRow($0) })) { _ in nil } } }
    }

    /// The row that is selected.
    ///
    /// Setting it is no edit, and says nothing. A row that is not there is selected when it comes, and a row that goes
    /// is selected again when it comes back: what becomes of a selection is not for a control to say.
    var selectedID: String? {
        get { wantedID }
        set {
            guard newValue != wantedID else { return }
            wantedID = newValue
            selectedPlace = newValue.flatMap { id in rows.firstIndex { $0.id == id } }
            if let selectedPlace { reveal(selectedPlace) }
        }
    }

    /// The places of the rows in view.
    var visiblePlaces: Range<Int> { top..<min(rows.count, top + visibleCount) }

    /// Shows what an update tells.
    func apply(_ update: ListUpdate<ListRow>) {
        show(update.rows) { place in
            guard case .edits(let edits) = update.change else { return nil }
            return edits.reduce(place) { $1.place(of: $0) }
        }
    }

    /// Shows other rows.
    ///
    /// - Parameter follow: Where the row of a place is now, if it is there, as far as is known.
    private func show(_ new: TreeArray<ListRow>, _ follow: (Int) -> Int?) {
        let old = rows
        /// Where a row is now: where the edits lead, or wherever it is.
        func newPlace(of place: Int) -> Int? {
            let id = old[place].id
            if let place = follow(place), new.indices.contains(place), new[place].id == id { return place }
            return new.firstIndex { $0.id == id }
        }
        // The selected row stays where it is on the screen, or else the first in view that is still there.
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

    /// Selects, as its user would, the first row that begins with a text.
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

    /// Scrolls no farther than is needed for a row to be in view.
    private func reveal(_ place: Int) {
        top = clamped(max(place - visibleCount + 1, min(place, top)))
    }

    private func clamped(_ top: Int) -> Int { max(0, min(rows.count - visibleCount, top)) }
}

extension Reactive where Base: List {
    /// The rows, and what has changed of them.
    var rows: Binder<ListUpdate<ListRow>> {
        Binder(base) { list, update in list.apply(update) }
    }

    /// The row that is selected, both ways; `nil` while none is.
    var selectedID: ControlProperty<String?> {
        controlProperty(changes: base.selections, getter: { $0.selectedID }, setter: { $0.selectedID = $1 })
    }
}

extension ListEdit {
    /// Where the row of a place is after this; of one that is removed, where the next one is.
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
