import Binding

/// Finds how the rows of a list change, update by update, for one observer or one stage.
@usableFromInline
package struct ListDifferences<Row: Sendable>: Sendable {
    @usableFromInline let identity: RowIdentity<Row>?
    @usableFromInline let equality = PartEquality(Row.self)
    @usableFromInline var hasReported: Bool

    @inlinable
    package init(identity: RowIdentity<Row>?) {
        self.identity = identity
        hasReported = identity?.reportsDuplicates != true
    }

    /// The update from some rows, or from none, to others.
    @inlinable
    package mutating func update(from old: TreeArray<Row>?, to new: TreeArray<Row>) -> ListUpdate<Row> {
        guard let old else {
            reportDuplicates(among: new)
            return ListUpdate(rows: new, change: .reload, previousCount: 0)
        }
        let splices = new.splices(from: old)
        let change: ListUpdate<Row>.Change =
            splices.isEmpty
            ? .edits([])
            : change(ChangedRows(from: old, to: new, splices: splices), oldCount: old.count, newCount: new.count)
        return ListUpdate(rows: new, change: change, previousCount: old.count)
    }

    /// What is to be done to the rows of an array to turn it into another one.
    @inlinable
    package mutating func change(from old: [Row], to new: [Row]) -> ListUpdate<Row>.Change {
        let isSameArray = old.withUnsafeBufferPointer { old in
            new.withUnsafeBufferPointer { old.baseAddress == $0.baseAddress && old.count == $0.count }
        }
        if isSameArray { return .edits([]) }
        return change(ChangedRows(from: old, to: new), oldCount: old.count, newCount: new.count)
    }

    @inlinable
    mutating func change(
        _ rows: ChangedRows<Row>, oldCount: Int, newCount: Int
    ) -> ListUpdate<Row>.Change {
        let limit = ListPairing.limit(max(oldCount, newCount))
        let pairing = identity?.pairing(rows, equality, limit) ?? rows.paired(equality: equality)
        if let duplicate = pairing.duplicate { report(duplicate) }
        let edits = pairing.edits(oldCount: oldCount, newCount: newCount, hasIdentity: identity != nil)
        return edits.map { .edits($0) } ?? .reload
    }

    /// Searches the first of some rows for identities that are not unique.
    @inlinable
    mutating func reportDuplicates(among rows: some Collection<Row>) {
        guard !hasReported, let identity else { return }
        if let duplicate = identity.duplicate(Array(rows.prefix(IdentityPartners.searched))) { report(duplicate) }
    }

    @usableFromInline
    mutating func report(_ duplicate: any Hashable & Sendable) {
        guard !hasReported else { return }
        hasReported = true
        BindingDiagnostics.warn(.duplicateIdentity(duplicate, row: Row.self))
    }
}

extension ListPairing {
    /// Up to how many edits are always worthwhile, however short the list.
    static var fewEdits: Int { 64 }

    /// How many edits of a list of a given length are worthwhile.
    @usableFromInline
    static func limit(_ rowCount: Int) -> Int { max(fewEdits, rowCount / 10) }

    /// What is to be done to the previous rows; `nil` if they should be shown anew.
    ///
    /// They should if there are more edits than ``fewEdits`` and than a tenth of the rows, or if none of more than
    /// ``fewEdits`` rows was kept.
    @usableFromInline
    func edits(oldCount: Int, newCount: Int, hasIdentity: Bool) -> [ListEdit]? {
        let replaced = replacedRanges
        let rowCount = max(oldCount, newCount)
        let count = removed.count + moved.count + inserted.count + replaced.count
        guard !hasTooManyMoves, count <= Self.limit(rowCount) else { return nil }
        let gone = removed.reduce(hasIdentity ? 0 : self.replaced.count) { $0 + $1.count }
        if gone == oldCount, oldCount > 0, newCount > 0, rowCount > Self.fewEdits { return nil }
        var edits: [ListEdit] = []
        edits.reserveCapacity(count)
        edits += removed.reversed().lazy.map { .remove($0) }
        edits += moves()
        edits += inserted.lazy.map { .insert($0) }
        edits += replaced.lazy.map { .replace($0) }
        return edits
    }

    private var replacedRanges: [Range<Int>] {
        var ranges: [Range<Int>] = []
        for place in replaced.sorted() { ranges.extend(by: place..<(place + 1), shift: 0) }
        return ranges
    }
}
