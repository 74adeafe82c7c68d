// Stages with a state of their own, for the other modules of this package.

extension SharedSequence {
    /// What a function makes of each value, which is made anew for each subscription upstream and so may keep what it likes
    /// until that ends. The result is shared as that of ``map(_:)`` is.
    ///
    /// - Parameter make: Makes the function, on the main actor, when the first value comes. Where that returns `nil`, nothing
    ///   is sent.
    @inlinable
    package consuming func stage<Result: Sendable>(
        _ make: @escaping @MainActor () -> (@MainActor (Element) -> Result?)
    ) -> SharedSequence<Sharing, Result> {
        .init(sharing: Self.staged(sourceOfOperator(), make))
    }

    /// What a function makes of each value, which is made anew for each observer: unlike ``stage(_:)``, nothing is shared.
    @inlinable
    package consuming func stageOfEachObserver<Result: Sendable>(
        _ make: @escaping @MainActor () -> (@MainActor (Element) -> Result?)
    ) -> SharedSequence<Sharing, Result> {
        .init(direct: Self.staged(source, make))
    }

    @inlinable
    static func staged<Result: Sendable>(
        _ source: Observable<Element>, _ make: @escaping @MainActor () -> (@MainActor (Element) -> Result?)
    ) -> Observable<Result> {
        let make = MainActorDispatcher.unchecked(make)
        return Observable<Result>(servesMainActor: true) { down, subscription in
            let lifetime = subscription.lifetime
            let function = SubscriptionLocal<(@Sendable (Element) -> Result?)?>(nil)
            let sink = down.onMainActor.receiving { (element: Element) in
                if function.value == nil { function.value = MainActorDispatcher.unchecked(make()) }
                if let result = function.value?(element), !lifetime.isEnded { down.next(result) }
            }
            source.attach(sink, subscription)
        }
    }

    /// What a function makes of each value, and what it sends besides, because of other sequences that it observes for as long
    /// as the subscription lasts. It is made anew for each subscription upstream. The result is shared as that of ``map(_:)``
    /// is, and does not complete.
    ///
    /// - Parameter make: Makes the function, on the main actor, when the first value comes. What it observes is not to hold what
    ///   the function holds: neither would ever go where a subscription is dropped that is not disposed of.
    @inlinable
    package consuming func stage<Result: Sendable>(
        observing make: @escaping @MainActor (StageOutput<Result>) -> (@MainActor (Element) -> Result?)
    ) -> SharedSequence<Sharing, Result> {
        let make = MainActorDispatcher.unchecked(make)
        let source = sourceOfOperator()
        return .init(
            sharing: Observable<Result>(servesMainActor: true) { down, subscription in
                let output = StageOutput(to: down.onMainActor, subscription)
                let function = SubscriptionLocal<(@Sendable (Element) -> Result?)?>(nil)
                output.attach(source) { element in
                    if function.value == nil { function.value = MainActorDispatcher.unchecked(make(output)) }
                    if let result = function.value?(element) { output.send(result) }
                }
            })
    }
}

/// Where a stage sends what it makes of several sequences.
@usableFromInline
package struct StageOutput<Result: Sendable>: Sendable {
    @usableFromInline let output: Broadcaster<Result>
    @usableFromInline let lifetime: Lifetime

    @inlinable
    init(to down: Sink<Result>, _ subscription: Subscription) {
        output = Observable<Result>.serializedOutput(to: down, subscription)
        lifetime = subscription.lifetime
    }

    /// Sends a result, on the main actor; where one is being delivered, when that is done.
    @inlinable
    package func send(_ result: Result) {
        if !lifetime.isEnded { output.send(result) }
    }

    /// Observes a sequence until the subscription ends, or what is returned is disposed of.
    @inlinable
    package func observe<Sharing, Value>(
        _ sequence: SharedSequence<Sharing, Value>, onNext: @escaping @MainActor (Value) -> Void
    ) -> any Disposable {
        attach(sequence.source, onNext: MainActorDispatcher.unchecked(onNext))
    }

    @inlinable @discardableResult
    func attach<Value>(_ source: Observable<Value>, onNext: @escaping @Sendable (Value) -> Void) -> Lifetime {
        let input = lifetime.child()
        let inputLifetime = input.lifetime
        source.attach(Sink(isMainActor: true, next: onNext, stop: { _ in inputLifetime.end() }), input)
        return inputLifetime
    }
}
