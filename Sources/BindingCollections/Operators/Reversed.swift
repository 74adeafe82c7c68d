import Binding

extension ListUpdates {
    /// The rows, the last one first.
    ///
    /// - Complexity: O(log *n*) for each row that has changed.
    @inlinable
    public consuming func reversed() -> ListUpdates { through { ReversedStage() } }
}

@MainActor @usableFromInline
struct ReversedStage<Row: Sendable>: ListStage {
    @usableFromInline var input = TreeArray<Row>()
    @usableFromInline var output = TreeArray<Row>()

    @inlinable
    init() {}

    @inlinable
    mutating func take(_ rows: TreeArray<Row>) -> Bool {
        let splices = rows.splices(from: input)
        if isRebuildingCheaper(edits: splices.count, rows: rows.count) {
            input = rows
            output = TreeArray(rows.reversed())
            return true
        }
        // In ascending order of the output, so that earlier changes are in place.
        for splice in splices.reversed() {
            let place = rows.count - splice.new.upperBound
            output.replaceSubrange(place..<(place + splice.old.count), with: rows.elements(splice.new).reversed())
        }
        input = rows
        return !splices.isEmpty
    }
}
