// Ways to create a `Single`, a `Maybe` or a `Completable`: those of `Observable`, where they are described.

public import Binding

extension PrimitiveSequenceType where Trait: ValueTrait {
    /// One value.
    @inlinable
    public static func just(_ element: Element) -> PrimitiveSequence<Trait, Element> { .init(raw: .just(element)) }

    /// One value, sent by a scheduler.
    @inlinable
    public static func just(
        _ element: Element, scheduler: some Scheduler
    ) -> PrimitiveSequence<Trait, Element> {
        .init(raw: .just(element, scheduler: scheduler))
    }
}

extension PrimitiveSequenceType {
    /// An error, without a value.
    @inlinable
    public static func error(_ error: any Error) -> PrimitiveSequence<Trait, Element> { .init(raw: .error(error)) }

    /// Nothing, forever.
    @inlinable
    public static func never() -> PrimitiveSequence<Trait, Element> { .init(raw: .never()) }
}

extension PrimitiveSequence {
    /// A sequence that is made anew for each observer.
    ///
    /// See [ReactiveX: Defer](https://reactivex.io/documentation/operators/defer.html).
    ///
    /// - Parameter observableFactory: Makes the sequence, on the thread that subscribes. An error that it throws is
    ///   sent.
    public static func deferred(
        _ observableFactory: @escaping @Sendable () throws -> PrimitiveSequence
    ) -> PrimitiveSequence {
        .init(raw: .deferred { try observableFactory().source })
    }

    /// A sequence made from a resource that is disposed of when the subscription has ended.
    ///
    /// See [ReactiveX: Using](https://reactivex.io/documentation/operators/using.html). Both closures are called for
    /// each observer, on the thread that subscribes. An error that one of them throws is sent.
    ///
    /// - Parameters:
    ///   - resourceFactory: Makes the resource, which is disposed of when the subscription has ended, however it ended,
    ///     and the sequence has been disposed of.
    ///   - primitiveSequenceFactory: Makes the sequence from the resource.
    public static func using<Resource: Disposable>(
        _ resourceFactory: @escaping @Sendable () throws -> Resource,
        primitiveSequenceFactory: @escaping @Sendable (Resource) throws -> PrimitiveSequence
    ) -> PrimitiveSequence {
        .init(
            raw: .using(
                resourceFactory,
                observableFactory: { (resource: Resource) -> Observable<Element> in
                    try primitiveSequenceFactory(resource).source
                }))
    }

    /// The same as the other ``using(_:primitiveSequenceFactory:)``, for what `Disposables.create` and `subscribe`
    /// return.
    public static func using(
        _ resourceFactory: @escaping @Sendable () throws -> any Disposable,
        primitiveSequenceFactory: @escaping @Sendable (any Disposable) throws -> PrimitiveSequence
    ) -> PrimitiveSequence {
        .init(
            raw: .using(
                resourceFactory,
                observableFactory: { (resource: any Disposable) -> Observable<Element> in
                    try primitiveSequenceFactory(resource).source
                }))
    }
}

extension PrimitiveSequenceType where Trait: ValueTrait, Element: FixedWidthInteger {
    /// Zero, some time after the subscription.
    ///
    /// See [ReactiveX: Timer](https://reactivex.io/documentation/operators/timer.html).
    ///
    /// - Parameters:
    ///   - dueTime: How long until the value. Zero or less means as soon as possible.
    ///   - scheduler: Measures the time and sends the value.
    public static func timer(
        _ dueTime: Duration, scheduler: some Scheduler = MainScheduler.instance
    ) -> PrimitiveSequence<Trait, Element> {
        .init(raw: .timer(dueTime, scheduler: scheduler))
    }
}
