import Binding

/// Where some rows of before had the place that some rows of now have.
@usableFromInline
struct RowGap: Sendable {
    /// The rows of before, as positions in ``ChangedRows/old``.
    @usableFromInline var old: Range<Int>
    /// The rows of now, as positions in ``ChangedRows/new``.
    @usableFromInline var new: Range<Int>
    /// What makes a position in the list of one in ``ChangedRows/old``.
    @usableFromInline var oldShift = 0
    /// What makes a position in the list of one in ``ChangedRows/new``.
    @usableFromInline var newShift = 0

    @inlinable
    init(old: Range<Int>, new: Range<Int>, oldShift: Int = 0, newShift: Int = 0) {
        self.old = old
        self.new = new
        self.oldShift = oldShift
        self.newShift = newShift
    }

    /// A part of this gap.
    @inlinable
    func part(old: Range<Int>, new: Range<Int>) -> RowGap {
        RowGap(old: old, new: new, oldShift: oldShift, newShift: newShift)
    }
}

/// The rows of before and of now that may differ. All others are the same, in the same order.
@usableFromInline
struct ChangedRows<Row: Sendable>: Sendable {
    @usableFromInline let old: [Row]
    @usableFromInline let new: [Row]
    @usableFromInline let gaps: [RowGap]

    /// All rows of two arrays.
    @inlinable
    init(from old: [Row], to new: [Row]) {
        self.old = old
        self.new = new
        gaps = [RowGap(old: 0..<old.count, new: 0..<new.count)]
    }

    /// The rows of what differs between two lists.
    @inlinable
    init(from old: TreeArray<Row>, to new: TreeArray<Row>, splices: [ListSplice]) {
        var (oldRows, newRows): ([Row], [Row]) = ([], [])
        oldRows.reserveCapacity(splices.reduce(0) { $0 + $1.old.count })
        newRows.reserveCapacity(splices.reduce(0) { $0 + $1.new.count })
        var gaps: [RowGap] = []
        gaps.reserveCapacity(splices.count)
        for splice in splices {
            gaps.append(
                RowGap(
                    old: oldRows.count..<(oldRows.count + splice.old.count),
                    new: newRows.count..<(newRows.count + splice.new.count),
                    oldShift: splice.old.lowerBound - oldRows.count, newShift: splice.new.lowerBound - newRows.count))
            // A tree is walked much faster than it is read by index.
            if !splice.old.isEmpty { oldRows.append(contentsOf: old.subtree(splice.old)) }
            if !splice.new.isEmpty { newRows.append(contentsOf: new.subtree(splice.new)) }
        }
        self.old = oldRows
        self.new = newRows
        self.gaps = gaps
    }

    /// What became of the rows, by their values and their places alone.
    @inlinable
    func paired(equality: PartEquality<Row>?) -> ListPairing {
        var pairing = ListPairing()
        withRows { old, new in
            let isSame = { (left: UnsafePointer<Row>, right: UnsafePointer<Row>) in
                areSameRows(left, right, equality)
            }
            for gap in gaps {
                var walk = RowWalk(gap)
                walk.run(old, new, needed: 1, isSame: isSame, note: { _, _ in })
                for gap in walk.gaps {
                    let shared = min(gap.old.count, gap.new.count)
                    for offset in 0..<shared {
                        let place = gap.new.lowerBound + offset
                        if !isSame(old + (gap.old.lowerBound + offset), new + place) {
                            pairing.replaced.append(place + gap.newShift)
                        }
                    }
                    pairing.remove(gap.old.dropFirst(shared), shift: gap.oldShift)
                    pairing.insert(gap.new.dropFirst(shared), shift: gap.newShift)
                }
            }
        }
        return pairing
    }

    /// What became of the rows, by their identities.
    @inlinable
    func paired<ID: Hashable & Sendable>(
        by id: (UnsafePointer<Row>) -> ID, equality: PartEquality<Row>?
    ) -> ListPairing {
        var pairing = ListPairing()
        withRows { old, new in
            var gaps: [RowGap] = []
            for gap in self.gaps {
                var walk = RowWalk(gap)
                walk.run(
                    old, new, needed: 3,
                    isSame: { id($0) == id($1) },
                    note: { oldPlace, newPlace in
                        if !areSameRows(old + oldPlace, new + newPlace, equality) {
                            pairing.replaced.append(newPlace + gap.newShift)
                        }
                    })
                gaps += walk.gaps
            }
            guard !gaps.isEmpty else { return }
            let partners = IdentityPartners(old, self.old.count, new, self.new.count, gaps: gaps, id: id)
            pairing.duplicate = partners.duplicate
            pairing.note(partners, gaps: gaps) { areSameRows(old + $0, new + $1, equality) }
        }
        return pairing
    }

    @inlinable
    func withRows(_ body: (UnsafePointer<Row>, UnsafePointer<Row>) -> Void) {
        old.withUnsafeBufferPointer { old in
            new.withUnsafeBufferPointer { new in
                // An empty array has no address. Nothing is read from it then.
                guard let anyAddress = old.baseAddress ?? new.baseAddress else { return }
                body(old.baseAddress ?? anyAddress, new.baseAddress ?? anyAddress)
            }
        }
    }
}

/// Whether two rows are equal, where they can be compared, or the same to the bit.
@inlinable
func areSameRows<Row: Sendable>(
    _ left: UnsafePointer<Row>, _ right: UnsafePointer<Row>, _ equality: PartEquality<Row>?
) -> Bool {
    let size = MemoryLayout<Row>.size
    if isSameMemory(
        UnsafeRawBufferPointer(start: left, count: size), UnsafeRawBufferPointer(start: right, count: size))
    {
        return true
    }
    guard let equality else { return false }
    return equality.areSame(left.pointee, right.pointee)
}
