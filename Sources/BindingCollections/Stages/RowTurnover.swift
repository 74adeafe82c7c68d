import Binding

/// Finds which rows have come and which have gone. With an identity, a row that has moved or changed has done neither;
/// without one, a row that has changed has gone, and another one has come.
@usableFromInline
struct RowTurnover<Row: Sendable> {
    @usableFromInline let identity: RowIdentity<Row>?
    @usableFromInline var input = TreeArray<Row>()

    @inlinable
    init(identity: RowIdentity<Row>?) {
        self.identity = identity
    }

    /// Takes in the rows as they are now.
    @inlinable
    mutating func take(_ rows: TreeArray<Row>) -> (gone: [Row], come: [Row]) {
        let old = input
        input = rows
        let splices = rows.splices(from: old, by: identity)
        guard let changed = RowOrigins(splices, from: old, to: rows, by: identity) else {
            return (splices.flatMap { old.elements($0.old) }, rows.elements(splices))
        }
        var (stayed, come): ([Int], [Row]) = ([], [])
        changed.forEachRow { row, origin in
            if let origin { stayed.append(origin.place) } else { come.append(row.pointee) }
        }
        if stayed.count == splices.reduce(0, { $0 + $1.old.count }) { return ([], come) }
        let kept = Set(stayed)
        return (splices.flatMap { $0.old.filter { !kept.contains($0) } }.map { old[$0] }, come)
    }
}
