// Stages with a state of their own, for the other modules of this package.

extension SharedSequence {
    /// The result of a function for each value. The function is made anew for each subscription upstream, and so can
    /// keep state until that ends. The result is shared as that of ``map(_:)`` is.
    ///
    /// - Parameters:
    ///   - function: The operator, for an inspector.
    ///   - make: Makes the function, on the main actor, when the first value arrives. If the function returns `nil`,
    ///     nothing is sent.
    @inlinable
    package consuming func stage<Result: Sendable>(
        function: StaticString = #function,
        _ make: @escaping @MainActor () -> (@MainActor (Element) -> Result?)
    ) -> SharedSequence<Sharing, Result> {
        .init(sharing: Self.staged(sourceOfOperator(), function, make))
    }

    /// The same of a sequence in a variable that is not used any more.
    @inlinable
    package static func stage<Result: Sendable>(
        of sequence: inout SharedSequence, function: StaticString = #function,
        _ make: @escaping @MainActor () -> (@MainActor (Element) -> Result?)
    ) -> SharedSequence<Sharing, Result> {
        .init(sharing: staged(sourceOfOperator(of: &sequence), function, make))
    }

    /// The result of a function for each value. The function is made anew for each observer: unlike ``stage(_:)``,
    /// nothing is shared.
    @inlinable
    package consuming func stageOfEachObserver<Result: Sendable>(
        _ make: @escaping @MainActor () -> (@MainActor (Element) -> Result?)
    ) -> SharedSequence<Sharing, Result> {
        .init(direct: Self.staged(source, #function, make))
    }

    /// The same, for one observer, of a sequence in a variable that is not used any more.
    @inlinable
    package static func stageOfOneObserver<Result: Sendable>(
        of sequence: inout SharedSequence, _ make: @escaping @MainActor () -> (@MainActor (Element) -> Result?)
    ) -> SharedSequence<Sharing, Result> {
        .init(direct: staged(sourceOfObserver(of: &sequence), #function, make))
    }

    @inlinable
    static func staged<Result: Sendable>(
        _ source: Observable<Element>, _ function: StaticString,
        _ make: @escaping @MainActor () -> (@MainActor (Element) -> Result?)
    ) -> Observable<Result> {
        let make = MainActorDispatcher.unchecked(make)
        return Observable<Result>(servesMainActor: true) { down, subscription in
            let lifetime = subscription.lifetime
            let work = SubscriptionLocal<(@Sendable (Element) -> Result?)?>(nil)
            let sink = down.onMainActor.receiving { (element: Element) in
                if work.value == nil { work.value = MainActorDispatcher.unchecked(make()) }
                if let result = work.value?(element), !lifetime.isEnded { down.next(result) }
            }
            source.attach(sink, subscription, function: function)
        }
    }

    /// The result of a function for each value, and whatever else it sends because of other sequences that it observes
    /// for as long as the subscription lasts. The function is made anew for each subscription upstream. The result is
    /// shared as that of ``map(_:)`` is, and does not complete.
    ///
    /// - Parameters:
    ///   - function: The operator, for an inspector.
    ///   - make: Makes the function, on the main actor, when the first value arrives. What it observes must not hold what
    ///     the function holds: neither would be released if a subscription is dropped without being disposed of.
    @inlinable
    package consuming func stage<Result: Sendable>(
        function: StaticString = #function,
        observing make: @escaping @MainActor (StageOutput<Result>) -> (@MainActor (Element) -> Result?)
    ) -> SharedSequence<Sharing, Result> {
        let make = MainActorDispatcher.unchecked(make)
        let source = sourceOfOperator()
        return .init(
            sharing: Observable<Result>(servesMainActor: true) { down, subscription in
                let output = StageOutput(to: down.onMainActor, subscription)
                let work = SubscriptionLocal<(@Sendable (Element) -> Result?)?>(nil)
                output.attach(source, function: function) { element in
                    if work.value == nil { work.value = MainActorDispatcher.unchecked(make(output)) }
                    if let result = work.value?(element) { output.send(result) }
                }
                output.hasSubscribed()
            })
    }
}

/// The output of a stage that observes several sequences, which is sent at the end of each change.
@usableFromInline
package final class StageOutput<Result: Sendable>: DueAtEnd, @unchecked Sendable {
    // Sound as its base class is.

    @usableFromInline let down: Sink<Result>
    @usableFromInline let lifetime: Lifetime
    @exclusivity(unchecked) @usableFromInline var result: Result?

    @inlinable
    init(to down: Sink<Result>, _ subscription: Subscription) {
        self.down = down
        lifetime = subscription.lifetime
        super.init(isSubscribing: true)
    }

    /// Sends a result at the end of the change under way.
    @inlinable
    package func send(_ result: Result) {
        self.result = result
        isDue()
    }

    @inlinable
    package override func send() {
        if let result = result.take(), !lifetime.isEnded { down.next(result) }
    }

    /// Observes a sequence until the subscription ends or the result is disposed of.
    @inlinable
    package func observe<Sharing, Value>(
        _ sequence: SharedSequence<Sharing, Value>, onNext: @escaping @MainActor (Value) -> Void
    ) -> any Disposable {
        defer { hasSubscribedToMore() }
        return attach(sequence.source, onNext: MainActorDispatcher.unchecked(onNext))
    }

    @inlinable @discardableResult
    func attach<Value>(
        _ source: Observable<Value>, function: StaticString = #function, onNext: @escaping @Sendable (Value) -> Void
    ) -> Lifetime {
        let input = lifetime.child()
        let inputLifetime = input.lifetime
        source.attach(
            Sink(isMainActor: true, next: onNext, stop: { _ in inputLifetime.end() }), input, function: function)
        return inputLifetime
    }
}
