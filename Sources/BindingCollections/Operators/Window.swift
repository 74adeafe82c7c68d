import Binding

extension ListUpdates {
    /// The first rows.
    ///
    /// - Parameter maxLength: How many there are at most. Must not be negative.
    /// - Complexity: O(log *n*), and the time of what changes among the first rows.
    @inlinable
    public func prefix(_ maxLength: Int) -> ListUpdates {
        precondition(maxLength >= 0, "A list cannot have a prefix of \(maxLength) rows")
        return through(identity: identity) { WindowStage(range: 0..<maxLength) }
    }

    /// The first rows, as many as a driver says: DynamicData's `Top`, for example to be extended by "show more".
    ///
    /// - Parameter maxLength: How many there are at most. A negative number counts as zero.
    /// - Complexity: O(log *n*), and the time of what changes among the first rows.
    @inlinable
    public func prefix(_ maxLength: Driver<Int>) -> ListUpdates {
        window(maxLength.mapCompactly { 0..<Swift.max(0, $0) })
    }

    /// The rows of a range that a driver gives, such as what a scrolling control can show: DynamicData's `Virtualise`.
    ///
    /// What is not in the list is left out: of 10 rows, the window `8..<12` shows two, and `20..<30` none.
    ///
    /// - Parameter range: The range of the rows.
    /// - Complexity: O(log *n*), and the time of what changes in the window.
    @inlinable
    public func window(_ range: Driver<Range<Int>>) -> ListUpdates {
        combined(with: range, identity: identity) {
            var run = StageRun(WindowStage<Row>(range: 0..<0))
            return { rows, range in
                run.stage.range = range
                return run.output(ifChanged: run.stage.take(rows))
            }
        }
    }
}

@MainActor @usableFromInline
struct WindowStage<Row: Sendable>: ListStage {
    @usableFromInline var range: Range<Int>
    @usableFromInline var output = TreeArray<Row>()

    @inlinable
    init(range: Range<Int>) {
        self.range = range
    }

    @inlinable
    mutating func take(_ rows: TreeArray<Row>) -> Bool {
        let before = output
        output = rows.subtree(range.clamped(to: 0..<rows.count))
        return !output.splices(from: before).isEmpty
    }
}
