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
}
