/// What tells which row is which, whatever it holds.
@usableFromInline
package struct RowIdentity<Row: Sendable>: Sendable {
    /// For each of some rows, the index of that of others which has its identity, if there is one. None is given twice.
    @usableFromInline package let partners: @Sendable (_ rows: [Row], _ others: [Row]) -> [Int?]

    @inlinable
    package init<ID: Hashable & Sendable>(_ id: @escaping @Sendable (Row) -> ID) {
        partners = { rows, others in RowIdentity.partners(of: rows, among: others, by: id) }
    }

    @inlinable
    static func partners<ID: Hashable>(of rows: [Row], among others: [Row], by id: (Row) -> ID) -> [Int?] {
        // Identities that are not unique are paired in order.
        var first: [ID: Int] = Dictionary(minimumCapacity: others.count)
        var next = [Int?](repeating: nil, count: others.count)
        for index in others.indices.reversed() {
            next[index] = first.updateValue(index, forKey: id(others[index]))
        }
        return rows.map { row in
            let id = id(row)
            guard let index = first[id] else { return nil }
            first[id] = next[index]
            return index
        }
    }
}
