import Binding

extension ListUpdates {
    /// The first rows.
    ///
    /// - Parameter maxLength: How many there are at most. Must not be negative.
    /// - Complexity: O(log *n*), and the time of what changes among the first rows.
    @inlinable
    public consuming func prefix(_ maxLength: Int) -> ListUpdates {
        precondition(maxLength >= 0, "A list cannot have a prefix of \(maxLength) rows")
        return window { 0..<Swift.min(maxLength, $0) }
    }

    /// The last rows.
    ///
    /// - Parameter maxLength: How many there are at most. Must not be negative.
    /// - Complexity: O(log *n*), and the time of what changes among the last rows.
    @inlinable
    public consuming func suffix(_ maxLength: Int) -> ListUpdates {
        precondition(maxLength >= 0, "A list cannot have a suffix of \(maxLength) rows")
        return window { Swift.max(0, $0 - maxLength)..<$0 }
    }

    /// The rows without the first ones.
    ///
    /// - Parameter count: How many are left out. Must not be negative.
    /// - Complexity: O(log *n*), and the time of what changes among the others.
    @inlinable
    public consuming func dropFirst(_ count: Int = 1) -> ListUpdates {
        precondition(count >= 0, "A list cannot be without its first \(count) rows")
        return window { Swift.min(count, $0)..<$0 }
    }

    /// The rows without the last ones.
    ///
    /// - Parameter count: How many are left out. Must not be negative.
    /// - Complexity: O(log *n*), and the time of what changes among the others.
    @inlinable
    public consuming func dropLast(_ count: Int = 1) -> ListUpdates {
        precondition(count >= 0, "A list cannot be without its last \(count) rows")
        return window { 0..<Swift.max(0, $0 - count) }
    }

    /// The first rows, as many as a driver says: DynamicData's `Top`, for example to be extended by "show more".
    ///
    /// - Parameter maxLength: How many there are at most. A negative number counts as zero.
    /// - Complexity: O(log *n*), and the time of what changes among the first rows.
    @inlinable
    public func prefix(_ maxLength: Driver<Int>) -> ListUpdates {
        window(maxLength) { 0..<Swift.min($0, Swift.max(0, $1)) }
    }

    /// The last rows, as many as a driver says.
    ///
    /// - Parameter maxLength: How many there are at most. A negative number counts as zero.
    /// - Complexity: O(log *n*), and the time of what changes among the last rows.
    @inlinable
    public func suffix(_ maxLength: Driver<Int>) -> ListUpdates {
        window(maxLength) { Swift.max(0, $0 - Swift.max(0, $1))..<$0 }
    }

    /// The rows of a range that a driver gives, such as what a scrolling control can show: DynamicData's `Virtualise`.
    ///
    /// What is not in the list is left out: of 10 rows, the window `8..<12` shows two, and `20..<30` none.
    ///
    /// - Parameter range: The range of the rows.
    /// - Complexity: O(log *n*), and the time of what changes in the window.
    @inlinable
    public func window(_ range: Driver<Range<Int>>) -> ListUpdates {
        window(range) { count, range in range.clamped(to: 0..<count) }
    }

    /// The rows of a range that depends on how many there are.
    @inlinable
    consuming func window(
        function: StaticString = #function, _ range: @escaping @MainActor (Int) -> Range<Int>
    ) -> ListUpdates {
        through(function: function) { WindowStage(range) }
    }

    /// The rows of a range that depends on how many there are, and on the latest value of a driver.
    @inlinable
    func window<Value: Sendable>(
        _ values: Driver<Value>, function: StaticString = #function,
        _ range: @escaping @MainActor (Int, Value) -> Range<Int>
    ) -> ListUpdates {
        combined(with: values, identity: identity, function: function) {
            var run = StageRun(WindowStage<Row> { _ in 0..<0 })
            return { rows, value in
                run.stage.range = MainActorDispatcher.unchecked { range($0, value) }
                return run.take(rows)
            }
        }
    }
}

@usableFromInline
struct WindowStage<Row: Sendable>: ListStage {
    /// The range of the rows, of a number of them.
    @usableFromInline var range: @Sendable (Int) -> Range<Int>
    @usableFromInline var output = TreeArray<Row>()

    @inlinable
    init(_ range: @escaping @MainActor (Int) -> Range<Int>) {
        self.range = MainActorDispatcher.unchecked(range)
    }

    @inlinable
    mutating func take(_ rows: TreeArray<Row>) -> Bool {
        let before = output
        output = rows.subtree(range(rows.count))
        return !output.splices(from: before).isEmpty
    }
}
