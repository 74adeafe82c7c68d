extension ObservableType {
    /// The same sequence, with an error replaced by the sequence that a closure makes of it.
    ///
    /// See [ReactiveX: Catch](https://reactivex.io/documentation/operators/catch.html).
    ///
    /// - Parameter handler: Makes the sequence that follows, on the thread where this one fails. An error that it
    ///   throws ends the result.
    @inlinable
    public func `catch`<Source: ObservableConvertibleType<Element>>(
        _ handler: @escaping @Sendable (any Error) throws -> Source
    ) -> Observable<Element> {
        asObservable().recovering { try handler($0).asObservable() }
    }

    /// The same as the other ``catch(_:)``, for closures that return `.just(…)`, `.empty()` and the like.
    @inlinable
    public func `catch`(_ handler: @escaping @Sendable (any Error) throws -> Observable<Element>) -> Observable<Element>
    {
        asObservable().recovering(handler)
    }

    /// The same sequence, with an error replaced by a value and the end.
    @inlinable
    public func catchAndReturn(_ element: Element) -> Observable<Element> {
        asObservable().recovering { _ in .just(element) }
    }
}

extension Observable {
    /// The same sequence, with an error replaced by the sequence that a closure makes of it.
    ///
    /// - Parameter servesMainActor: Whether a sink of the main actor is attached to both sequences as it is, so that
    ///   everything upstream is called on the main actor, too.
    @inlinable
    func recovering(
        servesMainActor: Bool = false, _ recover: @escaping @Sendable (any Error) throws -> Observable
    ) -> Observable {
        Observable(servesMainActor: servesMainActor) { [self] down, subscription in
            let lifetime = subscription.lifetime
            let input = lifetime.child()
            let inputLifetime = input.lifetime
            let sink = Sink<Element>(
                isMainActor: down.isMainActor,
                next: down.next,
                stop: { termination in
                    inputLifetime.end()
                    guard case .error(let error) = termination else { return down.stop(termination) }
                    do {
                        let next = try recover(error)
                        if !lifetime.isEnded { next.attachNested(down, lifetime.child()) }
                    } catch {
                        down.fail(error, lifetime)
                    }
                })
            attach(sink, input)
        }
    }
}
