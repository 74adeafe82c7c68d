import Binding

/// How rows are identified, whatever else they hold.
///
/// The closures are made where the type of the identity is known, so that the compiler specializes what they do for it.
@usableFromInline
package struct RowIdentity<Row: Sendable>: Sendable {
    /// Finds which of the previous rows are current rows, by their identity. The number is that of edits that are
    /// worthwhile.
    @usableFromInline let pairing: @Sendable (ChangedRows<Row>, PartEquality<Row>?, Int) -> ListPairing

    /// Whether two rows have the same identity.
    @usableFromInline let isSame: @Sendable (UnsafePointer<Row>, UnsafePointer<Row>) -> Bool

    /// Finds an identity that several rows have.
    @usableFromInline let duplicate: @Sendable ([Row]) -> (any Hashable & Sendable)?

    /// Makes the same identity for rows that hold such a row.
    @usableFromInline let part: any PartIdentity<Row>

    /// Whether two rows with the same identity are reported when they are found; not if an earlier stage has done that.
    @usableFromInline var reportsDuplicates = true

    /// - Parameter id: Returns what distinguishes a row from others.
    @inlinable
    package init<ID: Hashable & Sendable>(_ id: @escaping @Sendable (Row) -> ID) {
        self.init(at: { id($0.pointee) })
    }

    /// - Parameter path: The property that distinguishes a row from others.
    @inlinable
    package init<ID: Hashable & Sendable>(_ path: KeyPath<Row, ID> & Sendable) {
        let id = RowProperty(path)
        self.init(at: { id($0) })
    }

    // Rows are passed by address: passed as values, each would be retained.
    @inlinable
    init<ID: Hashable & Sendable>(at id: @escaping @Sendable (UnsafePointer<Row>) -> ID) {
        part = KnownPartIdentity(id: id)
        isSame = { id($0) == id($1) }
        pairing = { rows, equality, limit in rows.paired(by: id, equality: equality, limit: limit) }
        duplicate = { rows in
            var seen = Set<ID>(minimumCapacity: rows.count)
            return rows.withUnsafeBufferPointer { rows in
                for index in rows.indices {
                    guard let base = rows.baseAddress else { break }
                    let id = id(base + index)
                    if !seen.insert(id).inserted { return id }
                }
                return nil
            }
        }
    }

    /// The same identity, for an observer of a stage that reports duplicates itself.
    @inlinable
    var withoutReports: RowIdentity {
        var identity = self
        identity.reportsDuplicates = false
        return identity
    }
}

/// The identity of rows of which an identified row is a part. This knows the type of the identity, which a
/// ``RowIdentity`` does not.
@usableFromInline
protocol PartIdentity<Part>: Sendable {
    associatedtype Part: Sendable

    func following<Value: Sendable>(_ value: Value.Type) -> RowIdentity<FollowedRow<Part, Value>>
}

@usableFromInline
struct KnownPartIdentity<Part: Sendable, ID: Hashable & Sendable>: PartIdentity {
    @usableFromInline let id: @Sendable (UnsafePointer<Part>) -> ID

    @inlinable
    init(id: @escaping @Sendable (UnsafePointer<Part>) -> ID) {
        self.id = id
    }

    @inlinable
    func following<Value: Sendable>(_ value: Value.Type) -> RowIdentity<FollowedRow<Part, Value>> {
        let id = id
        return RowIdentity(at: { withUnsafePointer(to: $0.pointee.row, id) })
    }
}
