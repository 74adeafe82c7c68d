extension ObservableType {
    /// The same sequence, with closures called on the way.
    ///
    /// See [ReactiveX: Do](https://reactivex.io/documentation/operators/do.html). Each is called before the observer is.
    ///
    /// - Parameters:
    ///   - onNext: Called with each value, on the thread that sends. An error that it throws ends the sequence.
    ///   - onError: Called with the error that ends the sequence.
    ///   - onCompleted: Called when the sequence completes. An error that it throws takes the place of the completion.
    ///   - onSubscribe: Called when an observer subscribes, before it does upstream.
    ///   - onDispose: Called once when a subscription has ended, in whichever way.
    public func `do`(
        onNext: (@Sendable (Element) throws -> Void)? = nil,
        onError: (@Sendable (any Error) throws -> Void)? = nil,
        onCompleted: (@Sendable () throws -> Void)? = nil,
        onSubscribe: (@Sendable () -> Void)? = nil,
        onDispose: (@Sendable () -> Void)? = nil
    ) -> Observable<Element> {
        let source = asObservable()
        return Observable { down, subscription in
            let lifetime = subscription.lifetime
            onSubscribe?()
            if let onDispose { lifetime.whenEnded(ActionDisposable(onDispose)) }
            let sink = Sink<Element>(
                isMainActor: down.isMainActor,
                next: { element in
                    do {
                        try onNext?(element)
                        if !lifetime.isEnded { down.next(element) }
                    } catch {
                        down.fail(error, lifetime)
                    }
                },
                stop: { termination in
                    do {
                        switch termination {
                        case .error(let error): try onError?(error)
                        case .completed: try onCompleted?()
                        }
                        if !lifetime.isEnded { down.stop(termination) }
                    } catch {
                        down.fail(error, lifetime)
                    }
                })
            source.attach(sink, subscription)
        }
    }
}
