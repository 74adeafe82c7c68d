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
        identity: RowIdentity<Result>?, _ transform: @escaping @MainActor (Row) -> Result?
    ) -> ListUpdates<Result> {
        let rowIdentity = self.identity
        return through(identity: identity) { CompactMapStage(identity: rowIdentity, transform) }
    }
}

/// Keeps what is made of each row, and whether that is `nil`.
@MainActor @usableFromInline
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
        let before = results.output
        let changes = results.change(to: rows)
        var (former, current) = (TreeReader(before), TreeReader(results.output))
        let splices = changes.filter { splice in
            splice.old.count != splice.new.count
                || zip(splice.old, splice.new).contains {
                    !areIdentical(at: former.address(of: $0), current.address(of: $1))
                }
        }
        var isChanged = false
        if isRebuildingCheaper(edits: splices.count, rows: before.count) {
            return startOver(splices, before.count)
        }
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
            if range.isEmpty && new.isEmpty { continue }
            output.replaceSubrange(range, with: new)
            isChanged = true
        }
        return isChanged
    }

    /// Makes the output of all results, unless only `nil` has come and gone.
    @inlinable
    mutating func startOver(_ splices: [ListSplice], _ count: Int) -> Bool {
        let isChanged = splices.contains { splice in
            isPresent.rank(splice.old.lowerBound) < isPresent.rank(splice.old.upperBound)
                || results.output.elements(splice.new).contains { $0 != nil }
        }
        var bits = BitVector()
        var new: [Output] = []
        for result in results.output {
            bits.append(result != nil)
            if let result { new.append(result) }
        }
        isPresent.replaceSubrange(0..<count, with: bits)
        if isChanged { output = TreeArray(new) }
        return isChanged
    }
}
