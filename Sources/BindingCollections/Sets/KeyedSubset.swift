import Binding

/// Which rows of a list are in a set that depends on their keys.
@usableFromInline
enum KeyedChoice: Sendable {
    /// The first row of each key.
    case first
    /// The rows whose key another list has.
    case matched
    /// The rows whose key another list does not have.
    case unmatched
}

/// Some rows of a list, chosen by their keys, in their order.
///
/// The rows that it shows have their handles in a list of their own: where one is, or has to be, is found there by its
/// label.
@usableFromInline
struct KeyedSubset<Row: Sendable, Key: Hashable>: ListStage {
    @usableFromInline typealias Handle = KeyedHandle<Key>

    @usableFromInline let choice: KeyedChoice
    @usableFromInline let key: @Sendable (Row) -> Key
    @usableFromInline var input = TreeArray<Row>()
    @usableFromInline var others = TreeArray<Row>()
    @usableFromInline var rows = KeyedRows<Key>()
    /// The handles of the rows in the output, in the same order.
    @usableFromInline var shown = TreeArray<Handle>()
    @usableFromInline var output = TreeArray<Row>()

    @inlinable
    init(_ choice: KeyedChoice, key: @escaping @MainActor (Row) -> Key) {
        self.choice = choice
        self.key = MainActorDispatcher.unchecked(key)
    }

    @inlinable
    mutating func take(_ rows: TreeArray<Row>) -> Bool { take(rows, others: others) }

    /// Takes in the current rows of both lists.
    ///
    /// - Returns: Whether the output has changed.
    @inlinable
    mutating func take(_ list: TreeArray<Row>, others otherList: TreeArray<Row>) -> Bool {
        let before = output
        takeOthers(otherList)
        let splices = list.exactSplices(from: input)
        if isRebuildingCheaper(edits: splices.rows, rows: list.count, weight: 3) {
            let new = list.elements(splices)
            let areKept = rows.replace(splices, new.map(key))
            input = list
            _ = takeTouched()
            if areKept { replaceShown(new, splices) } else { showAll() }
            return !output.splices(from: before).isEmpty
        }
        var new: [[Handle]] = []
        new.reserveCapacity(splices.count)
        // Earlier changes, in ascending order, are already in place.
        for splice in splices {
            let place = splice.new.lowerBound
            let old = splice.place
            let newRows = list.elements(splice.new)
            let keys = newRows.map(key)
            if rows.hasKeys(keys, at: old) {
                replaceShown(newRows, at: place)
                new.append([])
                continue
            }
            // Before labels change: handles that go keep theirs.
            hide(old)
            rows.remove(old)
            new.append(rows.insert(keys, at: place))
        }
        input = list
        for (splice, handles) in zip(splices, new) { show(handles, at: splice.new.lowerBound) }
        correctOthers()
        return !output.splices(from: before).isEmpty
    }

    /// Counts the keys of the other list.
    @inlinable
    mutating func takeOthers(_ list: TreeArray<Row>) {
        for splice in list.exactSplices(from: others) {
            for row in list.elements(splice.new) { match(row, by: 1) }
            for row in others.elements(splice.old) { match(row, by: -1) }
        }
        others = list
    }

    @inlinable
    mutating func match(_ row: Row, by number: Int) {
        let key = key(row)
        // No row has a key that does not equal itself.
        guard key == key else { return }
        let group = rows.group(key)
        group.matches += number
        if group.matches == Swift.max(number, 0) { rows.touch(group) }
    }

    /// Whether a row is to be in the output.
    @inlinable
    func isChosen(_ handle: Handle) -> Bool {
        switch choice {
        case .first: handle.group.first === handle
        case .matched: handle.group.matches > 0
        case .unmatched: handle.group.matches == 0
        }
    }

    /// Puts the new values of rows, whose keys are the same, into the output.
    @inlinable
    mutating func replaceShown(_ newRows: [Row], at index: Int) {
        for (handle, row) in zip(rows.handles.handles.elements(index..<(index + newRows.count)), newRows)
        where handle.isShown {
            output[shown.place(of: handle)] = row
        }
    }

