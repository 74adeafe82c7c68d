import Binding

extension ListUpdates {
    /// The rows that a stage makes from these and the latest value of a driver, once there is one: of each change, the
    /// rows and the value that there are at its end.
    ///
    /// - Parameters:
    ///   - parameters: What the stage depends on.
    ///   - identity: How rows of the result are identified.
    ///   - function: The operator, for an inspector.
    ///   - make: Makes the stage from the first value.
    ///   - adapt: Has the stage take in a new value, given the previous one, and the rows that there are with it; returns
    ///     whether its output has changed.
    @inlinable
    package func through<Parameter: Sendable, Stage: ListStage>(
        _ parameters: Driver<Parameter>, identity: RowIdentity<Stage.Output>?, function: StaticString = #function,
        make: @escaping @MainActor (Parameter) -> Stage,
        adapt: @escaping @MainActor (inout Stage, Parameter, Parameter, TreeArray<Row>) -> Bool
    ) -> ListUpdates<Stage.Output> where Stage.Input == Row {
        combined(with: Numbered.sequence(of: parameters), identity: identity, function: function) {
            var run: StageRun<Stage>?
            var former: Numbered<Parameter>?
            return { rows, parameter in
                defer { former = parameter }
                guard let former else {
                    run = StageRun(make(parameter.value))
                    return run!.take(rows)
                }
                if former.number == parameter.number { return run!.take(rows) }
                return run!.output(ifChanged: adapt(&run!.stage, former.value, parameter.value, rows))
            }
        }
    }
}

/// A value with its number, by which it is known whether there is another one.
@usableFromInline
struct Numbered<Value: Sendable>: Sendable, InspectableValue {
    @usableFromInline let number: Int
    @usableFromInline let value: Value

    package var inspected: Any { value }

    @inlinable
    init(_ number: Int, _ value: Value) {
        self.number = number
        self.value = value
    }

    /// The values of a driver, which an inspector sees as they are.
    @inlinable
    static func sequence(of values: Driver<Value>) -> Driver<Numbered> {
        values.stage(function: "attach(_:)") {
            var count = 0
            return { value in
                defer { count += 1 }
                return Numbered(count, value)
            }
        }
    }
}
