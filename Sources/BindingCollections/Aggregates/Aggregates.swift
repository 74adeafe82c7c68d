import Binding

extension ListUpdates {
    /// How many rows there are. Sent when that changes.
    @inlinable
    public var count: Driver<Int> { aggregated { { $0.count } } }

    /// Whether there is no row. Sent when that changes.
    @inlinable
    public var isEmpty: Driver<Bool> { aggregated { { $0.isEmpty } } }

    /// The first row, or `nil`. Sent when that is another row, or another value.
    @inlinable
    public var first: Driver<Row?> { aggregated { { $0.first } } }

    /// The last row, or `nil`. Sent when that is another row, or another value.
    @inlinable
    public var last: Driver<Row?> { aggregated { { $0.last } } }

    /// The rows as an array.
    ///
    /// - Complexity: O(*n*) each time something has changed.
    @inlinable
    public var elements: Driver<[Row]> { rows.map { Array($0) } }

    /// How many rows pass a test. Sent when that changes.
    ///
    /// - Parameter isCounted: Called on the main actor, with each row when it comes and when it goes, and must return
    ///   the same both times.
    /// - Complexity: O(1) for each row that has changed.
    @inlinable
    public consuming func count(where isCounted: @escaping @MainActor (Row) -> Bool) -> Driver<Int> {
        aggregated { Self.tally(isCounted) { $0 } }
    }

    /// Whether a row passes a test. Sent when that changes.
    ///
    /// - Parameter isSought: Called on the main actor, with each row when it comes and when it goes, and must return
    ///   the same both times.
    /// - Complexity: O(1) for each row that has changed.
    @inlinable
    public consuming func contains(where isSought: @escaping @MainActor (Row) -> Bool) -> Driver<Bool> {
        aggregated { Self.tally(isSought) { $0 > 0 } }
    }

    /// Whether all rows pass a test. Sent when that changes.
    ///
    /// - Parameter isFine: Called on the main actor, with each row when it comes and when it goes, and must return the
    ///   same both times.
    /// - Complexity: O(1) for each row that has changed.
    @inlinable
    public consuming func allSatisfy(_ isFine: @escaping @MainActor (Row) -> Bool) -> Driver<Bool> {
        aggregated { Self.tally({ !isFine($0) }) { $0 == 0 } }
    }

    /// A result of all rows: each that comes is added, each that goes is removed, and one that has changed is removed
    /// and added. Sent when it changes, as far as that is known; see ``reduce(into:adding:removing:)``.
    ///
    /// - Parameters:
    ///   - initial: The result without any rows.
    ///   - adding: Returns the result with one more row; called on the main actor.
    ///   - removing: Returns the result without a row that was added; called on the main actor.
    /// - Complexity: O(1) for each row that has changed.
    @inlinable
    public consuming func reduce<Result: Sendable>(
        _ initial: Result, adding: @escaping @MainActor (Result, Row) -> Result,
        removing: @escaping @MainActor (Result, Row) -> Result
    ) -> Driver<Result> {
        reduce(into: initial, adding: { $0 = adding($0, $1) }, removing: { $0 = removing($0, $1) })
    }

    /// A result of all rows, changed in place.
    ///
    /// Removing must undo adding, and the order of the rows must not matter: they come in any order. If it does, or if
    /// nothing can be removed, use ``elements``.
    ///
    /// ```swift
    /// let balance = entries.updates().reduce(into: Balance(), adding: { $0.book($1) }, removing: { $0.cancel($1) })
    /// ```
    ///
    /// - Parameters:
    ///   - initial: The result without any rows.
    ///   - adding: Adds one more row to the result; called on the main actor.
    ///   - removing: Removes a row that was added from the result; called on the main actor.
    /// - Returns: The results. A result that equals the one before or, if they cannot be compared, is the same to the
    ///   bit, is not sent.
    /// - Complexity: O(1) for each row that has changed.
    @inlinable
    public consuming func reduce<Result: Sendable>(
        into initial: Result, adding: @escaping @MainActor (inout Result, Row) -> Void,
        removing: @escaping @MainActor (inout Result, Row) -> Void
    ) -> Driver<Result> {
        aggregated { Self.reduction(initial, adding: adding, removing: removing) }
    }

