import Binding

/// Finds how the sections of a list change, update by update, for one observer.
@usableFromInline
struct SectionDifferences<Key: Hashable & Sendable, Row: Sendable>: Sendable {
    @usableFromInline typealias Section = ListSection<Key, Row>

    @usableFromInline var sections: TreeArray<Section>?
    @usableFromInline var keys = TreeArray<Key>()
    @usableFromInline var keyDifferences = ListDifferences<Key>(identity: RowIdentity { $0 })
    @usableFromInline var rowDifferences: ListDifferences<Row>

    @inlinable
    init(identity: RowIdentity<Row>?) {
        rowDifferences = ListDifferences(identity: identity)
    }

    /// The update from the previous sections; `nil` if nothing has changed.
    @inlinable
    mutating func update(to new: TreeArray<Section>) -> SectionedUpdate<Key, Row>? {
        guard let old = sections else {
            sections = new
            keys = TreeArray(new.map(\.key))
            return SectionedUpdate(sections: new, change: .reload)
        }
        let splices = new.splices(from: old)
        if splices.isEmpty { return nil }
        sections = new
        let oldKeys = keys
        keys.replace(splices, with: new.elements(splices).map(\.key))
        guard case .edits(let edits) = keyDifferences.update(from: oldKeys, to: keys).change else {
            return SectionedUpdate(sections: new, change: .reload)
        }
        // Each section has its place now, and those that stayed still have the rows that they had.
        var placed = old
        for edit in edits { placed.perform(edit, from: new) }
        var parts = parts(from: placed, to: new)
        if edits.isEmpty && parts.isEmpty { return nil }
        var search = SectionMoves(parts, from: placed, by: rowDifferences.identity)
        let moves = search.moves()
        if !moves.isEmpty {
            for move in moves {
                let row = placed[move.from.section].rows.remove(at: move.from.row)
                placed[move.to.section].rows.insert(row, at: move.to.row)
            }
            parts = self.parts(from: placed, to: new)
        }
        return SectionedUpdate(sections: new, change: .edits(sections: edits, moves: moves, rows: parts))
    }

    /// What differs in the rows of sections, each of which is in its place.
    @inlinable
    mutating func parts(
        from old: TreeArray<Section>, to new: TreeArray<Section>
    ) -> [SectionedUpdate<Key, Row>.RowsOfSection] {
        var parts: [SectionedUpdate<Key, Row>.RowsOfSection] = []
        for section in changedPlaces(from: old, to: new) {
            let update = rowDifferences.update(from: old[section].rows, to: new[section].rows)
            if !update.isEmpty { parts.append(.init(section: section, update: update)) }
        }
        return parts
    }

    /// The places where sections differ; their number is the same as before.
    @inlinable
    func changedPlaces(from old: TreeArray<Section>, to new: TreeArray<Section>) -> [Int] {
        let splices = new.splices(from: old)
        if splices.allSatisfy({ $0.old == $0.new }) { return splices.flatMap { Array($0.new) } }
        // Sections that are the same in another place, which is possible if keys are not unique.
        guard let first = splices.first, let last = splices.last else { return [] }
        return Array(first.new.lowerBound..<last.new.upperBound)
    }
}
