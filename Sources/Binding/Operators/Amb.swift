extension ObservableType {
    /// Whichever of two sequences sends first, whether a value or its end; the other one is disposed of.
    ///
    /// See [ReactiveX: Amb](https://reactivex.io/documentation/operators/amb.html).
    public func amb(_ other: some ObservableConvertibleType<Element>) -> Observable<Element> {
        amb(other.asObservable())
    }

    /// The same as the other ``amb(_:)``, for `.just(…)`, `.never()` and the like.
    public func amb(_ other: Observable<Element>) -> Observable<Element> { .amb([asObservable(), other]) }
}

extension Observable {
    /// Whichever of several sequences sends first, whether a value or its end; the others are disposed of.
    ///
    /// See [ReactiveX: Amb](https://reactivex.io/documentation/operators/amb.html). With no sequences, nothing is ever
    /// sent, as in RxSwift. Sequences after one that sends during `subscribe` are not subscribed to.
    public static func amb(_ sources: some Collection<some ObservableConvertibleType<Element>>) -> Observable {
        firstToSend(sources.map { $0.asObservable() })
    }

    /// Whichever of several sequences sends first, whether a value or its end; the others are disposed of.
    public static func amb(_ sources: Observable...) -> Observable { firstToSend(sources) }

    /// Whichever of several sequences sends first, whether a value or its end; the others are disposed of.
    public static func amb(_ sources: some Collection<Observable>) -> Observable { firstToSend(Array(sources)) }

    private static func firstToSend(_ sources: [Observable]) -> Observable {
        Observable(servesMainActor: true) { down, subscription in
            let output = serializedOutput(to: down, subscription)
            let inputs = sources.map { _ in subscription.lifetime.child() }
            let lifetimes = inputs.map(\.lifetime)
            // Under the output's lock.
            let winner = SubscriptionLocal<Int?>(nil)
            for (index, (source, input)) in Swift.zip(sources, inputs).enumerated() where !input.lifetime.isEnded {
                let hasWon = SubscriptionLocal(false)
                // Whether this input is the first to send, or has been.
                let wins: @Sendable () -> Bool = {
                    if hasWon.value { return true }
                    output.send {
                        winner.value = winner.value ?? index
                        hasWon.value = winner.value == index
                        return .nothing
                    }
                    guard hasWon.value else { return false }
                    for (other, lifetime) in lifetimes.enumerated() where other != index { lifetime.end() }
                    return true
                }
                let sink = Sink<Element>(
                    isMainActor: down.isMainActor,
                    next: { if wins() { output.send($0) } },
                    stop: { termination in
                        if wins() { output.stop(termination) }
                        lifetimes[index].end()
                    })
                source.attach(sink, input)
            }
        }
    }
}
