/// The identities of the rows that can be selected.
@usableFromInline
struct SelectableRows<ID: Hashable & Sendable>: Sendable {
    @usableFromInline var ids: TreeArray<ID>
    /// How many rows have an identity.
    @usableFromInline var counts: [ID: Int]

    @inlinable
    init(_ ids: TreeArray<ID>) {
        self.ids = ids
        counts = [:]
        counts.reserveCapacity(ids.count)
        for id in ids { counts[id, default: 0] += 1 }
    }

    @inlinable
    func contains(_ id: ID) -> Bool { counts[id] != nil }

    /// Where a row is now.
    @inlinable
    func index(of place: SelectionPlace<ID>) -> Int? {
        contains(place.id) ? place.found(in: ids) : nil
    }

    /// Takes in the rows as they are now.
    @inlinable
    mutating func take(_ new: TreeArray<ID>, _ splices: [ListSplice]) {
        for splice in splices {
            for id in new.elements(splice.new) { counts[id, default: 0] += 1 }
            for id in ids.elements(splice.old) {
                if let count = counts[id] { counts[id] = count == 1 ? nil : count - 1 }
            }
        }
        ids = new
    }

    /// The first row after one that is gone, or else the last one before it, of those that are still there.
    ///
    /// - Parameters:
    ///   - index: Where the row was.
    ///   - old: The previous rows.
    @inlinable
    func neighbor(of index: Int, in old: TreeArray<ID>) -> ID? {
        old[(index + 1)...].first { contains($0) } ?? old[..<index].last { contains($0) }
    }
}

/// A row, and where it is, as far as is known.
@usableFromInline
struct SelectionPlace<ID: Hashable & Sendable>: Sendable {
    @usableFromInline let id: ID
    /// Where it was seen last; negative if it has not been searched for.
    @usableFromInline var index: Int

    @inlinable
    init(_ id: ID, at index: Int = -1) {
        self.id = id
        self.index = index
    }

    /// Where the row is in some rows.
    @inlinable
    func found(in rows: TreeArray<ID>) -> Int? {
        rows.indices.contains(index) && rows[index] == id ? index : rows.firstIndex(of: id)
    }

    /// The same row, whose place others have changed.
    @inlinable
    func moved(by splices: [ListSplice]) -> SelectionPlace {
        var offset = 0
        for splice in splices {
            if index < splice.old.lowerBound { break }
            // One that is within a change has to be searched for.
            if index < splice.old.upperBound { return SelectionPlace(id) }
            offset = splice.new.upperBound - splice.old.upperBound
        }
        return SelectionPlace(id, at: index < 0 ? index : index + offset)
    }
}
