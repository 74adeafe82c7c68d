import Binding

/// What a ``Middleware`` asks for: to send an action, run a stream of actions, cancel one, or several of these in
/// order.
///
/// ```swift
/// return [.cancel(id: Work.timer), .send(.stopped)]
/// ```
///
/// Identifiers are values of any `Hashable` type; two of different types, such as `1` and `1.0`, are different. They
/// are valid within one feature: its middlewares share them, while its parent, its children and the rows of a list each
/// have their own.
public struct Effect<Action: Sendable>: Sendable {
    @usableFromInline
    enum Step: Sendable {
        case send(Action)
        case run(id: (any Hashable & Sendable)?, Observable<Action>)
        case cancel(id: any Hashable & Sendable)
    }

    /// Flat, so that effects that are merged many times over need no deep stack.
    @usableFromInline let steps: [Step]

    private init(_ steps: [Step]) {
        self.steps = steps
    }

    /// Whether there is nothing to do.
    @inlinable
    var isEmpty: Bool { steps.isEmpty }
}

extension Effect {
    /// Nothing.
    public static var none: Effect { Effect([]) }

    /// Sends an action. It is handled after the one that is being handled and those that wait already.
    public static func send(_ action: Action) -> Effect { Effect([.send(action)]) }

    /// Runs a stream of actions under an identifier.
    ///
    /// The stream is subscribed to on the main actor and may send from any thread; its actions are handled on the main
    /// actor in the order in which it sent them. It ends when it completes or fails, when it is cancelled, when another
    /// one is run under the same identifier, and with its feature: when the store is dropped or the child is removed.
    /// After each of the last four, no action of it is handled any more, not even one that was already waiting; this
    /// holds for what it sent before it completed or failed, too. An error is reported after the actions that were sent
    /// before it.
    ///
    /// - Parameters:
    ///   - id: The identifier to cancel it by. A stream that runs under it already is cancelled before this one is
    ///     subscribed to.
    ///   - stream: An observable, driver, signal or the like. An error ends this stream only, and is reported by
    ///     ``Tracer/failures``.
    public static func run(
        id: some Hashable & Sendable, _ stream: some ObservableConvertibleType<Action>
    ) -> Effect {
        Effect([.run(id: id, stream.asObservable())])
    }

    /// Runs a stream of actions until it ends, or its feature does; see ``run(id:_:)``.
    public static func run(_ stream: some ObservableConvertibleType<Action>) -> Effect {
        Effect([.run(id: nil, stream.asObservable())])
    }

    /// Makes an asynchronous call under an identifier, and sends the action that it returns.
    ///
    /// - Parameters:
    ///   - id: The identifier to cancel it by; see ``run(id:_:)``. Cancelling it cancels the task.
    ///   - priority: The priority of the task.
    ///   - operation: The call. What it throws is reported by ``Tracer/failures``.
    public static func run(
        id: some Hashable & Sendable, priority: TaskPriority? = nil,
        _ operation: @escaping @Sendable () async throws -> Action
    ) -> Effect {
        run(id: id, Observable.async(priority: priority, operation))
    }

    /// Makes an asynchronous call and sends the action that it returns; see ``run(id:priority:_:)-(_,_,()->Action)``.
    public static func run(
        priority: TaskPriority? = nil, _ operation: @escaping @Sendable () async throws -> Action
    ) -> Effect {
        run(Observable.async(priority: priority, operation))
    }

    /// Makes an asynchronous call under an identifier that sends any number of actions.
    ///
    /// ```swift
    /// .run(id: "download") { send in
    ///     for try await part in download.parts { send(.received(part)) }
    ///     send(.finished)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - id: The identifier to cancel it by; see ``run(id:_:)``. Cancelling it cancels the task.
    ///   - priority: The priority of the task.
    ///   - operation: The call. It may send from anywhere. What it throws is reported by ``Tracer/failures``.
    public static func run(
        id: some Hashable & Sendable, priority: TaskPriority? = nil,
        _ operation: @escaping @Sendable (_ send: @escaping @Sendable (Action) -> Void) async throws -> Void
    ) -> Effect {
        run(id: id, sending(priority, operation))
    }

    /// Makes an asynchronous call that sends any number of actions; see
    /// ``run(id:priority:_:)-(_,_,((Action)->Void)->Void)``.
    public static func run(
        priority: TaskPriority? = nil,
        _ operation: @escaping @Sendable (_ send: @escaping @Sendable (Action) -> Void) async throws -> Void
    ) -> Effect {
        run(sending(priority, operation))
    }

    /// Cancels what runs under an identifier in the same feature. If nothing does, nothing happens.
    public static func cancel(id: some Hashable & Sendable) -> Effect { Effect([.cancel(id: id)]) }

    /// Several effects, begun in order.
    public static func merge(_ effects: [Effect]) -> Effect { Effect(effects.flatMap(\.steps)) }

    /// Several effects, begun in order.
    public static func merge(_ effects: Effect...) -> Effect { merge(effects) }

    private static func sending(
        _ priority: TaskPriority?,
        _ operation: @escaping @Sendable (_ send: @escaping @Sendable (Action) -> Void) async throws -> Void
    ) -> Observable<Action> {
        .task(priority: priority) { observer in try await operation { observer.onNext($0) } }
    }
}

extension Effect: ExpressibleByArrayLiteral {
    /// Several effects, begun in order: an array literal.
    public init(arrayLiteral effects: Effect...) {
        self = .merge(effects)
    }
}
