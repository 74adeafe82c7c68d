/// The input of a stream: relays, subjects and observers, as properties.
///
/// ```swift
/// struct Input: InputType {
///     let searchText = PublishRelay<String?>()
///     let buttonTap = PublishSubject<Void>()
/// }
/// ```
///
/// From outside, through an ``InputWrapper``, they can only be sent to; the stream's logic observes them through
/// ``Dependency/inputObservables``. As in Unio.
public protocol InputType {}

/// An input with properties that can be bound two ways.
///
/// A property that is a `@Mutable`, or a `BehaviorRelay`, can also be read from outside, and be bound to a control two
/// ways; the rest is as in an ``InputType``. As in Ricemill.
///
/// ```swift
/// struct Input: BindableInputType {
///     let increment = PublishRelay<Void>()
///     @Mutable var isOn = false
/// }
/// stream.input.isOn <=> toggle.rx.isOn
/// ```
public protocol BindableInputType: InputType {}

/// The output of a stream: relays, subjects, observables, drivers, signals and ``Computed`` values, as properties.
///
/// From outside, through an ``OutputWrapper``, they can only be observed and read. As in Unio.
public protocol OutputType {}

/// An output whose properties are values: what `@Bindable` and `@Mutable` hold.
///
/// If a stream's state is its output, declare `typealias Output = State` with a state of this kind. As in Ricemill.
///
/// ```swift
/// struct State: StateType, StoredOutputType {
///     @Bindable var count = 0
/// }
/// stream.output.count   // the value
/// stream.output.$count  // its driver
/// ```
public protocol StoredOutputType: OutputType {}

/// The state of a stream, visible only inside it.
public protocol StateType {}

/// What else a stream needs: services, other streams.
public protocol ExtraType {}

/// A type with an input that can only be written and an output that can only be read: every ``PrimitiveStream``, and a
/// stand-in of your own in a test, which ``AnyUnioStream`` takes. As in Unio.
public protocol UnioStreamType<Input, Output>: AnyObject {
    /// The type of the input.
    associatedtype Input: InputType
    /// The type of the output.
    associatedtype Output: OutputType

    /// The input, which can only be sent to.
    var input: InputWrapper<Input> { get }

    /// The output, which can only be observed and read.
    var output: OutputWrapper<Output> { get }
}

/// No state.
public struct NoState: StateType, Sendable {
    /// No state.
    public init() {}
}

/// Nothing else.
public struct NoExtra: ExtraType, Sendable {
    /// Nothing else.
    public init() {}
}
