/// Keeps a handle for each row of its input, and the handles in the order of the output, too: among rows that the order
/// makes no difference between, the labels of their handles determine which comes first.
@MainActor @usableFromInline
struct SortedStage<Row: Sendable>: ListStage {
    @usableFromInline var isBefore: @MainActor (Row, Row) -> Bool
    /// Compares rows by their indices, if that is faster for many; see ``RowOrder``.
    @usableFromInline var comparison: RowOrder<Row>.Comparison?
    @usableFromInline var input = TreeArray<Row>()
    @usableFromInline var handles: HandleList<RowHandle>
    @usableFromInline var output = TreeArray<Row>()
    /// The handles of the output's rows.
    @usableFromInline var order = TreeArray<RowHandle>()

    @inlinable
    init(_ isBefore: @escaping @MainActor (Row, Row) -> Bool, labelsBelow end: UInt64 = .max) {
        self.isBefore = isBefore
        handles = HandleList(labelsBelow: end)
    }

    @inlinable
    init(_ order: RowOrder<Row>, labelsBelow end: UInt64 = .max) {
        self.init(order.areInIncreasingOrder, labelsBelow: end)
        comparison = order.comparison
    }

    @inlinable
    mutating func take(_ rows: TreeArray<Row>) -> Bool {
        let splices = rows.splices(from: input)
        if splices.isEmpty { return false }
        let edits = splices.reduce(0) { $0 + Swift.max($1.old.count, $1.new.count) }
        // Sorting by keys takes a fifth of the time of sorting by a closure on the main actor.
        let areMany = isRebuildingCheaper(edits: edits, rows: rows.count, weight: comparison == nil ? 1 : 2)
        if areMany, comparison == nil {
            merge(rows, splices)
            return true
        }
        guard !areMany, let moved = remove(splices, rows) else {
            updateHandles(splices)
            input = rows
            sortAll()
            return true
        }
        updateHandles(splices)
        input = rows
        for index in moved { insert(rows[index], handles[index]) }
        return true
    }

    /// Takes the previous rows out of the output, or puts new ones in their places.
    ///
    /// - Returns: Where the rows are now that have to be inserted; `nil` if the output is not in order.
    @inlinable
    mutating func remove(_ splices: [ListSplice], _ rows: TreeArray<Row>) -> [Int]? {
        var moved: [Int] = []
        for splice in splices {
            let kept = Swift.min(splice.old.count, splice.new.count)
            for offset in 0..<splice.old.count {
                let old = input[splice.old.lowerBound + offset]
                guard let place = place(of: old, handles[splice.old.lowerBound + offset]) else { return nil }
                if offset < kept {
                    let new = rows[splice.new.lowerBound + offset]
                    if !isBefore(old, new), !isBefore(new, old) {
                        output[place] = new
                        continue
                    }
                    moved.append(splice.new.lowerBound + offset)
                }
                output.remove(at: place)
                order.remove(at: place)
            }
            moved += (splice.new.lowerBound + kept)..<splice.new.upperBound
        }
        return moved
    }

    /// Makes the handles match the current rows: a row that takes the place of another one takes its handle.
    @inlinable
    mutating func updateHandles(_ splices: [ListSplice]) {
        for splice in splices where splice.old.count != splice.new.count {
            let kept = Swift.min(splice.old.count, splice.new.count)
            let start = splice.new.lowerBound
            handles.replaceSubrange((start + kept)..<(start + splice.old.count), withNew: splice.new.count - kept)
        }
    }

    /// Where a row is in the output, if the output is in order.
    @inlinable
    func place(of row: Row, _ handle: RowHandle) -> Int? {
        let first = output.partitioningIndex { !isBefore($0, row) }
        if first < order.count, order[first] === handle { return first }
        let place = self.place(among: row, handle, from: first)
        return place < order.count && order[place] === handle ? place : nil
    }

