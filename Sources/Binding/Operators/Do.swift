extension ObservableType {
    /// The same sequence, with closures called on the way.
    ///
    /// See [ReactiveX: Do](https://reactivex.io/documentation/operators/do.html). The closures named *after* are called
    /// when the event has been passed on, unless the subscription has been disposed of by then.
    ///
    /// - Parameters:
    ///   - onNext: Called with each value, on the thread that sends. An error that it throws ends the sequence.
    ///   - afterNext: Called with each value that has been passed on. An error that it throws ends the sequence.
    ///   - onError: Called with the error that ends the sequence. An error that it throws takes its place.
    ///   - afterError: Called with the error that has ended the sequence. An error that it throws is ignored.
    ///   - onCompleted: Called when the sequence completes. An error that it throws takes the place of the completion.
    ///   - afterCompleted: Called when the completion has been passed on. An error that it throws is ignored.
    ///   - onSubscribe: Called when an observer subscribes, before the source is subscribed to.
    ///   - onSubscribed: Called when the source has been subscribed to, even if the subscription has ended by then.
    ///   - onDispose: Called once when a subscription has ended, however it ended: after the source has been disposed of,
    ///     and before what comes after this.
    public func `do`(
        onNext: (@Sendable (Element) throws -> Void)? = nil,
        afterNext: (@Sendable (Element) throws -> Void)? = nil,
        onError: (@Sendable (any Error) throws -> Void)? = nil,
        afterError: (@Sendable (any Error) throws -> Void)? = nil,
        onCompleted: (@Sendable () throws -> Void)? = nil,
        afterCompleted: (@Sendable () throws -> Void)? = nil,
        onSubscribe: (@Sendable () -> Void)? = nil,
        onSubscribed: (@Sendable () -> Void)? = nil,
        onDispose: (@Sendable () -> Void)? = nil
    ) -> Observable<Element> {
        let source = asObservable()
        return Observable { down, subscription in
            let lifetime = subscription.lifetime
            onSubscribe?()
            let sink = Sink<Element>(
                isMainActor: down.isMainActor,
                next: { element in
                    do {
                        try onNext?(element)
                        if !lifetime.isEnded { down.next(element) }
                        if let afterNext, !lifetime.isEnded { try afterNext(element) }
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
                        if lifetime.isEnded { return }
                        down.stop(termination)
                        switch termination {
                        case .error(let error): try afterError?(error)
                        case .completed: try afterCompleted?()
                        }
                    } catch {
                        down.fail(error, lifetime)
                    }
                })
            source.attach(sink, subscription)
            onSubscribed?()
            // After what comes before this in the chain.
            if let onDispose { lifetime.whenEnded(ActionDisposable(onDispose)) }
        }
    }
}
