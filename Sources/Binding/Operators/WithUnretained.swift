extension ObservableType {
    /// The result of a closure for an object and each value, for as long as the object lives.
    ///
    /// The object is not kept alive. The first value that comes once it is gone ends the sequence, as in RxSwift.
    /// Operators after this one that keep values, such as `share(replay:)` or `buffer`, keep what the closure makes:
    /// where that is the object itself, they keep it alive.
    ///
    /// - Parameters:
    ///   - object: The object that the closure is called with. It is held weakly.
    ///   - resultSelector: Makes a value of the object and each value, on the thread that sends. An error that it
    ///     throws ends the sequence.
    public func withUnretained<Object: AnyObject & Sendable, Result: Sendable>(
        _ object: Object, resultSelector: @escaping @Sendable (Object, Element) throws -> Result
    ) -> Observable<Result> {
        let source = asObservable()
        let object = WeakReference(object)
        return Observable<Result> { down, subscription in
            let lifetime = subscription.lifetime
            let sink = down.receiving { (element: Element) in
                guard let object = object.object else { return down.finish(lifetime) }
                do {
                    let result = try resultSelector(object, element)
                    if !lifetime.isEnded { down.next(result) }
                } catch {
                    down.fail(error, lifetime)
                }
            }
            source.attach(sink, subscription)
        }
    }

    /// An object and each value, for as long as the object lives; see ``withUnretained(_:resultSelector:)``.
    public func withUnretained<Object: AnyObject & Sendable>(_ object: Object) -> Observable<(Object, Element)> {
        withUnretained(object) { ($0, $1) }
    }
}

// There is none for drivers, for which RxSwift has deprecated it: a driver that keeps its latest value would keep the
// object alive. `drive(with:onNext:)` does not.

extension SharedSequence where Sharing == SignalSharing {
    /// The result of a closure for an object and each value, for as long as the object lives; see
    /// ``ObservableType/withUnretained(_:resultSelector:)``.
    ///
    /// - Parameters:
    ///   - object: The object that the closure is called with. It is held weakly.
    ///   - resultSelector: Makes a value of the object and each value, on the main actor.
    public consuming func withUnretained<Object: AnyObject & Sendable, Result: Sendable>(
        _ object: Object, resultSelector: @escaping @MainActor (Object, Element) -> Result
    ) -> Signal<Result> {
        .init(
            sharing: sourceOfOperator()
                .withUnretained(object, resultSelector: MainActorDispatcher.unchecked(resultSelector)))
    }

    /// An object and each value, for as long as the object lives; see ``withUnretained(_:resultSelector:)``.
    public consuming func withUnretained<Object: AnyObject & Sendable>(_ object: Object) -> Signal<(Object, Element)> {
        withUnretained(object) { ($0, $1) }
    }
}
