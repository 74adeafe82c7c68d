import Binding

/// Keeps, for each row of its input, whether it is in.
@usableFromInline
struct FilterStage<Row: Sendable>: ListStage {
    @usableFromInline var isIncluded: @Sendable (Row) -> Bool
    @usableFromInline var input = TreeArray<Row>()
    @usableFromInline var output = TreeArray<Row>()
    @usableFromInline let included: BitTree

    @inlinable
    init(_ isIncluded: @escaping @MainActor (Row) -> Bool) {
        self.init(isIncluded, included: BitTree())
    }

    @inlinable
    init(_ isIncluded: @escaping @MainActor (Row) -> Bool, included: BitTree) {
        self.isIncluded = MainActorDispatcher.unchecked(isIncluded)
        self.included = included
    }

    @inlinable
    mutating func take(_ rows: TreeArray<Row>) -> Bool {
        let splices = rows.exactSplices(from: input)
        if isRebuildingCheaper(edits: splices.count, rows: rows.count, weight: 2) {
            rebuild(rows, splices)
            return true
        }
        var isChanged = false
        for splice in splices {
            if splice.old.count == 1, splice.new.count == 1 {
                if replace(rows[splice.new.lowerBound], at: splice.new.lowerBound) { isChanged = true }
                continue
            }
            // Earlier changes, in ascending order, are already in place.
            let place = splice.place
            var bits = BitVector()
            var new: [Row] = []
            for row in rows.elements(splice.new) {
                let isIn = isIncluded(row)
                bits.append(isIn)
                if isIn { new.append(row) }
            }
            let range = included.rank(place.lowerBound)..<included.rank(place.upperBound)
            if !range.isEmpty || !new.isEmpty {
                output.replaceSubrange(range, with: new)
                isChanged = true
            }
            included.replaceSubrange(place, with: bits)
        }
        input = rows
        return isChanged
    }

    /// Takes in rows of which many have changed: tests these, and makes the output anew.
    @inlinable
    mutating func rebuild(_ rows: TreeArray<Row>, _ splices: [ListSplice]) {
        let old = included.bits
        var bits = BitVector()
        bits.reserveCapacity(rows.count)
        var done = 0
        var reader = TreeReader(rows)
        for splice in splices {
            bits.append(old, done..<splice.old.lowerBound)
            done = splice.old.upperBound
            reader.forEach(in: splice.new) { bits.append($0.pass(to: isIncluded)) }
        }
        bits.append(old, done..<old.count)
        included.replaceSubrange(0..<old.count, with: bits)
        input = rows
        rebuild(bits)
    }

    /// Takes in a row that has become another value.
    @inlinable
    mutating func replace(_ row: Row, at index: Int) -> Bool {
        let (wasIn, isIn) = (included[index], isIncluded(row))
        guard wasIn || isIn else { return false }
        let place = included.rank(index)
        switch (wasIn, isIn) {
        case (true, true): output[place] = row
        case (true, false): output.remove(at: place)
        default: output.insert(row, at: place)
        }
        if wasIn != isIn { included[index] = isIn }
        return true
    }

    /// Makes the output anew from the input.
    @inlinable
    mutating func rebuild(_ bits: BitVector) {
        var rows = TreeBuilder<Row>(output.shape)
        var start = 0
        input.root.forEachPiece(0..<input.count) { piece in
            bits.forEachOne(in: start..<(start + piece.count)) { rows.append(piece[$0 - start]) }
            start += piece.count
        }
        output = TreeArray(rows.finish(), output.shape)
    }

    /// Becomes another filter, of rows that may have changed, too.
    ///
    /// - Returns: Whether the output has changed.
    @inlinable
    mutating func change(
        to isIncluded: @escaping @MainActor (Row) -> Bool, _ change: FilterChange, of rows: TreeArray<Row>
    ) -> Bool {
        self.isIncluded = MainActorDispatcher.unchecked(isIncluded)
        // Nothing is tested by a filter that it was never there with.
        let isChanged = take(rows)
        let old = included.bits
        let new = change == .stricter ? stricter(than: old) : examined(old, looser: change == .looser)
        let edits = FilterEdits(from: old, to: new)
        guard edits.rows > 0 else { return isChanged }
        included.replaceSubrange(0..<included.count, with: new)
        if isRebuildingCheaper(edits: edits.runs.count, rows: Swift.max(old.ones, new.ones), weight: 3) {
            rebuild(new)
            return true
        }
        for edit in edits.runs {
            var rows: [Row] = []
            for index in edit.source where new[index] { rows.append(input[index]) }
            output.replaceSubrange(edit.place..<(edit.place + edit.removed), with: rows)
        }
        return true
    }

    /// Tests the rows that are in.
    @inlinable
    func stricter(than old: BitVector) -> BitVector {
        var new = old
        var index = 0
        for row in output {
            while !old[index] { index += 1 }
            if !isIncluded(row) { new[index] = false }
            index += 1
        }
        return new
    }

    /// Tests all rows, or those that are out.
    @inlinable
    func examined(_ old: BitVector, looser: Bool) -> BitVector {
        var new = old
        var index = 0
        for row in input {
            if !looser || !old[index] { new[index] = isIncluded(row) }
            index += 1
        }
        return new
    }
}

/// How a filter's output changes as rows come in and go out.
@usableFromInline
struct FilterEdits {
    /// Adjacent rows, of which some come in or go out, and none stays in.
    @usableFromInline
    struct Run {
        /// Where they are in the source.
        @usableFromInline var source: Range<Int>
        /// Where they are in the output, once all earlier runs are in place.
        @usableFromInline var place: Int
        /// How many of them go out.
        @usableFromInline var removed: Int
    }

    @usableFromInline private(set) var runs: [Run] = []
    /// How many rows come in or go out.
    @usableFromInline private(set) var rows = 0

    @usableFromInline
    init(from old: BitVector, to new: BitVector) {
        // Whether the last run may continue: no row has stayed in since.
        var isOpen = false
        var place = 0
        for word in old.words.indices {
            let (oldWord, newWord) = (old.words[word], new.words[word])
            if oldWord == newWord {
                if newWord != 0 { isOpen = false }
                place += newWord.nonzeroBitCount
                continue
            }
            for bit in 0..<Swift.min(64, old.count - word * 64) {
                let (wasIn, isIn) = (oldWord >> UInt64(bit) & 1 != 0, newWord >> UInt64(bit) & 1 != 0)
                if wasIn == isIn {
                    if isIn {
                        place += 1
                        isOpen = false
                    }
                    continue
                }
                let index = word * 64 + bit
                rows += 1
                if !isOpen { runs.append(Run(source: index..<index, place: place, removed: 0)) }
                isOpen = true
                let last = runs.count - 1
                runs[last].source = runs[last].source.lowerBound..<(index + 1)
                if wasIn { runs[last].removed += 1 }
                if isIn { place += 1 }
            }
        }
    }
}
