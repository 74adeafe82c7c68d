import Binding

/// Stands for a row whose driver is observed.
@usableFromInline
final class FollowedHandle<Value: Sendable>: RowHandle {
    /// A value that has come and is not shown yet.
    @usableFromInline var arrived: Value?
    @usableFromInline var subscription: (any Disposable)?
    /// Whether its row has moved in the change that is being taken in.
    @usableFromInline var isKept = false

    @inlinable
    override init() {}
}

/// Observes a driver of each row of a list.
@MainActor @usableFromInline
final class FollowRun<Row: Sendable, Value: Sendable> {
    @usableFromInline typealias Handle = FollowedHandle<Value>

    @usableFromInline let identity: RowIdentity<Row>?
    @usableFromInline let driver: @MainActor (Row) -> Driver<Value>
    @usableFromInline let stage: StageOutput<TreeArray<FollowedRow<Row, Value>>>
    @usableFromInline var input = TreeArray<Row>()
    @usableFromInline var handles = HandleList<Handle>()
    /// Which of the rows have had a value.
    @usableFromInline let shown = BitTree()
    /// The rows that have had a value.
    @usableFromInline var output = TreeArray<FollowedRow<Row, Value>>()
    @usableFromInline var hasOutput = false
    /// Whether rows are being taken in: what the drivers send meanwhile belongs to the same output.
    @usableFromInline var isTaking = false
    /// The handles that values came for meanwhile, if not at once.
    @usableFromInline var late: [Handle] = []

    @inlinable
    init(
        identity: RowIdentity<Row>?, _ driver: @escaping @MainActor (Row) -> Driver<Value>,
        _ stage: StageOutput<TreeArray<FollowedRow<Row, Value>>>
    ) {
        self.identity = identity
        self.driver = driver
        self.stage = stage
    }

    /// Takes in the rows as they are now.
    ///
    /// - Returns: The output to send; `nil` if there is nothing new.
    @inlinable
    func take(_ rows: TreeArray<Row>) -> TreeArray<FollowedRow<Row, Value>>? {
        isTaking = true
        var isChanged = !hasOutput
        let splices = rows.splices(from: input, by: identity)
        // First, so that what old and new rows share does not end and begin again.
        var new = follow(rows, splices)
        let areKept = new.contains { $0.handle.isKept }
        for splice in splices {
            for handle in handles.handles.elements(splice.old) where !handle.isKept { handle.subscription?.dispose() }
        }
        if areKept {
            // A handle is in one place at a time.
            for splice in splices.reversed() { handles.replaceSubrange(splice.old, with: EmptyCollection()) }
        }
        for splice in splices {
            let entries = new.prefix(splice.new.count)
            new = new.dropFirst(splice.new.count)
            handles.replaceSubrange(
                areKept ? splice.new.lowerBound..<splice.new.lowerBound : splice.place, with: entries.map(\.handle))
            if replaceShown(splice.place, with: rows.elements(splice.new), entries) { isChanged = true }
        }
        input = rows
        isTaking = false
        hasOutput = true
        while let handle = late.popLast() { if show(handle) { isChanged = true } }
        return isChanged ? output : nil
    }

    /// A handle for a row, and the value to show with it.
    @usableFromInline typealias Entry = (handle: Handle, value: Value?)

    /// Observes the drivers of new rows. A row that has moved keeps its driver, and one whose value has changed shows
    /// the latest value until its driver has another.
    @inlinable
    func follow(_ rows: TreeArray<Row>, _ splices: [ListSplice]) -> ArraySlice<Entry> {
        var entries: [Entry] = []
        guard let changed = RowOrigins(splices, from: input, to: rows, by: identity) else {
            for row in rows.elements(splices) { entries.append(follow(row)) }
            return entries[...]
        }
        changed.forEachRow { row, origin in
            guard let origin else { return entries.append(follow(row.pointee)) }
            let isSame = areIdentical(at: origin.row, row)
            var entry: Entry = isSame ? (handles[origin.place], nil) : follow(row.pointee)
            if isSame { entry.handle.isKept = true }
            if entry.value == nil, shown[origin.place] { entry.value = output[shown.rank(origin.place)].value }
            entries.append(entry)
        }
        return entries[...]
    }

    @inlinable
    func follow(_ row: Row) -> Entry {
        let handle = Handle()
        handle.subscription = stage.observe(driver(row)) { [weak self, weak handle] value in
            if let self, let handle { self.arrive(value, handle) }
        }
        defer { handle.arrived = nil }
        return (handle, handle.arrived)
    }

    /// Shows some rows in the place of others.
    ///
    /// - Returns: Whether the output has changed.
    @inlinable
    func replaceShown(_ range: Range<Int>, with rows: [Row], _ entries: ArraySlice<Entry>) -> Bool {
        var bits = BitVector()
        var added: [FollowedRow<Row, Value>] = []
        for (row, entry) in zip(rows, entries) {
            entry.handle.isKept = false
            bits.append(entry.value != nil)
            if let value = entry.value { added.append(FollowedRow(row: row, value: value)) }
        }
        let places = shown.rank(range.lowerBound)..<shown.rank(range.upperBound)
        output.replaceSubrange(places, with: added)
        shown.replaceSubrange(range, with: bits)
        return !places.isEmpty || !added.isEmpty
    }

    /// A row's driver has sent a value.
    @inlinable
    func arrive(_ value: Value, _ handle: FollowedHandle<Value>) {
        let isFirst = handle.subscription == nil
        handle.arrived = value
        if isTaking {
            if !isFirst { late.append(handle) }
        } else if show(handle) {
            stage.send(output)
        }
    }

    /// Shows the value that has come for a row, if the row is there and it has not been shown.
    @inlinable
    func show(_ handle: FollowedHandle<Value>) -> Bool {
        guard let value = handle.arrived, let index = handles.index(of: handle) else { return false }
        handle.arrived = nil
        let place = shown.rank(index)
        if shown[index] {
            output[place].value = value
        } else {
            output.insert(FollowedRow(row: input[index], value: value), at: place)
            shown[index] = true
        }
        return true
    }
}
