extension ObservableType {
    /// The latest value, each time another sequence sends, if there is one that was not sent before.
    ///
    /// See [ReactiveX: Sample](https://reactivex.io/documentation/operators/sample.html). The result completes at the
    /// other sequence's next value after this one has completed, as in RxSwift, and, unlike there, with the other
    /// sequence.
    ///
    /// - Parameters:
    ///   - sampler: The sequence whose values, and whose completion, trigger the sampling.
    ///   - defaultValue: Sent if there is no such value; `nil` for nothing.
    public func sample(
        _ sampler: some ObservableConvertibleType, defaultValue: Element? = nil
    ) -> Observable<Element> {
        let source = asObservable()
        let sampler = sampler.asObservable()
        return Observable(servesMainActor: true) { down, subscription in
            let output = Observable<Element>.serializedOutput(to: down, subscription)
            // Under the output's lock.
            let latest = SubscriptionLocal<Element?>(nil)
            let isDone = SubscriptionLocal(false)
            let input = subscription.lifetime.child()
            let inputLifetime = input.lifetime
            let sink = Sink<Element>(
                isMainActor: down.isMainActor,
                next: { element in
                    var displaced: Element?
                    output.send {
                        displaced = latest.value
                        latest.value = element
                        return .nothing
                    }
                    withExtendedLifetime(displaced) {}
                },
                stop: { termination in
                    output.send {
                        if case .error = termination { return .stop(termination) }
                        isDone.value = true
                        return .nothing
                    }
                    inputLifetime.end()
                })
            source.attach(sink, input)
            if subscription.lifetime.isEnded { return }
            let look: @Sendable (_ isLast: Bool) -> Void = { isLast in
                output.send { (latest.value.take() ?? defaultValue).map { .next($0) } ?? .nothing }
                output.send { isLast || isDone.value ? .stop(.completed) : .nothing }
            }
            Observable<Element>.attach(
                sampler, isMainActor: down.isMainActor, subscription.lifetime, next: { _ in look(false) },
                stop: { termination in
                    if case .error = termination { output.stop(termination) } else { look(true) }
                })
        }
    }
}
