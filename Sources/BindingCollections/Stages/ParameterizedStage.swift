import Binding

extension ListUpdates {
    /// The rows that a stage makes from these and the latest value of a driver, once there is one: of each change, the
    /// rows and the value that there are at its end.
    ///
    /// - Parameters:
    ///   - parameters: What the stage depends on.
    ///   - identity: How rows of the result are identified.
    ///   - make: Makes the stage from the first value.
    ///   - adapt: Has the stage take in a new value, given the previous one, and the rows that there are with it; returns
    ///     whether its output has changed.
    @inlinable
    package func through<Parameter: Sendable, Stage: ListStage>(
        _ parameters: Driver<Parameter>, identity: RowIdentity<Stage.Output>?,
        make: @escaping @MainActor (Parameter) -> Stage,
        adapt: @escaping @MainActor (inout Stage, Parameter, Parameter, TreeArray<Row>) -> Bool
    ) -> ListUpdates<Stage.Output> where Stage.Input == Row {
        let numbered = parameters.stage {
            var number = 0
            return { value in
                number += 1
                return Numbered(value: value, number: number)
            }
        }
        return combined(with: numbered, identity: identity) {
            var running: (run: StageRun<Stage>, parameter: Numbered<Parameter>)?
            return { rows, parameter in
                guard let former = running?.parameter else {
                    var run = StageRun(make(parameter.value))
                    let isChanged = run.stage.take(rows)
                    let output = run.output(ifChanged: isChanged)
                    running = (run, parameter)
                    return output
                }
                if former.number == parameter.number {
                    return running!.run.output(ifChanged: running!.run.stage.take(rows))
                }
                running!.parameter = parameter
                return running!.run.output(
                    ifChanged: adapt(&running!.run.stage, former.value, parameter.value, rows))
            }
        }
    }
}

/// A value that can be told from an equal one that came before.
@usableFromInline
struct Numbered<Value: Sendable>: Sendable {
    @usableFromInline let value: Value
    @usableFromInline let number: Int

    @inlinable
    init(value: Value, number: Int) {
        self.value = value
        self.number = number
    }
}
