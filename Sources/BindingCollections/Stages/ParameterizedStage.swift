import Binding

extension ListUpdates {
    /// The rows that a stage makes from these and the latest value of a driver, once there is one.
    ///
    /// - Parameters:
    ///   - parameters: What the stage depends on.
    ///   - identity: How rows of the result are identified.
    ///   - make: Makes the stage from the first value.
    ///   - adapt: Has the stage take in a new value, given the previous one, and returns whether its output has
    ///     changed.
    @inlinable
    package func through<Parameter: Sendable, Stage: ListStage>(
        _ parameters: Driver<Parameter>, identity: RowIdentity<Stage.Output>?,
        make: @escaping @MainActor (Parameter) -> Stage,
        adapt: @escaping @MainActor (inout Stage, Parameter, Parameter) -> Bool
    ) -> ListUpdates<Stage.Output> where Stage.Input == Row {
        let inputs = Driver<StageInput<Row, Parameter>>.merge([
            parameters.map { .parameter($0) }, rows.map { .rows($0) },
        ])
        return ListUpdates<Stage.Output>(
            inputs.stage {
                var stage = ParameterizedStage(make: make, adapt: adapt)
                return { input in stage.take(input) ? stage.output : nil }
            }, identity: identity)
    }
}

/// The input of a stage that depends on more than the rows.
@usableFromInline
enum StageInput<Row: Sendable, Parameter: Sendable>: Sendable {
    case rows(TreeArray<Row>)
    case parameter(Parameter)
}

/// A stage that depends on a parameter, and waits until there are both rows and a parameter.
@MainActor @usableFromInline
struct ParameterizedStage<Stage: ListStage, Parameter: Sendable> {
    @usableFromInline let make: @MainActor (Parameter) -> Stage
    @usableFromInline let adapt: @MainActor (inout Stage, Parameter, Parameter) -> Bool
    @usableFromInline var running: (stage: Stage, parameter: Parameter)?
    /// The rows that came before there was a parameter.
    @usableFromInline var waiting: TreeArray<Stage.Input>?
    @usableFromInline var hasOutput = false

    @inlinable
    init(
        make: @escaping @MainActor (Parameter) -> Stage,
        adapt: @escaping @MainActor (inout Stage, Parameter, Parameter) -> Bool
    ) {
        self.make = make
        self.adapt = adapt
    }

    @inlinable
    var output: TreeArray<Stage.Output>? { running?.stage.output }

    /// - Returns: Whether there is an output to send.
    @inlinable
    mutating func take(_ input: StageInput<Stage.Input, Parameter>) -> Bool {
        switch input {
        case .rows(let rows): take(rows)
        case .parameter(let parameter): take(parameter)
        }
    }

    @inlinable
    mutating func take(_ rows: TreeArray<Stage.Input>) -> Bool {
        guard let isChanged = running?.stage.take(rows) else {
            waiting = rows
            return false
        }
        defer { hasOutput = true }
        return isChanged || !hasOutput
    }

    @inlinable
    mutating func take(_ parameter: Parameter) -> Bool {
        guard var current = running else {
            running = (make(parameter), parameter)
            guard let rows = waiting else { return false }
            waiting = nil
            return take(rows)
        }
        // Held only once, so that the stage changes in place.
        running = nil
        let isChanged = adapt(&current.stage, current.parameter, parameter)
        running = (current.stage, parameter)
        return isChanged && hasOutput
    }
}
