import Binding

extension ListUpdates {
    /// The results of a closure for the rows, without `nil`. Each result is made once, kept for as long as its row
    /// stays as it is, and released with it; see `map(_:)`.
    ///
    /// - Parameter transform: Called once for each new or changed row, on the main actor.
    /// - Complexity: O(log *n*) and one call for each row that has changed.
    @inlinable
    public consuming func compactMap<Result: Sendable>(
        _ transform: @escaping @MainActor (Row) -> Result?
    ) -> ListUpdates<Result> {
        compactMapped(identity: nil, transform)
    }

    /// The results of a closure for the rows, told apart by their `id`, without `nil`; see ``compactMap(_:)``.
    ///
    /// - Parameter transform: Called once for each new or changed row, on the main actor.
    /// - Complexity: O(log *n*) and one call for each row that has changed.
    @inlinable
    public consuming func compactMap<Result: Identifiable & Sendable>(
        _ transform: @escaping @MainActor (Row) -> Result?
    ) -> ListUpdates<Result> where Result.ID: Sendable {
        compactMapped(identity: RowIdentity { $0.id }, transform)
    }

    /// The objects that a closure makes of the rows, without `nil`; see ``compactMap(_:)``.
    ///
    /// - Parameter transform: Called once for each new or changed row, on the main actor.
    /// - Complexity: O(log *n*) and one call for each row that has changed.
    @inlinable
    public consuming func compactMap<Result: AnyObject & Sendable>(
        _ transform: @escaping @MainActor (Row) -> Result?
    ) -> ListUpdates<Result> {
        compactMapped(identity: RowIdentity { ObjectIdentifier($0) }, transform)
    }

    /// The objects that a closure makes of the rows, told apart by their `id`, without `nil`; see ``compactMap(_:)``.
    ///
    /// - Parameter transform: Called once for each new or changed row, on the main actor.
    /// - Complexity: O(log *n*) and one call for each row that has changed.
    @inlinable
    public consuming func compactMap<Result: AnyObject & Identifiable & Sendable>(
        _ transform: @escaping @MainActor (Row) -> Result?
    ) -> ListUpdates<Result> where Result.ID: Sendable {
        compactMapped(identity: RowIdentity { $0.id }, transform)
    }

    @inlinable
    consuming func compactMapped<Result: Sendable>(
        identity: RowIdentity<Result>?, function: StaticString = #function,
        _ transform: @escaping @MainActor (Row) -> Result?
    ) -> ListUpdates<Result> {
        let rowIdentity = self.identity
        return through(identity: identity, function: function) { CompactMapStage(identity: rowIdentity, transform) }
    }
}

/// Keeps what is made of each row, and whether that is `nil`.
@usableFromInline
struct CompactMapStage<Input: Sendable, Output: Sendable>: ListStage {
    @usableFromInline var results: MapStage<Input, Output?>
    @usableFromInline let isPresent = BitTree()
    @usableFromInline var output = TreeArray<Output>()

    @inlinable
    init(identity: RowIdentity<Input>?, _ transform: @escaping @MainActor (Input) -> Output?) {
        results = MapStage(identity: identity, transform)
    }

    @inlinable
    mutating func take(_ rows: TreeArray<Input>) -> Bool {
        let count = results.output.count
        let splices = results.change(to: rows)
        if isRebuildingCheaper(edits: splices.count, rows: count, weight: 4) { return startOver(count) }
        var isChanged = false
        for splice in splices {
            // Earlier changes, in ascending order, are already in place.
            let place = splice.place
            let range = isPresent.rank(place.lowerBound)..<isPresent.rank(place.upperBound)
            var bits = BitVector()
            var new: [Output] = []
            for result in results.output.elements(splice.new) {
                bits.append(result != nil)
                if let result { new.append(result) }
            }
            isPresent.replaceSubrange(place, with: bits)
            // Rows have changed, or only those without a result: the results may be the same.
            if range.count == new.count, zip(output.elements(range), new).allSatisfy({ areIdentical($0, $1) }) {
                continue
            }
            output.replaceSubrange(range, with: new)
            isChanged = true
        }
        return isChanged
    }

    /// Makes the output of all results.
    @inlinable
    mutating func startOver(_ count: Int) -> Bool {
        var bits = BitVector()
        bits.reserveCapacity(results.output.count)
        var new = TreeBuilder<Output>(output.shape)
        var iterator = results.output.makeIterator()
        var (lastBits, lastLength): (UInt64, Int) = (0, 0)
        new.appendLeaves { leaf, filled in
            // By local variables, which are not in memory.
            var (added, word, length) = (0, lastBits, lastLength)
            while added < leaf.count, let result = iterator.next() {
                if let result {
                    leaf.initializeElement(at: added, to: result)
                    added += 1
                    word |= 1 &<< UInt64(length)
                }
                length += 1
                if length < 64 { continue }
                bits.append(word, count: length)
                (word, length) = (0, 0)
            }
            (filled, lastBits, lastLength) = (added, word, length)
        }
        bits.append(lastBits, count: lastLength)
        isPresent.replaceSubrange(0..<count, with: bits)
        let all = TreeArray(new.finish(), output.shape)
        if all.isIdentical(to: output) { return false }
        output = all
        return true
    }
}
