import Binding

/// Keeps the rows of both lists by their keys, and what each row of the first is combined to with those of the other.
@usableFromInline
struct JoinRun<Row: Sendable, Other: Sendable, Key: Hashable & Sendable, Result: Sendable> {
    @usableFromInline let key: @Sendable (Row) -> Key
    @usableFromInline let combine: @Sendable (Row, TreeArray<Other>) -> TreeArray<Result>
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
        _ combine: @escaping @MainActor (Row, TreeArray<Other>) -> TreeArray<Result>
    ) {
        self.key = MainActorDispatcher.unchecked(key)
        self.combine = MainActorDispatcher.unchecked(combine)
    }

    /// Takes in the current rows of both lists.
    ///
    /// - Returns: Whether there is an output to send.
    @inlinable
    mutating func take(_ list: TreeArray<Row>, _ sections: TreeArray<ListSection<Key, Other>>) -> Bool {
        let changedKeys = takeOthers(sections)
        var isChanged = !hasOutput
        hasOutput = true
        // Earlier changes, in ascending order, are already in place.
        for splice in list.exactSplices(from: input) {
            let new = list.elements(splice.new)
            let keys = new.map(key)
            if !rows.hasKeys(keys, at: splice.place) {
                rows.remove(splice.place)
                _ = rows.insert(keys, at: splice.new.lowerBound)
            }
            let results = zip(new, keys).map { combine($0, others[$1] ?? []) }
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
        return flattened.replace(index..<(index + 1), with: [combine(input[index], others[key] ?? [])])
    }
}
