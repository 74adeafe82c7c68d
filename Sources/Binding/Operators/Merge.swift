extension Observable {
    /// The values of several sequences as they come.
    ///
    /// It completes when all have completed, and fails when one fails. Each sequence's values keep their order. See
    /// [ReactiveX: Merge](https://reactivex.io/documentation/operators/merge.html).
    public static func merge(_ sources: any ObservableConvertibleType<Element>...) -> Observable {
        merged(sources.map { $0.asObservable() })
    }

    /// The values of several sequences as they come.
    public static func merge(_ sources: Observable...) -> Observable { merged(sources) }

    /// The values of several sequences as they come.
    public static func merge(_ sources: some Collection<Observable>) -> Observable { merged(Array(sources)) }

    /// The values of several sequences as they come.
    public static func merge(_ sources: some Collection<some ObservableConvertibleType<Element>>) -> Observable {
        merged(sources.map { $0.asObservable() })
    }

    private static func merged(_ sources: [Observable]) -> Observable {
        Observable(servesMainActor: true) { down, subscription in
            let output = serializedOutput(to: down, subscription)
            // Under the output's lock.
            let running = SubscriptionLocal(sources.count)
            if sources.isEmpty { output.stop(.completed) }
            for source in sources {
                if subscription.lifetime.isEnded { return }
                let input = subscription.lifetime.child()
                let inputLifetime = input.lifetime
                let sink = Sink<Element>(
                    isMainActor: down.isMainActor,
                    next: { output.send($0) },
                    stop: { termination in
                        output.send {
                            if case .error = termination { return .stop(termination) }
                            running.value -= 1
                            return running.value == 0 ? .stop(.completed) : .nothing
                        }
                        inputLifetime.end()
                    })
                source.attach(sink, input)
            }
        }
    }
}