    /// Calls closures with each row that is there no more, and with each that has come: one that has changed is both.
    @MainActor @inlinable
    static func forEachChange(
        from old: TreeArray<Row>, to new: TreeArray<Row>, gone: (Row) -> Void, come: (Row) -> Void
    ) {
        var (former, current) = (TreeReader(old), TreeReader(new))
        for splice in new.exactSplices(from: old) {
            former.forEach(in: splice.old) { $0.pass(to: gone) }
            current.forEach(in: splice.new) { $0.pass(to: come) }
        }
    }

    /// A function of the rows that takes in what has changed since it was called last.
    @MainActor @inlinable
    static func reduction<Result>(
        _ initial: Result, adding: @escaping @MainActor (inout Result, Row) -> Void,
        removing: @escaping @MainActor (inout Result, Row) -> Void
    ) -> @MainActor (TreeArray<Row>) -> Result {
        var input = TreeArray<Row>()
        var result = initial
        return { rows in
            forEachChange(from: input, to: rows, gone: { removing(&result, $0) }, come: { adding(&result, $0) })
            input = rows
            return result
        }
    }

    /// A function of the rows, made anew for each subscription, as a driver that sends when its result changes.
    @inlinable
    consuming func aggregated<Result: Sendable>(
        function: StaticString = #function,
        _ make: @escaping @MainActor () -> (@MainActor (TreeArray<Row>) -> Result)
    ) -> Driver<Result> {
        let equality = PartEquality(Result.self)
        return Driver.stage(of: &list, function: function) {
            let function = make()
            var last: Result?
            return { rows in
                let result = function(rows)
                if let last, areSame(last, result, by: equality) { return nil }
                last = result
                return result
            }
        }
    }

    /// A function of the rows that keeps what it needs to be cheap when it is called again: the total of the values that a closure
    /// makes of them, by another one that combines two neighbors. Nothing is ever taken out of a total, so that it needs no
    /// inverse: the minimum will do.
    ///
    /// Always inlined, so that it has the closures in the loop over a leaf.
    @MainActor @inlinable @inline(__always)
    static func total<Value>(
        of value: @escaping @MainActor (UnsafePointer<Row>) -> Value,
        _ combine: @escaping @MainActor (Value, Value) -> Value
    ) -> @MainActor (TreeArray<Row>) -> Value? {
        var totals = TreeFold<Row, Value>(
            leaf: MainActorDispatcher.unchecked { rows in
                let first = rows.baseAddress.unsafelyUnwrapped
                var total = value(first)
                for place in 1..<rows.count { total = combine(total, value(first + place)) }
                return total
            },
            branch: MainActorDispatcher.unchecked { children in
                var total = children[0].result
                for child in children.dropFirst() { total = combine(total, child.result) }
                return total
            })
        return { totals.result(of: $0) }
    }

    @MainActor @inlinable
    static func tally<Result>(
        _ isCounted: @escaping @MainActor (Row) -> Bool, _ result: @escaping @MainActor (Int) -> Result
    ) -> @MainActor (TreeArray<Row>) -> Result {
        var input = TreeArray<Row>()
        var count = 0
        return { rows in
            forEachChange(
                from: input, to: rows, gone: { if isCounted($0) { count -= 1 } },
                come: { if isCounted($0) { count += 1 } })
            input = rows
            return result(count)
        }
    }
}

extension ListUpdates where Row: Identifiable, Row.ID: Sendable {
    /// Whether there is a row with an identity. Sent when that changes.
    ///
    /// - Complexity: O(1) for each row that has changed.
    @inlinable
    public consuming func contains(id: Row.ID) -> Driver<Bool> { contains { $0.id == id } }
}