    @inlinable
    mutating func insert(_ row: Row, _ handle: RowHandle) {
        let first = output.partitioningIndex { !isBefore($0, row) }
        let place =
            first == output.count || isBefore(row, output[first]) ? first : self.place(among: row, handle, from: first)
        output.insert(row, at: place)
        order.insert(handle, at: place)
    }

    /// The place for a row among those that the order makes no difference between.
    @inlinable
    func place(among row: Row, _ handle: RowHandle, from first: Int) -> Int {
        let last = output.partitioningIndex { isBefore(row, $0) }
        guard first < last else { return first }
        let label = handle.label
        return order.partitioningIndex(in: first..<last) { $0.label >= label }
    }

    /// Becomes another order, of rows that may have changed, too.
    ///
    /// - Returns: Whether the output has changed.
    @inlinable
    mutating func change(to order: RowOrder<Row>, of rows: TreeArray<Row>) -> Bool {
        isBefore = order.areInIncreasingOrder
        comparison = order.comparison
        let splices = rows.splices(from: input)
        updateHandles(splices)
        input = rows
        let old = self.order
        sortAll()
        return !splices.isEmpty || !old.elementsEqual(self.order, by: ===)
    }
}

// When many rows have changed.

extension SortedStage {
    @usableFromInline typealias Entry = (row: Row, handle: RowHandle)

    /// Sorts all rows. The sort of the standard library is stable, and they are in the order of the source.
    @inlinable
    mutating func sortAll() {
        guard let comparison else {
            var entries: [Entry] = []
            entries.reserveCapacity(input.count)
            for entry in zip(input, handles.handles) { entries.append((entry.0, entry.1)) }
            entries.sort { isBefore($0.row, $1.row) }
            var ordered = Ordered()
            for entry in entries { ordered.append(entry) }
            return show(ordered)
        }
        let (rows, handles) = (Array(input), Array(handles.handles))
        let places = RowOrder.sortedIndices(of: rows, by: comparison)
        output = TreeArray(places.lazy.map { rows[$0] })
        order = TreeArray(places.lazy.map { handles[$0] })
    }

    /// Sorts the new rows, and merges them with those that stay.
    @inlinable
    mutating func merge(_ rows: TreeArray<Row>, _ splices: [ListSplice]) {
        let gone = splices.map { handles.handles.elements($0.old) }
        var new: [Entry] = []
        for splice in splices {
            handles.replaceSubrange(splice.place, withNew: splice.new.count)
        }
        // No handle that is in a list has this label.
        for handles in gone { for handle in handles { handle.label = 0 } }
        for splice in splices {
            for entry in zip(rows.elements(splice.new), handles.handles.elements(splice.new)) {
                new.append((entry.0, entry.1))
            }
        }
        new.sort { isBefore($0.row, $1.row) }
        var ordered = Ordered()
        var next = 0
        for (row, handle) in zip(output, order) where handle.label != 0 {
            while next < new.count, isBefore(new[next], (row, handle)) {
                ordered.append(new[next])
                next += 1
            }
            ordered.append((row, handle))
        }
        for entry in new[next...] { ordered.append(entry) }
        input = rows
        show(ordered)
    }

    @inlinable
    func isBefore(_ left: Entry, _ right: Entry) -> Bool {
        isBefore(left.row, right.row) || (left.handle.label < right.handle.label && !isBefore(right.row, left.row))
    }

    @inlinable
    mutating func show(_ ordered: consuming Ordered) {
        output = TreeArray(ordered.rows.finish(), output.shape)
        order = TreeArray(ordered.handles.finish(), order.shape)
    }

    /// The output in the making.
    @usableFromInline
    struct Ordered {
        @usableFromInline var rows = TreeBuilder<Row>(.usual(for: Row.self))
        @usableFromInline var handles = TreeBuilder<RowHandle>(.usual(for: RowHandle.self))

        @inlinable
        init() {}

        @inlinable
        mutating func append(_ entry: Entry) {
            rows.append(entry.row)
            handles.append(entry.handle)
        }
    }
}
