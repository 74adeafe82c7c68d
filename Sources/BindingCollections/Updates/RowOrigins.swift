import Binding

/// Where in the old ranges of an update the rows of its new ranges were before, if anywhere.
@usableFromInline
struct RowOrigins<Row: Sendable> {
    /// A row that was there before.
    @usableFromInline
    struct Origin {
        @usableFromInline let place: Int
        @usableFromInline let row: UnsafePointer<Row>

        @inlinable
        init(_ place: Int, _ row: UnsafePointer<Row>) {
            self.place = place
            self.row = row
        }
    }

    @usableFromInline let splices: [ListSplice]
    @usableFromInline let old: TreeArray<Row>
    @usableFromInline let new: TreeArray<Row>
    @usableFromInline let identity: RowIdentity<Row>

    /// `nil` if no row can have moved.
    @inlinable
    init?(
        _ splices: [ListSplice], from old: TreeArray<Row>, to new: TreeArray<Row>, by identity: RowIdentity<Row>?
    ) {
        guard let identity, splices.contains(where: { !$0.old.isEmpty }), splices.contains(where: { !$0.new.isEmpty })
        else { return nil }
        self.splices = splices
        self.old = old
        self.new = new
        self.identity = identity
    }

    /// How many rows there are.
    @inlinable var count: Int { splices.reduce(0) { $0 + $1.new.count } }

    /// Where the rows were, one after the other.
    @inlinable var origins: [Int?] {
        var origins: [Int?] = []
        origins.reserveCapacity(count)
        forEachRow { _, origin in origins.append(origin?.place) }
        return origins
    }

    /// Calls a closure with each row, and with what it was before, if it was there.
    ///
    /// - Complexity: O(*m*) in the number of rows in the ranges, and O(*m* log *m*) in that of rows that moved.
    @inlinable
    func forEachRow(_ body: (UnsafePointer<Row>, Origin?) -> Void) {
        var (oldRows, newRows) = (TreeReader(old), TreeReader(new))
        // Most edits leave all rows where they are, with other values.
        for number in splices.indices {
            let splice = splices[number]
            var (oldPlace, place) = (splice.old.lowerBound, splice.new.lowerBound)
            while oldPlace < splice.old.upperBound, place < splice.new.upperBound {
                let (row, former) = (newRows.address(of: place), oldRows.address(of: oldPlace))
                guard identity.isSame(former, row) else { break }
                body(row, Origin(oldPlace, former))
                oldPlace += 1
                place += 1
            }
            if oldPlace == splice.old.upperBound, place == splice.new.upperBound { continue }
            let rest = ListSplice(old: oldPlace..<splice.old.upperBound, new: place..<splice.new.upperBound)
            return forEachMovedRow(of: [rest] + splices[(number + 1)...], body)
        }
        withExtendedLifetime(self) {}
    }

    /// The same for some of the ranges, whose rows have come, gone or moved.
    @inlinable
    func forEachMovedRow(of splices: [ListSplice], _ body: (UnsafePointer<Row>, Origin?) -> Void) {
        var (oldRows, newRows) = (TreeReader(old), TreeReader(new))
        let pairing = identity.pairing(ChangedRows(from: old, to: new, splices: splices), nil, .max)
        let departed = Set(pairing.moved.lazy.map(\.old))
        var (removed, inserted, moved) = (pairing.removed[...], pairing.inserted[...], pairing.moved[...])
        for splice in splices {
            // Those that stayed are in the same order.
            var next = splice.old.lowerBound
            for place in splice.new {
                var origin: Int?
                if let range = inserted.first, range.contains(place) {
                    if range.upperBound == place + 1 { inserted.removeFirst() }
                } else if let row = moved.first, row.new == place {
                    moved.removeFirst()
                    origin = row.old
                } else {
                    while let range = removed.first, range.upperBound <= next { removed.removeFirst() }
                    while next < splice.old.upperBound {
                        if let range = removed.first, range.contains(next) {
                            next = range.upperBound
                            removed.removeFirst()
                        } else if departed.contains(next) {
                            next += 1
                        } else {
                            break
                        }
                    }
                    if next < splice.old.upperBound { origin = next }
                    next += 1
                }
                body(newRows.address(of: place), origin.map { Origin($0, oldRows.address(of: $0)) })
            }
        }
        withExtendedLifetime(self) {}
    }
}
