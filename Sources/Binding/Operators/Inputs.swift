// Subscriptions of operators with several inputs: each is a child of the operator's own, and can end before it.

extension Observable {
    /// Subscribes to an input of any type.
    static func attach<Value>(
        _ source: Observable<Value>, isMainActor: Bool, _ lifetime: Lifetime, function: StaticString = #function,
        next: @escaping @Sendable (Value) -> Void, stop: @escaping @Sendable (Termination) -> Void
    ) {
        let input = lifetime.child()
        let inputLifetime = input.lifetime
        let sink = Sink<Value>(
            isMainActor: isMainActor, next: next,
            stop: { termination in
                stop(termination)
                inputLifetime.end()
            })
        source.attach(sink, input, function: function)
    }

    /// Subscribes a sink to this sequence as one of several in succession: `after` is called when this one has been
    /// released.
    func attach(
        _ down: Sink<Element>, under lifetime: Lifetime, function: StaticString = #function,
        after: @escaping @Sendable (Termination) -> Void
    ) {
        let input = lifetime.child()
        let inputLifetime = input.lifetime
        let sink = Sink<Element>(
            isMainActor: down.isMainActor, next: down.next,
            stop: { termination in
                inputLifetime.end()
                after(termination)
            })
        attach(sink, input, function: function)
    }

    /// Runs an action at the first value of another sequence, whose error is passed on and whose completion is not.
    static func attachTrigger<Trigger>(
        _ trigger: Observable<Trigger>, to output: Broadcaster<Element>, _ isMainActor: Bool, _ lifetime: Lifetime,
        function: StaticString = #function, _ action: @escaping @Sendable () -> Void
    ) {
        let input = lifetime.child()
        let inputLifetime = input.lifetime
        let sink = Sink<Trigger>(
            isMainActor: isMainActor,
            next: { _ in
                action()
                inputLifetime.end()
            },
            stop: { termination in
                if case .error = termination { output.stop(termination) }
                inputLifetime.end()
            })
        trigger.attach(sink, input, function: function)
    }
}
