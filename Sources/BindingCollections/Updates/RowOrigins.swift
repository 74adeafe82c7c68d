import Binding

/// Where in the old ranges of an update the rows of its new ranges were before, if anywhere.
@usableFromInline
struct RowOrigins<Row: Sendable> {
    @usableFromInline let rows: TreeArray<Row>
    @usableFromInline let splices: [ListSplice]
    /// Whether all rows are where they were, with other values.
    @usableFromInline let areInPlace: Bool
    /// Those of the rows, one after the other, unless all are in place.
    @usableFromInline var found: [Int?] = []

    /// `nil` if no row can have moved.
    ///
    /// - Complexity: O(*m*) in the number of rows in the ranges, and O(*m* log *m*) in that of rows that moved.
    @inlinable
    init?(
        _ splices: [ListSplice], from old: TreeArray<Row>, to new: TreeArray<Row>, by identity: RowIdentity<Row>?
    ) {
        guard let identity, splices.contains(where: { !$0.old.isEmpty }), splices.contains(where: { !$0.new.isEmpty })
        else { return nil }
        rows = new
        self.splices = splices
        areInPlace = identity.areSame(splices, in: old, and: new)
        if areInPlace { return }
        found.reserveCapacity(count)
        let changed = ChangedRows(from: old, to: new, splices: splices)
        let pairing = identity.pairing(changed, nil, .max)
        let departed = Set(pairing.moved.lazy.map(\.old))
        var (removed, inserted, moved) = (pairing.removed[...], pairing.inserted[...], pairing.moved[...])
        for splice in splices {
            // Those that stayed are in the same order.
            var next = splice.old.lowerBound
            for place in splice.new {
                if let range = inserted.first, range.contains(place) {
                    if range.upperBound == place + 1 { inserted.removeFirst() }
                    found.append(nil)
                } else if let row = moved.first, row.new == place {
                    moved.removeFirst()
                    found.append(row.old)
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
                    found.append(next < splice.old.upperBound ? next : nil)
                    next += 1
                }
            }
        }
    }
}

extension RowOrigins {
    /// Where the rows were, one after the other.
    @inlinable var origins: [Int?] { areInPlace ? splices.flatMap { $0.old.map { $0 } } : found }

    /// How many rows there are.
    @inlinable var count: Int { splices.reduce(0) { $0 + $1.new.count } }

    /// Calls a closure with each row, where it is, and where it was.
    @inlinable
    func forEachRow(_ body: (UnsafePointer<Row>, Int?) -> Void) {
        var (reader, next) = (TreeReader(rows), 0)
        for splice in splices {
            let shift = splice.old.lowerBound - splice.new.lowerBound
            for place in splice.new {
                body(reader.address(of: place), areInPlace ? place + shift : found[next])
                next += 1
            }
        }
    }
}

extension RowIdentity {
    /// Whether all rows of the splices are where they were, with other values: what most edits are.
    ///
    /// - Complexity: O(*m*).
    @inlinable
    func areSame(_ splices: [ListSplice], in old: TreeArray<Row>, and new: TreeArray<Row>) -> Bool {
        var (oldRows, newRows) = (TreeReader(old), TreeReader(new))
        return splices.allSatisfy { splice in
            splice.old.count == splice.new.count
                && zip(splice.old, splice.new).allSatisfy { isSame(oldRows.address(of: $0), newRows.address(of: $1)) }
        }
    }
}
