import Binding

extension ListUpdates {
    /// The rows that a closure makes of these: one for each, made once and kept for as long as its row stays as it is.
    @inlinable
    public func map<Result: Sendable>(_ transform: @escaping @MainActor (Row) -> Result) -> ListUpdates<Result> {
        through(identity: nil) { MapStage(transform) }
    }
}

@MainActor @usableFromInline
struct MapStage<Input: Sendable, Output: Sendable>: ListStage {
    @usableFromInline let transform: @MainActor (Input) -> Output
    @usableFromInline var input = TreeArray<Input>()
    @usableFromInline var output = TreeArray<Output>()

    @inlinable
    init(_ transform: @escaping @MainActor (Input) -> Output) {
        self.transform = transform
    }

    @inlinable
    mutating func take(_ rows: TreeArray<Input>) -> Bool {
        let splices = rows.splices(from: input)
        // What was changed before, in ascending order, is in place.
        for splice in splices {
            let place = splice.new.lowerBound
            output.replaceSubrange(place..<(place + splice.old.count), with: rows[splice.new].map(transform))
        }
        input = rows
        return !splices.isEmpty
    }
}
