import Binding

extension ListUpdates {
    /// The rows in sections, one for each key. DynamicData's `GroupOn`.
    ///
    /// The sections are in the order of their first rows, and the rows of each in their order. For another order of the
    /// sections, use `sorted(by: \.key)`; for sorted rows, sort before grouping. A section goes with its last row.
    ///
    /// ```swift
    /// people.updates().sorted(by: \.name).grouped { $0.team }.sorted(by: \.key).sectionUpdates()
    /// ```
    ///
    /// - Parameter key: Returns what the rows of a section have in common. Called once for each new or changed row, on
    ///   the main actor.
    /// - Complexity: O(log *n*) for each row that has changed.
    @inlinable
    public consuming func grouped<Key: Hashable & Sendable>(
        by key: @escaping @MainActor (Row) -> Key
    ) -> ListUpdates<ListSection<Key, Row>> {
        through(identity: RowIdentity { $0.key }) { GroupStage(key) }
    }
}

/// The handle of a row that is in a section.
@usableFromInline
final class SectionHandle<Key: Hashable & Sendable, Row: Sendable>: RowHandle {
    // Not retained and released again for each row of a batch, which would take a quarter of its time: the stage holds a section
    // for as long as it has a row, and asks no handle for it after that.
    @usableFromInline let unretainedGroup: Unmanaged<SectionGroup<Key, Row>>

    /// Its section.
    @inlinable var group: SectionGroup<Key, Row> { unretainedGroup._withUnsafeGuaranteedRef { $0 } }

    @inlinable
    init(_ group: SectionGroup<Key, Row>) {
        unretainedGroup = .passUnretained(group)
        super.init()
    }
}

/// A section as the stage keeps it. Nobody but the stage accesses it, one access after the other.
@usableFromInline
final class SectionGroup<Key: Hashable & Sendable, Row: Sendable> {
    @usableFromInline typealias Handle = SectionHandle<Key, Row>

    @usableFromInline let key: Key
    /// The handles of its rows, in their order.
    @usableFromInline var handles = TreeArray<Handle>()
    @exclusivity(unchecked) @usableFromInline var rows = TreeArray<Row>()
    /// The handle that determines its place among the sections, if it has one: that of the row that was the first.
    @usableFromInline var shown: Handle?
    /// Whether the update under way has touched it.
    @exclusivity(unchecked) @usableFromInline var isTouched = false
    /// The part of a range of new rows that belongs to it.
    @usableFromInline var newHandles: [Handle] = []
    @usableFromInline var newRows: [Row] = []
    /// How many of its rows a walk through all rows has come by.
    @exclusivity(unchecked) @usableFromInline var walked = 0

    @inlinable
    init(_ key: Key) {
        self.key = key
    }

    @inlinable
    func remove(_ handle: Handle) {
        let place = handles.place(of: handle)
        handles.remove(at: place)
        rows.remove(at: place)
    }

    /// Takes in the new rows of a range, between which there is no other row of the section.
    @inlinable
    func insertNew() {
        guard let first = newHandles.first else { return }
        let place = handles.place(of: first)
        handles.replaceSubrange(place..<place, with: newHandles)
        rows.replaceSubrange(place..<place, with: newRows)
        newHandles = []
        newRows = []
    }

    /// Has the new rows in place of all others.
    @inlinable
    func becomeNew() {
        handles = TreeArray(newHandles)
        rows = TreeArray(newRows)
        newHandles = []
        newRows = []
    }
}

/// Makes sections from a list's rows.
///
/// The handle of its first row determines the place of each section among the others.
@usableFromInline
struct GroupStage<Row: Sendable, Key: Hashable & Sendable>: ListStage {
    @usableFromInline typealias Group = SectionGroup<Key, Row>
    @usableFromInline typealias Handle = SectionHandle<Key, Row>

    @usableFromInline let key: @Sendable (Row) -> Key
    @usableFromInline var input = TreeArray<Row>()
    @usableFromInline var handles = HandleList<Handle>()
    @usableFromInline var groups = KeyGroups<Key, Group>()
    /// The sections that the update under way has touched.
    @usableFromInline var touched: [Group] = []
    /// The handles of the sections' first rows, in the order of the output.
    @usableFromInline var firsts = TreeArray<Handle>()
    @usableFromInline var output = TreeArray<ListSection<Key, Row>>()

    @inlinable
    init(_ key: @escaping @MainActor (Row) -> Key) {
        self.key = MainActorDispatcher.unchecked(key)
    }

    @inlinable
    mutating func take(_ rows: TreeArray<Row>) -> Bool {
        let splices = rows.exactSplices(from: input)
        let new = rows.elements(splices)
        let keys = new.map(key)
        if !isRebuildingCheaper(edits: splices.rows, rows: rows.count, weight: 4) || !replaceAll(splices, new, keys) {
            if isRebuildingCheaper(edits: splices.rows, rows: rows.count) {
                rebuild(splices, rows, keys)
            } else {
                edit(splices, new, keys)
            }
        }
        input = rows
        settle()
        return !splices.isEmpty
    }

