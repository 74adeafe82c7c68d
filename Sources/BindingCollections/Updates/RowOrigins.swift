/// The rows of an update's new ranges, and where in the old ranges each was before, if anywhere.
@usableFromInline
struct RowOrigins<Row: Sendable> {
    @usableFromInline let rows: [Row]
    @usableFromInline var origins: [Int?] = []

    /// `nil` if no row can have moved.
    ///
    /// - Complexity: O(*m*) in the number of rows in the ranges, and O(*m* log *m*) in that of rows that moved.
    @inlinable
    init?(
        _ splices: [ListSplice], from old: TreeArray<Row>, to new: TreeArray<Row>, by identity: RowIdentity<Row>?
    ) {
        guard let identity, splices.contains(where: { !$0.old.isEmpty }), splices.contains(where: { !$0.new.isEmpty })
        else { return nil }
        let changed = ChangedRows(from: old, to: new, splices: splices)
        rows = changed.new
        origins.reserveCapacity(rows.count)
        let pairing = identity.pairing(changed, nil, .max)
        let departed = Set(pairing.moved.lazy.map(\.old))
        var (removed, inserted, moved) = (pairing.removed[...], pairing.inserted[...], pairing.moved[...])
        for splice in splices {
            // Those that stayed are in the same order.
            var next = splice.old.lowerBound
            for place in splice.new {
                if let range = inserted.first, range.contains(place) {
                    if range.upperBound == place + 1 { inserted.removeFirst() }
                    origins.append(nil)
                } else if let row = moved.first, row.new == place {
                    moved.removeFirst()
                    origins.append(row.old)
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
                    origins.append(next < splice.old.upperBound ? next : nil)
                    next += 1
                }
            }
        }
    }
}
