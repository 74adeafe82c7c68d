import Binding

/// A place where some previous rows were, and some current rows are.
@usableFromInline
struct RowGap: Sendable {
    /// The previous rows, as positions in ``ChangedRows/old``.
    @usableFromInline var old: Range<Int>
    /// The current rows, as positions in ``ChangedRows/new``.
    @usableFromInline var new: Range<Int>
    /// What a position in ``ChangedRows/old`` is shifted by to make one in the list.
    @usableFromInline var oldShift = 0
    /// What a position in ``ChangedRows/new`` is shifted by to make one in the list.
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

/// The previous and current rows that may differ. All others are the same, in the same order.
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
        var (oldCount, newCount) = (0, 0)
        var gaps: [RowGap] = []
        gaps.reserveCapacity(splices.count)
        for splice in splices {
            gaps.append(
                RowGap(
                    old: oldCount..<(oldCount + splice.old.count), new: newCount..<(newCount + splice.new.count),
                    oldShift: splice.old.lowerBound - oldCount, newShift: splice.new.lowerBound - newCount))
            oldCount += splice.old.count
            newCount += splice.new.count
        }
        self.old = old.elements(in: splices.lazy.map(\.old), count: oldCount)
        self.new = new.elements(in: splices.lazy.map(\.new), count: newCount)
        self.gaps = gaps
    }

    /// What happened to the rows, by their values and their places alone.
    @inlinable
    func paired(equality: PartEquality<Row>?) -> ListPairing {
        var pairing = ListPairing()
        withRows { old, new in
            let isSame = { (oldPlace: Int, newPlace: Int) in areSameRows(old + oldPlace, new + newPlace, equality) }
            for gap in gaps {
                RowWalk(gap).run(needed: 1, isSame: isSame, pair: isSame) { gap in
                    let shared = min(gap.old.count, gap.new.count)
                    for offset in 0..<shared {
                        let place = gap.new.lowerBound + offset
                        if !isSame(gap.old.lowerBound + offset, place) {
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

    /// What happened to the rows, by their identities.
    ///
    /// - Parameter limit: How many edits are worthwhile. With more moves than that, nothing else matters.
    @inlinable
    func paired<ID: Hashable & Sendable>(
        by id: (UnsafePointer<Row>) -> ID, equality: PartEquality<Row>?, limit: Int
    ) -> ListPairing {
        var pairing = ListPairing()
        withRows { old, new in
            var gaps: [RowGap] = []
            for gap in self.gaps {
                RowWalk(gap).run(
                    needed: 3,
                    isSame: { areIdentical(at: old + $0, new + $1) || id(old + $0) == id(new + $1) },
                    pair: { oldPlace, newPlace in
                        let (oldRow, newRow) = (old + oldPlace, new + newPlace)
                        // Most rows are as they were, which is found faster than their identities.
                        if areIdentical(at: oldRow, newRow) { return true }
                        guard id(oldRow) == id(newRow) else { return false }
                        if equality?.areSame(oldRow.pointee, newRow.pointee) != true {
                            pairing.replaced.append(newPlace + gap.newShift)
                        }
                        return true
                    }, leave: { gaps.append($0) })
            }
            guard !gaps.isEmpty else { return }
            let partners = IdentityPartners(
                self.old.count, self.new.count, gaps: gaps, oldID: { id(old + $0) }, newID: { id(new + $0) })
            pairing.duplicate = partners.duplicate.map { id(($0.isNew ? new : old) + $0.place) }
            pairing.note(partners, gaps: gaps, limit: limit) { areSameRows(old + $0, new + $1, equality) }
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

/// Whether two rows are equal, if they can be compared, or the same to the bit.
@inlinable
func areSameRows<Row: Sendable>(
    _ left: UnsafePointer<Row>, _ right: UnsafePointer<Row>, _ equality: PartEquality<Row>?
) -> Bool {
    areIdentical(at: left, right) || equality?.areSame(left.pointee, right.pointee) == true
}
