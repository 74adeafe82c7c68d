import Binding

/// What makes one list from another, change by change.
///
/// It belongs to one subscription and keeps what it needs of the rows that it has seen. It is called on the main actor, and
/// yet not isolated to it, nor are the user's closures in it: a closure that is would ask at each call that the standard library
/// makes, row by row, whether it runs there.
@usableFromInline
package protocol ListStage<Input, Output> {
    associatedtype Input: Sendable
    associatedtype Output: Sendable

    /// What it has made from the rows so far.
    var output: TreeArray<Output> { get }

    /// Takes in the current rows.
    ///
    /// - Returns: Whether the output has changed.
    mutating func take(_ rows: TreeArray<Input>) -> Bool
}

extension ListUpdates {
    /// The rows that a stage makes from these.
    ///
    /// - Parameter function: The operator, for an inspector.
    @inlinable
    package consuming func through<Stage: ListStage>(
        identity: RowIdentity<Stage.Output>?, function: StaticString = #function,
        _ make: @escaping @MainActor () -> Stage
    ) -> ListUpdates<Stage.Output> where Stage.Input == Row {
        ListUpdates<Stage.Output>(
            Driver.stage(of: &list, function: function) {
                var run = StageRun(make())
                return { rows in run.take(rows) }
            }, identity: identity)
    }

    /// The rows that a stage makes from these, told apart as these are.
    @inlinable
    consuming func through<Stage: ListStage>(
        function: StaticString = #function, _ make: @escaping @MainActor () -> Stage
    ) -> ListUpdates
    where Stage.Input == Row, Stage.Output == Row {
        let identity = identity
        return through(identity: identity, function: function, make)
    }
}

/// A stage at work: what it makes of the first input is sent in any case, and after that only what has changed.
@usableFromInline
struct StageRun<Stage: ListStage> {
    @usableFromInline var stage: Stage
    @usableFromInline var hasOutput = false

    @inlinable
    init(_ stage: Stage) {
        self.stage = stage
    }

    /// Takes in the current rows.
    ///
    /// - Returns: The stage's output, if there is reason to send it.
    @inlinable
    mutating func take(_ rows: TreeArray<Stage.Input>) -> TreeArray<Stage.Output>? {
        output(ifChanged: stage.take(rows))
    }

    /// The stage's output, if there is reason to send it.
    @inlinable
    mutating func output(ifChanged isChanged: Bool) -> TreeArray<Stage.Output>? {
        guard isChanged || !hasOutput else { return nil }
        hasOutput = true
        return stage.output
    }
}

/// Whether a stage should make its output anew instead of editing it in some places. An edited output shares its nodes
/// with the previous one, so that observers find the changes faster: measurements show that this pays up to an eighth
/// of the rows.
///
/// - Parameter weight: How many times as long as usual an edit takes, or how many times as fast it is to start over.
@inlinable
func isRebuildingCheaper(edits: Int, rows: Int, weight: Int = 1) -> Bool { edits > 16 && edits * weight > rows / 8 }
