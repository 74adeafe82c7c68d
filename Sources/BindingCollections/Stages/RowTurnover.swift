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
        if changed.areInPlace { return ([], []) }
        let stayed = Set(changed.origins.lazy.compactMap(\.self))
        var come: [Row] = []
        changed.forEachRow { row, origin in if origin == nil { come.append(row.pointee) } }
        return (splices.flatMap { $0.old.filter { !stayed.contains($0) } }.map { old[$0] }, come)
    }
}