    /// Puts the new values of many rows, whose keys are the same, into the output.
    @inlinable
    mutating func replaceShown(_ newRows: [Row], _ splices: [ListSplice]) {
        var (next, place, splice) = (0, 0, 0)
        var index = 0
        rows.handles.handles.root.forEachPiece(0..<input.count) { handles in
            for offset in handles.indices {
                while splice < splices.count, index >= splices[splice].new.upperBound { splice += 1 }
                let isNew = splice < splices.count && splices[splice].new.contains(index)
                let isShown = handles[offset].isShown
                if isNew, isShown { output[place] = newRows[next] }
                if isNew { next += 1 }
                if isShown { place += 1 }
                index += 1
            }
        }
    }

    /// Takes the rows of a range, which are about to go, out of the output.
    @inlinable
    mutating func hide(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        let first = shown.place(of: rows.handles[range.lowerBound])
        let last = rows.handles[range.upperBound - 1].label
        let end = shown.partitioningIndex { $0.label > last }
        guard first < end else { return }
        for handle in shown.elements(first..<end) { handle.isShown = false }
        replaceShown(first..<end, with: [], [])
    }

    /// Puts those of some adjacent new rows that are chosen into the output.
    @inlinable
    mutating func show(_ handles: [Handle], at index: Int) {
        var chosen: [Handle] = []
        var chosenRows: [Row] = []
        for (handle, row) in zip(handles, input.elements(index..<(index + handles.count))) where isChosen(handle) {
            handle.isShown = true
            chosen.append(handle)
            chosenRows.append(row)
        }
        guard let first = chosen.first else { return }
        let place = shown.place(of: first)
        replaceShown(place..<place, with: chosen, chosenRows)
    }

    /// Takes note of what has become of the keys that were touched.
    ///
    /// - Returns: Rows that may have to be shown or hidden, though they have not changed themselves.
    @inlinable
    mutating func takeTouched() -> [Handle] {
        var wrong: [Handle] = []
        for group in rows.settle() {
            if choice == .first {
                if let shown = group.shown, shown !== group.first, shown.isShown { wrong.append(shown) }
                if let first = group.first, !first.isShown { wrong.append(first) }
                group.shown = group.first
            } else if group.wasMatched != (group.matches > 0) {
                group.wasMatched.toggle()
                if let first = group.first, first.isShown != isChosen(first) || !group.others.isEmpty {
                    wrong.append(first)
                    wrong.append(contentsOf: group.others)
                }
            }
        }
        return wrong
    }

    /// Shows or hides rows that have not changed themselves, but whose keys were touched.
    @inlinable
    mutating func correctOthers() {
        let wrong = takeTouched()
        if isRebuildingCheaper(edits: wrong.count, rows: input.count, weight: 2) { return showAll() }
        for handle in wrong {
            let isChosen = isChosen(handle)
            guard handle.isShown != isChosen else { continue }
            handle.isShown = isChosen
            let place = shown.place(of: handle)
            if !isChosen {
                replaceShown(place..<(place + 1), with: [], [])
            } else if let index = rows.handles.index(of: handle) {
                replaceShown(place..<place, with: [handle], [input[index]])
            }
        }
    }

    /// Makes the output anew, which is faster than many changes.
    @inlinable
    mutating func showAll() {
        var chosen: [Handle] = []
        var chosenRows: [Row] = []
        var reader = TreeReader(input)
        var index = 0
        rows.handles.handles.root.forEachPiece(0..<input.count) { handles in
            for offset in handles.indices {
                let isChosen = isChosen(handles[offset])
                handles[offset].isShown = isChosen
                if isChosen {
                    chosen.append(handles[offset])
                    chosenRows.append(reader.address(of: index).pointee)
                }
                index += 1
            }
        }
        shown = TreeArray(chosen)
        output = TreeArray(chosenRows)
    }

    @inlinable
    mutating func replaceShown(_ range: Range<Int>, with handles: [Handle], _ rows: [Row]) {
        shown.replaceSubrange(range, with: handles)
        output.replaceSubrange(range, with: rows)
    }
}
