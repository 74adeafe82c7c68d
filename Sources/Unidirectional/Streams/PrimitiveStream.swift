import Binding

/// A stream that is its own logic: an input that can only be written, and an output that can only be read.
///
/// ```swift
/// final class GreetingStream: UnioStream<GreetingStream> {
///     typealias State = NoState
///     typealias Extra = NoExtra
///
///     struct Input: InputType {
///         let name = PublishRelay<String>()
///     }
///
///     struct Output: OutputType {
///         let greeting: Observable<String>
///     }
///
///     convenience init() {
///         self.init(input: Input())
///     }
///
///     static func bind(
///         from dependency: Dependency<Input, State, Extra>, disposeBag: DisposeBag
///     ) -> Output {
///         Output(greeting: dependency.inputObservables.name.map { "Hello, \($0)!" })
///     }
/// }
/// ```
///
/// The name stands for "unidirectional input/output stream"; it is Unio's. A stream is not isolated to an actor. One
/// that belongs to the main actor marks `bind` as `nonisolated` or, if `bind` itself needs the main actor, writes
/// `@MainActor final class S: PrimitiveStream<S>, @MainActor LogicType`.
public typealias UnioStream<Logic: LogicType> = PrimitiveStream<Logic> & LogicType

/// An input, an output, and the logic between them: the base class of a ``UnioStream``.
///
/// The logic may be a type of its own. What it puts into its bag ends when the stream is released.
open class PrimitiveStream<Logic: LogicType> {
    /// The input, which can only be sent to.
    public let input: InputWrapper<Logic.Input>

    /// The output, which can only be observed and read.
    public let output: OutputWrapper<Logic.Output>

    private let disposeBag = DisposeBag()

    /// Held because what the logic was given need not keep itself alive: another stream's input and output do not hold
    /// that stream, whose bindings end when it is released.
    private let dependency: Dependency<Logic.Input, Logic.State, Logic.Extra>

    /// A stream whose logic is bound once, here.
    ///
    /// - Parameters:
    ///   - input: The relays and subjects that take what is sent.
    ///   - state: The state of the stream. It lives as long as the stream, as in Unio.
    ///   - extra: What else it needs. It lives as long as the stream, as in Unio.
    public init(input: Logic.Input, state: Logic.State, extra: Logic.Extra) {
        self.input = InputWrapper(input)
        dependency = Dependency(input: input, state: state, extra: extra)
        output = OutputWrapper(Logic.bind(from: dependency, disposeBag: disposeBag))
    }
}

extension PrimitiveStream where Logic.State == NoState {
    /// A stream without a state.
    public convenience init(input: Logic.Input, extra: Logic.Extra) {
        self.init(input: input, state: NoState(), extra: extra)
    }
}

extension PrimitiveStream where Logic.Extra == NoExtra {
    /// A stream that needs nothing else.
    public convenience init(input: Logic.Input, state: Logic.State) {
        self.init(input: input, state: state, extra: NoExtra())
    }
}

extension PrimitiveStream where Logic.State == NoState, Logic.Extra == NoExtra {
    /// A stream without a state, which needs nothing else.
    public convenience init(input: Logic.Input) {
        self.init(input: input, state: NoState(), extra: NoExtra())
    }
}

extension PrimitiveStream: UnioStreamType {}

/// A stream with nothing but an input and an output: any ``PrimitiveStream``, or a stand-in for one in a test.
///
/// ```swift
/// let input = SearchStream.Input()
/// let found = BehaviorRelay<[String]>(value: [])
/// let stream = AnyUnioStream(input: input, output: SearchStream.Output(items: found))
/// // The test observes what is sent to `input`, and sends on `found`.
/// ```
public final class AnyUnioStream<Input: InputType, Output: OutputType>: UnioStreamType {
    /// The input, which can only be sent to.
    public let input: InputWrapper<Input>

    /// The output, which can only be observed and read.
    public let output: OutputWrapper<Output>

    private let stream: AnyObject?

    /// Hides the logic of a stream, and keeps the stream alive.
    public init<Logic>(_ stream: PrimitiveStream<Logic>) where Logic.Input == Input, Logic.Output == Output {
        input = stream.input
        output = stream.output
        self.stream = stream
    }

    /// Hides everything else about a stream, or about a stand-in of your own, and keeps it alive.
    @_disfavoredOverload
    public init<Stream: UnioStreamType>(_ stream: Stream) where Stream.Input == Input, Stream.Output == Output {
        input = stream.input
        output = stream.output
        self.stream = stream
    }

    /// A stream without a logic: the code that holds the parts binds them.
    public init(input: Input, output: Output) {
        self.input = InputWrapper(input)
        self.output = OutputWrapper(output)
        stream = nil
    }
}
