extension ObservableType {
    /// All values but the first ones.
    ///
    /// See [ReactiveX: Skip](https://reactivex.io/documentation/operators/skip.html).
    ///
    /// - Parameter count: How many to leave out. None, if it is less than one.
    @inlinable
    public func skip(_ count: Int) -> Observable<Element> {
        let source = asObservable()
        return Observable { down, subscription in
            let remaining = SubscriptionLocal(count)
            let sink = down.receiving { (element: Element) in
                if remaining.value > 0 { remaining.value -= 1 } else { down.next(element) }
            }
            source.attach(sink, subscription)
        }
    }

    /// The values starting with the first one that fails a test.
    ///
    /// See [ReactiveX: SkipWhile](https://reactivex.io/documentation/operators/skipwhile.html).
    ///
    /// - Parameter isUnwanted: Tests each value until one fails, on the thread that sends. An error that it throws ends
    ///   the sequence.
    @inlinable
    public func skip(while isUnwanted: @escaping @Sendable (Element) throws -> Bool) -> Observable<Element> {
        let source = asObservable()
        return Observable { down, subscription in
            let lifetime = subscription.lifetime
            let isOpen = SubscriptionLocal(false)
            let sink = down.receiving { (element: Element) in
                do {
                    if !isOpen.value {
                        if try isUnwanted(element) { return }
                        isOpen.value = true
                    }
                    if !lifetime.isEnded { down.next(element) }
                } catch {
                    down.fail(error, lifetime)
                }
            }
            source.attach(sink, subscription)
        }
    }

    /// The values that come after a period of time.
    ///
    /// The same as RxSwift's operator. The end is passed on whenever it comes.
    ///
    /// - Parameters:
    ///   - duration: How long values are left out, from the subscription.
    ///   - scheduler: Measures the time.
    public func skip(
        for duration: Duration, scheduler: some Scheduler = MainScheduler.instance
    ) -> Observable<Element> {
        let source = asObservable()
        return Observable(servesMainActor: true) { down, subscription in
            // Whether the time is over.
            let run = TimedRun(false, down, subscription, scheduler)
            run.wait(duration) {
                run.output.send {
                    run.state.value = true
                    return .nothing
                }
            }
            let sink = Sink<Element>(
                isMainActor: down.isMainActor,
                next: { element in run.output.send { run.state.value ? .next(element) : .nothing } },
                stop: { run.output.stop($0) })
            source.attach(sink, subscription.lifetime.child())
        }
    }

    /// The values that come after another sequence has sent one.
    ///
    /// See [ReactiveX: SkipUntil](https://reactivex.io/documentation/operators/skipuntil.html). If the other sequence
    /// completes without a value, none comes; if it fails, the result does.
    ///
    /// - Parameter other: The sequence that opens this one.
    public func skip(until other: some ObservableConvertibleType) -> Observable<Element> {
        let source = asObservable()
        let other = other.asObservable()
        return Observable(servesMainActor: true) { down, subscription in
            let output = Observable<Element>.serializedOutput(to: down, subscription)
            // Under the output's lock.
            let isOpen = SubscriptionLocal(false)
            Observable<Element>.attachTrigger(other, to: output, down.isMainActor, subscription.lifetime) {
                output.send {
                    isOpen.value = true
                    return .nothing
                }
            }
            if subscription.lifetime.isEnded { return }
            let sink = Sink<Element>(
                isMainActor: down.isMainActor,
                next: { element in output.send { isOpen.value ? .next(element) : .nothing } },
                stop: { output.stop($0) })
            source.attach(sink, subscription.lifetime.child())
        }
    }
}
