import Binding

/// What is selected, and all that is needed to update it.
@usableFromInline
struct SelectionState<ID: Hashable & Sendable>: Sendable {
    @usableFromInline let mode: Selection<ID>.Mode
    @usableFromInline let removal: Selection<ID>.Removal
    /// What is selected among the current rows.
    @usableFromInline var ids: Set<ID> = []
    /// What is selected as soon as it comes.
    @usableFromInline var kept: Set<ID> = []
    /// What is not there, and is selected if it comes in the change in which it was written, as in a batch that adds it; and the
    /// number of that change.
    @usableFromInline var awaited: Set<ID> = []
    @usableFromInline var awaiting: UInt64 = 0
    /// Whether what is selected only stands in for what is kept, because one row has to be selected.
    @usableFromInline var isSubstitute = false
    /// Where a range that is extended begins, and where it ends.
    @usableFromInline var anchor: SelectionPlace<ID>?
    @usableFromInline var lead: SelectionPlace<ID>?
    /// The rows; `nil` while none are followed.
    @usableFromInline var rows: SelectableRows<ID>?
    /// The number of the list that it follows, among those that it was told to follow.
    @usableFromInline var turn = 0

    @usableFromInline
    init(_ mode: Selection<ID>.Mode, _ removal: Selection<ID>.Removal) {
        self.mode = mode
        self.removal = removal
    }

    /// The one that is selected, or that was selected last.
    @usableFromInline
    var id: ID? {
        if ids.count == 1 { return ids.first }
        if let lead, ids.contains(lead.id) { return lead.id }
        return nil
    }

    /// Whether there is such a row, as far as is known.
    @usableFromInline
    func isThere(_ id: ID) -> Bool { rows?.contains(id) ?? true }

    @usableFromInline
    func index(of place: SelectionPlace<ID>) -> Int? { rows?.index(of: place) }

    /// Selects one and no other.
    @usableFromInline
    mutating func selectOnly(_ place: SelectionPlace<ID>) {
        ids = [place.id]
        kept = []
        isSubstitute = false
        (anchor, lead) = (place, place)
    }

    /// The number of the change under way on the main actor; 0 if there is none.
    private static var change: UInt64 { MainActorDispatcher.isCurrent ? MainActorDispatcher.delivery : 0 }

    /// Awaits what is not there until the change under way is over.
    private mutating func awaitRows(_ absent: Set<ID>) {
        awaiting = absent.isEmpty ? 0 : Self.change
        awaited = awaiting == 0 ? [] : absent
    }

    /// What is awaited in the change under way.
    private var awaitedNow: Set<ID> { awaiting != 0 && awaiting == Self.change ? awaited : [] }

    /// Selects what was awaited and has come.
    @usableFromInline
    mutating func selectAwaited() {
        guard awaiting != 0 else { return }
        let come = awaitedNow.filter { isThere($0) }
        awaitRows(awaitedNow.subtracting(come))
        for id in come { _ = select(id) }
    }

    /// Keeps what is not there, to be selected as soon as it comes.
    private mutating func keep(_ absent: Set<ID>) {
        guard mode != .multiple else { return kept.formUnion(absent) }
        kept = absent.first.map { [$0] } ?? []
        if mode == .single { ids = [] }
        isSubstitute = !ids.isEmpty
    }
}

/// What is written, or what the user of a list does.
extension SelectionState {
    /// Selects these and no others.
    @usableFromInline
    mutating func overwrite(with written: Set<ID>) {
        let isComplete = written.allSatisfy { isThere($0) }
        let there = isComplete ? written : written.filter { isThere($0) }
        let missing = isComplete ? [] : written.subtracting(there)
        let absent = removal == .keep ? missing : []
        if removal != .keep { awaitRows(missing) }
        let added = there.subtracting(ids)
        guard mode == .multiple else {
            if let id = first(of: added.isEmpty ? there : added) {
                if ids != [id] || !kept.isEmpty { selectOnly(SelectionPlace(id)) }
            } else if !absent.isEmpty {
                keep(absent)
            } else if mode == .single || rows?.ids.isEmpty ?? true {
                (ids, kept) = ([], [])
            }
            return
        }
        // An addition to the selection is not a new selection.
        if ids.isEmpty || !there.isSuperset(of: ids) { kept = [] }
        keep(absent)
        ids = there
        if let id = there.count == 1 ? there.first : added.count == 1 ? added.first : nil {
            if lead?.id != id { lead = SelectionPlace(id) }
            if anchor?.id != id { anchor = lead }
        } else if let place = lead, !there.contains(place.id) {
            (anchor, lead) = (nil, nil)
        }
    }

    @usableFromInline
    mutating func select(_ id: ID) -> Bool {
        guard isThere(id) else {
            if removal == .keep { keep([id]) } else { awaitRows(mode == .multiple ? awaitedNow.union([id]) : [id]) }
            return false
        }
        let place = SelectionPlace(id)
        guard mode == .multiple else {
            awaitRows([])
            selectOnly(place)
            return true
        }
        ids.insert(id)
        (anchor, lead) = (place, place)
        return true
    }

    @usableFromInline
    mutating func deselect(_ id: ID) {
        if kept.remove(id) != nil, kept.isEmpty { isSubstitute = false }
        awaited.remove(id)
        guard ids.contains(id), mode != .exactlyOne || rows == nil else { return }
        ids.remove(id)
        (anchor, lead) = (SelectionPlace(id), SelectionPlace(id))
    }

    @usableFromInline
    mutating func selectAll() {
        guard mode == .multiple, let rows else { return }
        ids = Set(rows.ids)
    }

    @usableFromInline
    mutating func extend(to id: ID, adding: Bool) -> Bool {
        guard isThere(id) else { return false }
        guard mode == .multiple, let anchor, let start = index(of: anchor), let end = index(of: SelectionPlace(id))
        else {
            if !adding || mode != .multiple {
                selectOnly(SelectionPlace(id))
                return true
            }
            return select(id)
        }
        selectRange(from: start, to: end, adding: adding)
        return true
    }

    @usableFromInline
    mutating func move(by offset: Int, extending: Bool) -> ID? {
        guard let rows, !rows.ids.isEmpty else { return nil }
        let last = rows.ids.count - 1
        let place = lead ?? (ids.count == 1 ? ids.first.map { SelectionPlace($0) } : nil)
        let start = place.flatMap { rows.index(of: $0) } ?? (offset < 0 ? last + 1 : -1)
        // Counting stops beyond the ends, however far it goes.
        let target = max(0, min(last, start + max(-last - 1, min(last + 1, offset))))
        if extending, mode == .multiple, let anchor, let start = rows.index(of: anchor) {
            selectRange(from: start, to: target, adding: false)
        } else {
            selectOnly(SelectionPlace(rows.ids[target], at: target))
        }
        return rows.ids[target]
    }

    private mutating func selectRange(from start: Int, to end: Int, adding: Bool) {
        guard let rows else { return }
        let range = rows.ids.elements(min(start, end)..<max(start, end) + 1)
        if adding {
            ids.formUnion(range)
        } else {
            ids = Set(range)
            kept = []
        }
        lead = SelectionPlace(rows.ids[end], at: end)
    }

    /// The one that comes first in the order of the rows.
    private func first(of candidates: Set<ID>) -> ID? {
        guard candidates.count > 1, let rows else { return candidates.first }
        return rows.ids.first { candidates.contains($0) }
    }
}
