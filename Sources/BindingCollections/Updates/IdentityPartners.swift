/// Which previous and current rows have the same identity, among those that a walk has left: Heckel's algorithm. Of
/// several with the same identity, the first is paired with the first.
@usableFromInline
struct IdentityPartners {
    /// For each previous row, the place of its partner, or -1.
    @usableFromInline var ofOld: [Int32]
    /// For each current row, the place of its partner, or -1.
    @usableFromInline var ofNew: [Int32]
    /// A row whose identity another previous row, or another current one, has.
    @usableFromInline var duplicate: (place: Int, isNew: Bool)?

    /// How many rows are searched for duplicates if nothing else needs their identities.
    @inlinable static var searched: Int { 1_000 }

    /// - Parameters:
    ///   - oldID: Returns the identity of a previous row.
    ///   - newID: Returns that of a current one.
    /// - Complexity: O(*n*) in the number of rows in the gaps, each of which is hashed once.
    @inlinable
    init<ID: Hashable>(
        _ oldCount: Int, _ newCount: Int, gaps: [RowGap], oldID: (Int) -> ID, newID: (Int) -> ID
    ) {
        ofOld = Array(repeating: -1, count: oldCount)
        ofNew = Array(repeating: -1, count: newCount)
        let oldLeft = gaps.reduce(0) { $0 + $1.old.count }
        let newLeft = gaps.reduce(0) { $0 + $1.new.count }
        // If rows only came, or only went, there is nothing to pair.
        let canPair = oldLeft > 0 && newLeft > 0
        let limit = canPair ? Int.max : Self.searched
        guard oldLeft > 0 || newLeft > 1, oldCount < Int32.max, newCount < Int32.max else { return }
        var table = IdentityTable(capacity: min(oldLeft, limit) + min(newLeft, limit))
        // The next of the previous rows with the same identity.
        var following: [Int32] = canPair ? Array(repeating: -1, count: oldCount) : []
        if canPair {
            for gap in gaps.reversed() {
                for place in gap.old.reversed() {
                    let key = oldID(place)
                    // Nothing is the same as what does not equal itself, and all of that would be in one place of the table.
                    guard key == key else { continue }
                    var entry = table.entry(for: key.hashValue)
                    while let found = table.next(&entry) {
                        if oldID(found.place) == key {
                            duplicate = (place, false)
                            following[place] = Int32(truncatingIfNeeded: found.place)
                            break
                        }
                    }
                    table.put(place, isNew: false, at: entry)
                }
            }
        }
        var count = 0
        for gap in gaps {
            for place in gap.new {
                count += 1
                guard count <= limit else { return }
                let key = newID(place)
                guard key == key else { continue }
                var entry = table.entry(for: key.hashValue)
                var isKnown = false
                while let found = table.next(&entry) {
                    guard (found.isNew ? newID(found.place) : oldID(found.place)) == key else { continue }
                    isKnown = true
                    if found.isNew || ofOld[found.place] >= 0 {
                        duplicate = (place, true)
                    } else {
                        ofOld[found.place] = Int32(truncatingIfNeeded: place)
                        ofNew[place] = Int32(truncatingIfNeeded: found.place)
                        let next = following[found.place]
                        if next >= 0 { table.put(Int(next), isNew: false, at: entry) }
                    }
                    break
                }
                if !isKnown { table.put(place, isNew: true, at: entry) }
            }
        }
    }
}

/// A table from hash values to previous or current rows, with open addressing.
@usableFromInline
struct IdentityTable {
    @usableFromInline struct Entry {
        @usableFromInline var slot: Int
        @usableFromInline let tag: UInt64
        @usableFromInline var isFirst = true

        @inlinable
        init(slot: Int, tag: UInt64) {
            self.slot = slot
            self.tag = tag
        }
    }

    // The upper half of the hash value, whether the row is a current one, and its place plus one. Zero is an empty
    // slot.
    @usableFromInline var slots: [UInt64]
    @usableFromInline let mask: Int

    @inlinable
    init(capacity: Int) {
        var mask = 15
        while mask < capacity + capacity / 2 { mask = mask * 2 + 1 }
        self.mask = mask
        slots = Array(repeating: 0, count: mask + 1)
    }

    @inlinable
    func entry(for hash: Int) -> Entry {
        Entry(slot: hash & mask, tag: UInt64(UInt(bitPattern: hash)) & 0xFFFF_FFFF_0000_0000)
    }

    /// The next row that may be the one; `nil` if there are no more, and the entry is at a free slot.
    @inlinable
    func next(_ entry: inout Entry) -> (place: Int, isNew: Bool)? {
        if !entry.isFirst { entry.slot = (entry.slot + 1) & mask }
        entry.isFirst = false
        while true {
            let content = slots[entry.slot]
            if content == 0 { return nil }
            if content & 0xFFFF_FFFF_0000_0000 == entry.tag {
                return (Int(truncatingIfNeeded: content & 0x7FFF_FFFF) - 1, content & 0x8000_0000 != 0)
            }
            entry.slot = (entry.slot + 1) & mask
        }
    }

    @inlinable
    mutating func put(_ place: Int, isNew: Bool, at entry: Entry) {
        slots[entry.slot] = entry.tag | (isNew ? 0x8000_0000 : 0) | UInt64(truncatingIfNeeded: place + 1)
    }
}
