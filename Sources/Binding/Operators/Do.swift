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

    /// The same sequence, with a line of text for each thing that happens to it: a subscription, a value, the end, a
    /// disposal.
    ///
    /// - Parameters:
    ///   - label: What each line begins with.
    ///   - write: Takes each line. Unless said, lines go to ``BindingDiagnostics/debugSink`` with the time and the thread.
    public func debug(
        _ label: String, write: (@Sendable (String) -> Void)? = nil
    ) -> Observable<Element> {
        let write = write ?? BindingDiagnostics.debug
        return self.do(
            onNext: { write("\(label) -> next(\($0))") },
            onError: { write("\(label) -> error(\($0))") },
            onCompleted: { write("\(label) -> completed") },
            onSubscribe: { write("\(label) -> subscribed") },
            onDispose: { write("\(label) -> disposed") })
    }

    /// Each event as a value, and then the end.
    ///
    /// See [ReactiveX: Materialize](https://reactivex.io/documentation/operators/materialize-dematerialize.html).
    public func materialize() -> Observable<Event<Element>> {
        let source = asObservable()
        return Observable<Event<Element>> { down, subscription in
            let lifetime = subscription.lifetime
            let sink = Sink<Element>(
                isMainActor: down.isMainActor,
                next: { down.next(.next($0)) },
                stop: { termination in
                    down.next(termination.event())
                    if !lifetime.isEnded { down.stop(.completed) }
                })
            source.attach(sink, subscription)
        }
    }

    /// The events that the values of this sequence are.
    ///
    /// See [ReactiveX: Dematerialize](https://reactivex.io/documentation/operators/materialize-dematerialize.html).
    public func dematerialize<Value: Sendable>() -> Observable<Value> where Element == Event<Value> {
        let source = asObservable()
        return Observable<Value> { down, subscription in
            let lifetime = subscription.lifetime
            let sink = down.receiving { (event: Event<Value>) in
                switch event {
                case .next(let value): down.next(value)
                case .error(let error): down.fail(error, lifetime)
                case .completed: down.finish(lifetime)
                }
            }
            source.attach(sink, subscription)
        }
    }

    /// The same sequence, subscribed to by a scheduler.
    ///
    /// See [ReactiveX: SubscribeOn](https://reactivex.io/documentation/operators/subscribeon.html).
    ///
    /// - Parameter scheduler: Where the source is subscribed to.
    public func subscribe(on scheduler: some Scheduler) -> Observable<Element> {
        let source = asObservable()
        return Observable { down, subscription in
            let input = subscription.lifetime.child()
            subscription.lifetime.whenEnded(
                scheduler.schedule {
                    if !input.lifetime.isEnded { source.attach(down, input) }
                })
        }
    }
}
