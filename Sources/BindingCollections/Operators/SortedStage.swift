import Binding

/// Keeps a handle for each row of its input, and the handles in the order of the output, too: among rows that the order
/// makes no difference between, the labels of their handles determine which comes first.
@usableFromInline
struct SortedStage<Row: Sendable>: ListStage {
    @usableFromInline var isBefore: @Sendable (Row, Row) -> Bool
    /// Compares rows by their indices, if that is faster for many; see ``RowOrder``.
    @usableFromInline var comparison: RowOrder<Row>.Comparison?
    @usableFromInline var input = TreeArray<Row>()
    @usableFromInline var handles: HandleList<RowHandle>
    @usableFromInline var output = TreeArray<Row>()
    /// The handles of the output's rows, all of which ``handles`` keeps: nothing else is retained and released when rows move.
    @usableFromInline var order = TreeArray<KeptHandle>()

    @inlinable
    init(_ isBefore: @escaping @MainActor (Row, Row) -> Bool, labelsBelow end: UInt64 = .max) {
        self.isBefore = MainActorDispatcher.unchecked(isBefore)
        handles = HandleList(labelsBelow: end)
    }

    @inlinable
    init(_ order: RowOrder<Row>, labelsBelow end: UInt64 = .max) {
        isBefore = order.areInIncreasingOrder
        comparison = order.comparison
        handles = HandleList(labelsBelow: end)
    }

    @inlinable
    mutating func take(_ rows: TreeArray<Row>) -> Bool {
        let splices = rows.splices(from: input)
        if splices.isEmpty { return false }
        if isRebuildingCheaper(edits: splices.rows, rows: rows.count, weight: 4) {
            let gone = handlesThatGo(splices)
            updateHandles(splices)
            // No handle that is in a list has this label.
            for handle in gone { handle.label = 0 }
            input = rows
            sort(splices.flatMap(\.new))
            // Until then, the former order has them.
            withExtendedLifetime(gone) {}
            return true
        }
        let moved = remove(splices, rows)
        // What has not been removed may be of handles that go.
        if moved == nil { order = TreeArray() }
        updateHandles(splices)
        input = rows
        if let moved {
            for index in moved { insert(rows[index], handles[index]) }
        } else {
            sort(Array(rows.indices))
        }
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
        if first < order.count, order[first].handle === handle { return first }
        let place = self.place(among: row, handle, from: first)
        return place < order.count && order[place].handle === handle ? place : nil
    }

    @inlinable
    mutating func insert(_ row: Row, _ handle: RowHandle) {
        let first = output.partitioningIndex { !isBefore($0, row) }
        let place =
            first == output.count || isBefore(row, output[first]) ? first : self.place(among: row, handle, from: first)
        output.insert(row, at: place)
        order.insert(KeptHandle(handle), at: place)
    }

    /// The place for a row among those that the order makes no difference between.
    @inlinable
    func place(among row: Row, _ handle: RowHandle, from first: Int) -> Int {
        let last = output.partitioningIndex { isBefore(row, $0) }
        guard first < last else { return first }
        let label = handle.label
        return order.partitioningIndex(in: first..<last) { $0.handle.label >= label }
    }

    /// Becomes another order, of rows that may have changed, too.
    ///
    /// - Returns: Whether the output has changed.
    @inlinable
    mutating func change(to order: RowOrder<Row>, of rows: TreeArray<Row>) -> Bool {
        isBefore = order.areInIncreasingOrder
        comparison = order.comparison
        let splices = rows.splices(from: input)
        // Handles may go; if none does, the order is compared.
        let old = splices.isEmpty ? self.order : TreeArray()
        self.order = TreeArray()
        updateHandles(splices)
        input = rows
        sort(Array(rows.indices))
        return !splices.isEmpty || !old.elementsEqual(self.order) { $0.handle === $1.handle }
    }
}

// When many rows have changed.

extension SortedStage {
    /// The handles of rows that go, and whose place no other row takes.
    @inlinable
    func handlesThatGo(_ splices: [ListSplice]) -> [RowHandle] {
        splices.flatMap { splice in
            splice.old.count > splice.new.count
                ? handles.handles.elements((splice.old.lowerBound + splice.new.count)..<splice.old.upperBound) : []
        }
    }

    /// Sorts some rows, given by their indices in ascending order, and merges them with the others, which are in order.
    @inlinable
    mutating func sort(_ changed: [Int]) {
        let isBefore = isBefore
        let places = input.withPointers(0..<input.count) { rows in
            if let comparison {
                let compare = comparison(rows)
                return merged(changed, of: rows.count) { compare($0, $1) < 0 }
            }
            return rows.withUnsafeBufferPointer { rows in
                merged(changed, of: rows.count) { rows[$0].pass(with: rows[$1], to: isBefore) }
            }
        }
        output = input.permuted(places)
        order = handles.handles.withPointers(0..<places.count) { handles in
            TreeArray(places.lazy.map { KeptHandle(handles[$0].pointee) })
        }
    }

    /// The indices of all rows in their order, from the changed ones and the former order of the others. The sort of the standard
    /// library is stable.
    @inlinable
    func merged(_ changed: [Int], of count: Int, by isBefore: (Int, Int) -> Bool) -> [Int] {
        let new = changed.sorted(by: isBefore)
        if new.count == count { return new }
        var isNew = [Bool](repeating: false, count: count)
        for index in new { isNew[index] = true }
        var places: [Int] = []
        places.reserveCapacity(count)
        var next = 0
        let numbering = handles.renumber()
        for kept in order where kept.handle.label != 0 {
            let index = numbering.index(of: kept.handle)
            if isNew[index] { continue }
            while next < new.count, isBefore(new[next], index) || (new[next] < index && !isBefore(index, new[next])) {
                places.append(new[next])
                next += 1
            }
            places.append(index)
        }
        return places + new[next...]
    }
}