    @inlinable
    mutating func edit(_ splices: [ListSplice], _ rows: [Row], _ keys: [Key]) {
        var next = 0
        // Earlier changes, in ascending order, are already in place.
        for splice in splices {
            let range = next..<(next + splice.new.count)
            next = range.upperBound
            let place = splice.new.lowerBound
            if splice.old.count == splice.new.count, replace(rows[range], keys[range], at: place) { continue }
            remove(splice.place)
            insert(rows[range], keys[range], at: place)
        }
    }

    /// Takes in the new values of many rows, if their keys are the same: goes through all handles, which takes less time
    /// than to find each.
    @inlinable
    mutating func replaceAll(_ splices: [ListSplice], _ rows: [Row], _ keys: [Key]) -> Bool {
        guard splices.allSatisfy({ $0.old == $0.new }) else { return false }
        let changed = handles.handles.elements(splices)
        guard zip(changed, keys).allSatisfy({ $0.group.key == $1 }) else { return false }
        for handle in changed { touch(handle.group) }
        var next = 0
        for handle in handles.handles {
            handle.unretainedGroup._withUnsafeGuaranteedRef { group in
                guard group.isTouched else { return }
                if next < changed.count, handle === changed[next] {
                    group.rows[group.walked] = rows[next]
                    next += 1
                }
                group.walked += 1
            }
        }
        for group in touched { group.walked = 0 }
        return true
    }

    /// Takes in many rows that have come, gone, or moved: makes the lists of their sections anew.
    @inlinable
    mutating func rebuild(_ splices: [ListSplice], _ rows: TreeArray<Row>, _ keys: [Key]) {
        let come = keys.map { Handle(group($0)) }
        let (new, gone) = handles.replacing(splices, with: come)
        for handle in gone + come { touch(handle.group) }
        var index = 0
        rows.root.forEachPiece(0..<rows.count) { piece in
            for row in piece {
                let handle = new[index]
                if handle.group.isTouched {
                    handle.group.newHandles.append(handle)
                    handle.group.newRows.append(row)
                }
                index += 1
            }
        }
        for group in touched { group.becomeNew() }
        handles = HandleList(new)
        // What their former places depend on is gone.
        (firsts, output) = (TreeArray(), TreeArray())
        for group in groups.all {
            group.shown = nil
            touch(group)
        }
    }

    @inlinable
    mutating func touch(_ group: Group) {
        if group.isTouched { return }
        group.isTouched = true
        touched.append(group)
    }

    /// Takes in the new values of rows, if their keys are the same.
    @inlinable
    mutating func replace(_ rows: ArraySlice<Row>, _ keys: ArraySlice<Key>, at index: Int) -> Bool {
        let range = handles.handles.elements(index..<(index + keys.count))
        guard zip(range, keys).allSatisfy({ $0.group.key == $1 }) else { return false }
        for (handle, row) in zip(range, rows) {
            let group = handle.group
            touch(group)
            group.rows[group.handles.place(of: handle)] = row
        }
        return true
    }

    @inlinable
    mutating func remove(_ range: Range<Int>) {
        if range.isEmpty { return }
        for handle in handles.handles.elements(range) {
            let group = handle.group
            touch(group)
            // Before labels change: handles that go keep theirs.
            if group.shown === handle { hide(group) }
            group.remove(handle)
        }
        handles.replaceSubrange(range, with: EmptyCollection())
    }

    @inlinable
    mutating func insert(_ rows: ArraySlice<Row>, _ keys: ArraySlice<Key>, at index: Int) {
        if rows.isEmpty { return }
        var new: [Handle] = []
        new.reserveCapacity(rows.count)
        var changed: [Group] = []
        for (row, key) in zip(rows, keys) {
            let group = group(key)
            let handle = Handle(group)
            if group.newHandles.isEmpty { changed.append(group) }
            group.newHandles.append(handle)
            group.newRows.append(row)
            new.append(handle)
        }
        handles.replaceSubrange(index..<index, with: new)
        for group in changed {
            touch(group)
            group.insertNew()
        }
    }

    @inlinable
    mutating func group(_ key: Key) -> Group { groups.group(key) { Group($0) } }

    /// Takes a section out of the output.
    @inlinable
    mutating func hide(_ group: Group) {
        guard let shown = group.shown else { return }
        let place = firsts.place(of: shown)
        firsts.remove(at: place)
        output.remove(at: place)
        group.shown = nil
    }

    /// Brings all sections that were touched up to date in the output.
    @inlinable
    mutating func settle() {
        let touched = touched
        self.touched = []
        var new: [Group] = []
        for group in touched {
            group.isTouched = false
            guard let first = group.handles.first else {
                groups.remove(group, of: group.key)
                continue
            }
            if group.shown === first {
                output[firsts.place(of: first)].rows = group.rows
            } else {
                hide(group)
                group.shown = first
                new.append(group)
            }
        }
        if output.isEmpty {
            // The sections of a new list, all at once.
            new.sort { $0.handles[0].label < $1.handles[0].label }
            firsts = TreeArray(new.map { $0.handles[0] })
            output = TreeArray(new.map { ListSection(key: $0.key, rows: $0.rows) })
            return
        }
        for group in new {
            let first = group.handles[0]
            let place = firsts.place(of: first)
            firsts.insert(first, at: place)
            output.insert(ListSection(key: group.key, rows: group.rows), at: place)
        }
    }
}
