import Binding

/// The handle of a row that has a key.
@usableFromInline
final class KeyedHandle<Key: Hashable>: RowHandle {
    // Not retained and released again for each row of a batch: the ``KeyedRows`` keep it for as long as a row has it, and ask no
    // handle for it after that.
    @exclusivity(unchecked) @usableFromInline var unretainedGroup: Unmanaged<KeyGroup<Key>>

    /// Whether the row is in the stage's output.
    @exclusivity(unchecked) @usableFromInline var isShown = false

    /// What is known about its key.
    @inlinable var group: KeyGroup<Key> {
        get { unretainedGroup._withUnsafeGuaranteedRef { $0 } }
        set { unretainedGroup = .passUnretained(newValue) }
    }

    @inlinable
    init(_ group: KeyGroup<Key>) {
        unretainedGroup = .passUnretained(group)
        super.init()
    }
}

/// What is known about a key.
@usableFromInline
final class KeyGroup<Key: Hashable> {
    @usableFromInline let key: Key

    /// The first row that has it.
    @exclusivity(unchecked) @usableFromInline var first: KeyedHandle<Key>?

    /// The other rows that have it, in their order.
    @usableFromInline var others = TreeArray<KeyedHandle<Key>>()

    /// The row with this key that is in the stage's output, if that is one at most.
    @usableFromInline var shown: KeyedHandle<Key>?

    /// How many rows of another list have it.
    @exclusivity(unchecked) @usableFromInline var matches = 0

    /// Whether any had it at the end of the last update.
    @usableFromInline var wasMatched = false

    /// Whether the update under way has touched it.
    @exclusivity(unchecked) @usableFromInline var isTouched = false

    /// The rows that have it, while all are gone through.
    @exclusivity(unchecked) @usableFromInline var found: [KeyedHandle<Key>] = []

    @inlinable
    init(_ key: Key) {
        self.key = key
    }

    /// How many rows have it.
    @inlinable var count: Int { first == nil ? 0 : others.count + 1 }

    /// Whether no row has it.
    @inlinable var isEmpty: Bool { first == nil && matches == 0 }

    /// Adds a row. O(log n) in the number of rows with this key.
    @inlinable
    func insert(_ handle: KeyedHandle<Key>) {
        guard let first else {
            first = handle
            return
        }
        if handle.label < first.label {
            others.insert(first, at: 0)
            self.first = handle
        } else {
            others.insert(handle, at: others.place(of: handle))
        }
    }

    /// Removes a row. O(log n) in the number of rows with this key.
    @inlinable
    func remove(_ handle: KeyedHandle<Key>) {
        if first === handle {
            first = others.isEmpty ? nil : others.removeFirst()
        } else {
            others.remove(at: others.place(of: handle))
        }
    }
}

/// The rows of a list by their keys, in order, and the keys of another list.
@usableFromInline
struct KeyedRows<Key: Hashable> {
    @usableFromInline typealias Handle = KeyedHandle<Key>
    @usableFromInline typealias Group = KeyGroup<Key>

    @usableFromInline var handles = HandleList<Handle>()
    @usableFromInline var groups = KeyGroups<Key, Group>()

    /// The keys that the update under way has touched.
    @usableFromInline var touched: [Group] = []

    @inlinable
    init() {}

    @inlinable
    mutating func group(_ key: Key) -> Group { groups.group(key) { Group($0) } }

    @inlinable
    mutating func touch(_ group: Group) {
        if group.isTouched { return }
        group.isTouched = true
        touched.append(group)
    }

    /// Whether the rows of a range have these keys.
    @inlinable
    func hasKeys(_ keys: [Key], at range: Range<Int>) -> Bool {
        guard keys.count == range.count else { return false }
        return zip(handles.handles.elements(range), keys).allSatisfy { $0.group.key == $1 }
    }

    /// Removes the rows of a range.
    @inlinable
    mutating func remove(_ range: Range<Int>) {
        if range.isEmpty { return }
        for handle in handles.handles.elements(range) {
            touch(handle.group)
            handle.group.remove(handle)
        }
        handles.replaceSubrange(range, with: EmptyCollection())
    }

    /// Adds new rows.
    ///
    /// - Returns: Their handles.
    @inlinable
    mutating func insert(_ keys: [Key], at index: Int) -> [Handle] {
        if keys.isEmpty { return [] }
        let new = keys.map { Handle(group($0)) }
        handles.replaceSubrange(index..<index, with: new)
        for handle in new {
            touch(handle.group)
            handle.group.insert(handle)
        }
        return new
    }

    /// Replaces the rows of many ranges: goes through all handles, unless no key is touched, which takes less time than to find each.
    ///
    /// - Parameter keys: Those of the new rows.
    /// - Returns: Whether the rows are where they were, and no key has been touched in this update.
    @inlinable
    mutating func replace(_ splices: [ListSplice], _ keys: [Key]) -> Bool {
        let areInPlace = splices.allSatisfy { $0.old == $0.new }
        if areInPlace {
            // A row that takes the place of another one takes its handle.
            for (handle, key) in zip(handles.handles.elements(splices), keys) where handle.group.key != key {
                touch(handle.group)
                handle.group = group(key)
                touch(handle.group)
            }
            if touched.isEmpty { return true }
        } else {
            let come = keys.map { Handle(group($0)) }
            let (new, gone) = handles.replacing(splices, with: come)
            for handle in gone + come { touch(handle.group) }
            handles = HandleList(new)
        }
        handles.handles.root.forEachPiece(0..<handles.count) { piece in
            for place in piece.indices {
                piece[place].unretainedGroup._withUnsafeGuaranteedRef { group in
                    if group.isTouched { group.found.append(piece[place]) }
                }
            }
        }
        for group in touched {
            group.first = group.found.first
            group.others = TreeArray(group.found.dropFirst())
            group.found = []
        }
        return false
    }

    /// Drops keys that no row has.
    ///
    /// - Returns: The other keys that the update has touched.
    @inlinable
    mutating func settle() -> [Group] {
        defer { touched = [] }
        return touched.filter { group in
            group.isTouched = false
            if group.isEmpty { groups.remove(group, of: group.key) }
            return !group.isEmpty
        }
    }
}
