import Binding

/// Stands for a row whose driver is observed.
@usableFromInline
final class FollowedHandle<Value: Sendable>: RowHandle {
    /// A value that has come and is not shown yet.
    @usableFromInline var arrived: Value?
    @usableFromInline var subscription: (any Disposable)?

    @inlinable
    override init() {}
}

/// Observes a driver of each row of a list.
@MainActor @usableFromInline
final class FollowRun<Row: Sendable, Value: Sendable> {
    @usableFromInline let driver: @MainActor (Row) -> Driver<Value>
    @usableFromInline let stage: StageOutput<TreeArray<FollowedRow<Row, Value>>>
    @usableFromInline var input = TreeArray<Row>()
    @usableFromInline var handles = HandleList<FollowedHandle<Value>>()
    /// Which of the rows have had a value.
    @usableFromInline let shown = BitTree()
    /// The rows that have had a value.
    @usableFromInline var output = TreeArray<FollowedRow<Row, Value>>()
    @usableFromInline var hasOutput = false
    /// Whether rows are being taken in: what the drivers send meanwhile belongs to the same output.
    @usableFromInline var isTaking = false
    /// The handles that values came for meanwhile, if not at once.
    @usableFromInline var late: [FollowedHandle<Value>] = []

    @inlinable
    init(
        _ driver: @escaping @MainActor (Row) -> Driver<Value>,
        _ stage: StageOutput<TreeArray<FollowedRow<Row, Value>>>
    ) {
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
        for splice in rows.splices(from: input) {
            if replace(splice.old.count, at: splice.new.lowerBound, with: rows.elements(splice.new)) {
                isChanged = true
            }
        }
        input = rows
        isTaking = false
        hasOutput = true
        while let handle = late.popLast() { if show(handle) { isChanged = true } }
        return isChanged ? output : nil
    }

    /// Replaces some rows with others.
    ///
    /// - Returns: Whether the output has changed.
    @inlinable
    func replace(_ count: Int, at start: Int, with rows: [Row]) -> Bool {
        let range = start..<(start + count)
        // First, so that what old and new rows share does not end and begin again.
        let new = rows.map { follow($0) }
        for handle in handles.handles.elements(range) { handle.subscription?.dispose() }
        var bits = BitVector()
        var added: [FollowedRow<Row, Value>] = []
        for (row, handle) in zip(rows, new) {
            let value = handle.arrived
            handle.arrived = nil
            bits.append(value != nil)
            if let value { added.append(FollowedRow(row: row, value: value)) }
        }
        let places = shown.rank(range.lowerBound)..<shown.rank(range.upperBound)
        output.replaceSubrange(places, with: added)
        shown.replaceSubrange(range, with: bits)
        handles.replaceSubrange(range, with: new)
        return !places.isEmpty || !added.isEmpty
    }

    @inlinable
    func follow(_ row: Row) -> FollowedHandle<Value> {
        let handle = FollowedHandle<Value>()
        handle.subscription = stage.observe(driver(row)) { [weak self, weak handle] value in
            if let self, let handle { self.arrive(value, handle) }
        }
        return handle
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
