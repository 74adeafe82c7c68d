import Binding

/// How a stream makes its output from its input.
public protocol LogicType {
    /// The type of the input.
    associatedtype Input: InputType
    /// The type of the output.
    associatedtype Output: OutputType
    /// The type of the state; ``NoState`` if there is none.
    associatedtype State: StateType
    /// The type of what else the stream needs; ``NoExtra`` if there is nothing.
    associatedtype Extra: ExtraType

    /// Connects the input with the state and makes the output. Called once, when the stream is made.
    ///
    /// - Parameters:
    ///   - dependency: The input, the state, and what else the logic works with.
    ///   - disposeBag: Takes the bindings: it lives as long as the stream.
    static func bind(from dependency: Dependency<Input, State, Extra>, disposeBag: DisposeBag) -> Output
}

/// The input, the state, and what else a stream's logic works with.
public final class Dependency<Input: InputType, State: StateType, Extra: ExtraType> {
    /// The state of the stream.
    public let state: State

    /// What else the stream needs.
    public let extra: Extra

    /// The input, to be observed: `dependency.inputObservables.searchText` is an `Observable`.
    public let inputObservables: ReadOnly<Input>

    init(input: Input, state: State, extra: Extra) {
        self.state = state
        self.extra = extra
        inputObservables = ReadOnly(input)
    }
}

extension Dependency: Sendable where Input: Sendable, State: Sendable, Extra: Sendable {}
