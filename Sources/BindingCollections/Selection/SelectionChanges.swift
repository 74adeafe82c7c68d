/// What happens to the selection as the rows change.
extension SelectionState {
    @usableFromInline
    mutating func beginFollowing() -> Int {
        turn += 1
        rows = nil
        return turn
    }

    @usableFromInline
    mutating func endFollowing(in turn: Int) {
        if turn == self.turn { rows = nil }
    }

    /// Takes in the rows as they are now.
    @inlinable
    mutating func take(_ new: TreeArray<ID>, in turn: Int) {
        guard turn == self.turn else { return }
        guard let old = rows?.ids else { return begin(with: new) }
        let splices = new.splices(from: old)
        guard !splices.isEmpty else { return }
        let selectedLast = lead.flatMap { ids.contains($0.id) ? $0 : nil }
        rows?.take(new, splices)
        let firstGone = dropWhatIsGone(in: splices, of: old)
        restoreWhatHasCome(in: splices, of: new)
        selectAwaited()
        if ids.isEmpty { selectAnother(than: firstGone.flatMap { selectedLast?.found(in: old) ?? $0 }, in: old) }
        lead = lead.flatMap { followed($0, splices, old) }
        anchor = anchor.flatMap { followed($0, splices, old) }
    }

    /// Takes in the first rows: what is not there may yet come.
    @usableFromInline
    mutating func begin(with new: TreeArray<ID>) {
        let rows = SelectableRows(new)
        self.rows = rows
        if mode == .multiple {
            let wanted = ids.union(kept)
            ids = wanted.filter { rows.contains($0) }
            kept = wanted.subtracting(ids)
        } else if let id = (isSubstitute ? nil : ids.first) ?? kept.first {
            let isThere = rows.contains(id)
            (ids, kept, isSubstitute) = isThere ? ([id], [], false) : ([], [id], false)
        }
        if ids.isEmpty { selectAnother(than: nil, in: []) }
        if let lead, !rows.contains(lead.id) { (anchor, self.lead) = (nil, nil) }
    }

    /// - Returns: Where the first of those that are gone was.
    @inlinable
    mutating func dropWhatIsGone(in splices: [ListSplice], of old: TreeArray<ID>) -> Int? {
        guard !ids.isEmpty, let rows else { return nil }
        var first: Int?
        for splice in splices {
            var index = splice.old.lowerBound
            for id in old.elements(splice.old) {
                if ids.contains(id), !rows.contains(id) {
                    ids.remove(id)
                    if removal == .keep, !isSubstitute { kept.insert(id) }
                    first = first ?? index
                }
                index += 1
            }
        }
        return first
    }

    @inlinable
    mutating func restoreWhatHasCome(in splices: [ListSplice], of new: TreeArray<ID>) {
        guard !kept.isEmpty else { return }
        for splice in splices {
            for id in new.elements(splice.new) where kept.contains(id) {
                if mode == .multiple {
                    kept.remove(id)
                    ids.insert(id)
                } else {
                    return selectOnly(SelectionPlace(id))
                }
            }
        }
    }

    /// Selects another row if nothing is selected any more.
    @usableFromInline
    mutating func selectAnother(than index: Int?, in old: TreeArray<ID>) {
        guard let rows, !rows.ids.isEmpty else { return }
        var id: ID?
        if let index, removal == .selectNext || mode == .exactlyOne { id = rows.neighbor(of: index, in: old) }
        // If the rows are completely different, it is the one in the same place.
        if mode == .exactlyOne { id = id ?? rows.ids[min(index ?? 0, rows.ids.count - 1)] }
        guard let id else { return }
        ids = [id]
        isSubstitute = !kept.isEmpty
        (anchor, lead) = (SelectionPlace(id), SelectionPlace(id))
    }

    /// A row as its place changes; if it is gone, the one that takes its place.
    @inlinable
    func followed(_ place: SelectionPlace<ID>, _ splices: [ListSplice], _ old: TreeArray<ID>) -> SelectionPlace<ID>? {
        guard let rows else { return place }
        if rows.contains(place.id) { return place.moved(by: splices) }
        guard let index = place.found(in: old), let id = rows.neighbor(of: index, in: old) else { return nil }
        return SelectionPlace(id)
    }
}
