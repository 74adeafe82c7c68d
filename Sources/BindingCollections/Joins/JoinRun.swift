import Binding

/// Keeps the rows of both lists by their keys, and what each row of the first is combined to with those of the other.
@usableFromInline
struct JoinRun<Row: Sendable, Other: Sendable, Key: Hashable & Sendable, Result: Sendable> {
    // Rows are passed by address: passed as values, each would be retained.
    @usableFromInline typealias Combine =
        @Sendable (UnsafePointer<Row>, TreeArray<Other>, inout TreeBuilder<Result>) -> Int

    @usableFromInline let key: @Sendable (Row) -> Key
    /// Appends what a row is combined to with the rows of the other list that have its key, and returns how many that are.
    @usableFromInline let combine: Combine
    @usableFromInline var input = TreeArray<Row>()
    @usableFromInline var rows = KeyedRows<Key>()
    @usableFromInline var sections = TreeArray<ListSection<Key, Other>>()
    /// The rows of the other list.
    @usableFromInline var others: [Key: TreeArray<Other>] = [:]
    @usableFromInline var flattened = FlattenedRows<Result>()
    @usableFromInline var hasOutput = false

    @inlinable
    init(
        _ key: @escaping @MainActor (Row) -> Key,
        _ combine: @escaping Combine
    ) {
        self.key = MainActorDispatcher.unchecked(key)
        self.combine = combine
    }

    /// Takes in the current rows of both lists.
    ///
    /// - Returns: Whether there is an output to send.
    @inlinable
    mutating func take(_ list: TreeArray<Row>, _ sections: TreeArray<ListSection<Key, Other>>) -> Bool {
        let changedKeys = takeOthers(sections)
        var isChanged = !hasOutput
        hasOutput = true
        let splices = list.exactSplices(from: input)
        // Each row that has changed, or its partners, is combined with these; to start over, all are.
        let edits = splices.rows + changedKeys.reduce(0) { $0 + (rows.groups.found[$1]?.count ?? 0) }
        if isRebuildingCheaper(edits: edits, rows: Swift.max(list.count, flattened.output.count), weight: 4) {
            return startOver(list, splices) || isChanged
        }
        // Earlier changes, in ascending order, are already in place.
        for splice in splices {
            let new = list.elements(splice.new)
            let keys = new.map(key)
            if !rows.hasKeys(keys, at: splice.place) {
                rows.remove(splice.place)
                _ = rows.insert(keys, at: splice.new.lowerBound)
            }
            let results = zip(new, keys).map { combined($0, $1) }
            if flattened.replace(splice.place, with: results) { isChanged = true }
        }
        input = list
        _ = rows.settle()
        for key in changedKeys {
            guard let group = rows.groups.found[key], let first = group.first else { continue }
            if update(first, key) { isChanged = true }
            for handle in group.others where update(handle, key) { isChanged = true }
        }
        return isChanged
    }

    /// Takes in the other list.
    ///
    /// - Returns: The keys of which it has other rows.
    @inlinable
    mutating func takeOthers(_ new: TreeArray<ListSection<Key, Other>>) -> Set<Key> {
        var keys: Set<Key> = []
        let splices = new.splices(from: sections)
        for splice in splices {
            for section in sections.elements(splice.old) where section.key == section.key {
                keys.insert(section.key)
                others[section.key] = nil
            }
        }
        for splice in splices {
            for section in new.elements(splice.new) where section.key == section.key {
                keys.insert(section.key)
                others[section.key] = section.rows
            }
        }
        sections = new
        return keys
    }

    /// Combines a row anew.
    ///
    /// - Returns: Whether the output has changed.
    @inlinable
    mutating func update(_ handle: KeyedHandle<Key>, _ key: Key) -> Bool {
        guard let index = rows.handles.index(of: handle) else { return false }
        return flattened.replace(index..<(index + 1), with: [combined(input[index], key)])
    }

    @inlinable
    func combined(_ row: Row, _ key: Key) -> TreeArray<Result> {
        let shape = TreeArray<Result>().shape
        var results = TreeBuilder<Result>(shape)
        _ = withUnsafePointer(to: row) { combine($0, others[key] ?? [], &results) }
        return TreeArray(results.finish(), shape)
    }

    /// Takes in rows of which many have changed, or their partners: combines all anew.
    ///
    /// - Returns: Whether the output has changed.
    @inlinable
    mutating func startOver(_ list: TreeArray<Row>, _ splices: [ListSplice]) -> Bool {
        _ = rows.replace(splices, list.elements(splices).map(key))
        _ = rows.settle()
        input = list
        var (results, starts) = (TreeBuilder<Result>(flattened.output.shape), BitVector())
        var handles = TreeReader(rows.handles.handles)
        var index = 0
        list.root.forEachPiece(0..<list.count) { piece in
            guard let first = piece.baseAddress else { return }
            for place in piece.indices {
                let count = handles.address(of: index).pointee.unretainedGroup._withUnsafeGuaranteedRef { group in
                    combine(first + place, others[group.key] ?? [], &results)
                }
                starts.appendOne(zeros: count)
                index += 1
            }
        }
        return flattened.replaceAll(with: TreeArray(results.finish(), flattened.output.shape), starts: starts)
    }
}
