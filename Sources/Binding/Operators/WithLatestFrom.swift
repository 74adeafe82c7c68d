extension ObservableType {
    /// The result of a closure for each value and the latest one of another sequence. Values that come before the other
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

    /// The latest value of another sequence, each time this one sends. Nothing is sent before the other's first.
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
            let output = Observable<Pair>.serializedOutput(to: down, subscription)
            // Under the output's lock.
            let latest = SubscriptionLocal<Source.Element?>(nil)
            let second = subscription.lifetime.child()
            let secondLifetime = second.lifetime
            let secondSink = Sink<Source.Element>(
                isMainActor: down.isMainActor,
                next: { value in
                    var displaced: Source.Element?
                    output.send {
                        displaced = latest.value
                        latest.value = value
                        return .nothing
                    }
                    withExtendedLifetime(displaced) {}
                },
                stop: { termination in
                    if case .error = termination { output.stop(termination) }
                    secondLifetime.end()
                })
            other.attach(secondSink, second)
            if subscription.lifetime.isEnded { return }
            let sink = Sink<Element>(
                isMainActor: down.isMainActor,
                next: { element in
                    output.send {
                        guard let value = latest.value else { return .nothing }
                        return .next((element, value))
                    }
                },
                stop: { output.stop($0) })
            source.attach(sink, subscription.lifetime.child())
        }
    }
}
