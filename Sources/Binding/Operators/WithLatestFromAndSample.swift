extension ObservableType {
    /// What a closure makes of each value and of the latest one of another sequence. Values that come before the other
    /// sequence's first are left out.
    ///
    /// The result completes when this sequence does, and fails when either does. The same as RxSwift's operator.
    ///
    /// - Parameters:
    ///   - other: The other sequence.
    ///   - transform: Makes a value of the two, on the thread that sends. An error that it throws ends the sequence.
    public func withLatestFrom<Source: ObservableConvertibleType, Result: Sendable>(
        _ other: Source, transform: @escaping @Sendable (Element, Source.Element) throws -> Result
    ) -> Observable<Result> {
        paired(withLatestFrom: other).map { try transform($0.0, $0.1) }
    }

    /// The latest value of another sequence, each time that this one sends. Nothing before the other's first.
    public func withLatestFrom<Source: ObservableConvertibleType>(_ other: Source) -> Observable<Source.Element> {
        paired(withLatestFrom: other).map { $0.1 }
    }

    private func paired<Source: ObservableConvertibleType>(
        withLatestFrom other: Source
    ) -> Observable<(Element, Source.Element)> {
        typealias Pair = (Element, Source.Element)
        let source = asObservable()
        let other = other.asObservable()
        return Observable<Pair>(servesMainActor: true) { down, subscription in
            let gate = Observable<Pair>.gate(to: down, subscription)
            // Under the gate's lock.
            let latest = Local<Source.Element?>(nil)
            let second = subscription.lifetime.child()
            let secondLifetime = second.lifetime
            let secondSink = Sink<Source.Element>(
                isMainActor: down.isMainActor,
                next: { value in
                    var displaced: Source.Element?
                    gate.send {
                        displaced = latest.value
                        latest.value = value
                        return .nothing
                    }
                    withExtendedLifetime(displaced) {}
                },
                stop: { termination in
                    if case .error = termination { gate.stop(termination) }
                    secondLifetime.end()
                })
            other.attach(secondSink, second)
            if subscription.lifetime.isEnded { return }
            let sink = Sink<Element>(
                isMainActor: down.isMainActor,
                next: { element in
                    gate.send {
                        guard let value = latest.value else { return .nothing }
                        return .next((element, value))
                    }
                },
                stop: { gate.stop($0) })
            source.attach(sink, subscription.lifetime.child())
        }
    }

    /// The latest value, each time that another sequence sends, if there is one that was not sent before.
    ///
    /// See [ReactiveX: Sample](https://reactivex.io/documentation/operators/sample.html). The result completes at the
    /// other sequence's next value after this one has completed, as in RxSwift, and, unlike there, with the other
    /// sequence.
    ///
    /// - Parameter sampler: When to look.
    public func sample(_ sampler: some ObservableConvertibleType) -> Observable<Element> {
        let source = asObservable()
        let sampler = sampler.asObservable()
        return Observable(servesMainActor: true) { down, subscription in
            let gate = Observable<Element>.gate(to: down, subscription)
            // Under the gate's lock.
            let latest = Local<Element?>(nil)
            let isDone = Local(false)
            let input = subscription.lifetime.child()
            let inputLifetime = input.lifetime
            let sink = Sink<Element>(
                isMainActor: down.isMainActor,
                next: { element in
                    var displaced: Element?
                    gate.send {
                        displaced = latest.value
                        latest.value = element
                        return .nothing
                    }
                    withExtendedLifetime(displaced) {}
                },
                stop: { termination in
                    gate.send {
                        if case .error = termination { return .stop(termination) }
                        isDone.value = true
                        return .nothing
                    }
                    inputLifetime.end()
                })
            source.attach(sink, input)
            if subscription.lifetime.isEnded { return }
            let look: @Sendable (_ isLast: Bool) -> Void = { isLast in
                gate.send { latest.value.take().map { .next($0) } ?? .nothing }
                gate.send { isLast || isDone.value ? .stop(.completed) : .nothing }
            }
            Observable<Element>.attach(
                sampler, isMainActor: down.isMainActor, subscription.lifetime, next: { _ in look(false) },
                stop: { termination in
                    if case .error = termination { gate.stop(termination) } else { look(true) }
                })
        }
    }
}

extension Observable {
    /// Subscribes to an input of any type.
    static func attach<Value>(
        _ source: Observable<Value>, isMainActor: Bool, _ lifetime: Lifetime,
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
        source.attach(sink, input)
    }
}
