extension ObservableType {
    /// The first value, or `nil` if the sequence completes without one, and then the end.
    ///
    /// See [ReactiveX: First](https://reactivex.io/documentation/operators/first.html). The same as RxSwift's operator,
    /// as a sequence of one value.
    public func first() -> Observable<Element?> {
        let source = asObservable()
        return Observable<Element?> { down, subscription in
            let lifetime = subscription.lifetime
            let hasSent = SubscriptionLocal(false)
            let sink = Sink<Element>(
                isMainActor: down.isMainActor,
                next: { element in
                    if hasSent.value { return }
                    hasSent.value = true
                    down.next(element)
                    down.finish(lifetime)
                },
                stop: { termination in
                    if case .completed = termination { down.next(nil) }
                    if !lifetime.isEnded { down.stop(termination) }
                })
            source.attach(sink, subscription)
        }
    }

    /// The only value of a sequence that has exactly one.
    ///
    /// The value is passed on when it comes. A second one ends the result with ``RxError/moreThanOneElement``, and a
    /// completion without a value ends it with ``RxError/noElements``. The same as RxSwift's operator.
    public func single() -> Observable<Element> {
        let source = asObservable()
        return Observable { down, subscription in
            let lifetime = subscription.lifetime
            let hasSent = SubscriptionLocal(false)
            let sink = Sink<Element>(
                isMainActor: down.isMainActor,
                next: { element in
                    if hasSent.value { return down.fail(RxError.moreThanOneElement, lifetime) }
                    hasSent.value = true
                    down.next(element)
                },
                stop: { termination in
                    if !hasSent.value, case .completed = termination {
                        down.stop(.error(RxError.noElements))
                    } else {
                        down.stop(termination)
                    }
                })
            source.attach(sink, subscription)
        }
    }

    /// The only value that passes a test, of a sequence that has exactly one such value; see ``single()``.
    ///
    /// - Parameter predicate: Tests each value, on the thread that sends. An error that it throws ends the sequence.
    public func single(_ predicate: @escaping @Sendable (Element) throws -> Bool) -> Observable<Element> {
        filter(predicate).single()
    }

    /// The value at a position, and then the end.
    ///
    /// See [ReactiveX: ElementAt](https://reactivex.io/documentation/operators/elementat.html). If the sequence
    /// completes earlier, the result fails with ``RxError/argumentOutOfRange``. It does so at once for a negative
    /// position.
    ///
    /// - Parameter index: How many values come before it.
    public func element(at index: Int) -> Observable<Element> {
        asObservable().element(at: index, missing: .error(RxError.argumentOutOfRange))
    }
}

extension Observable {
    /// The value at a position, and then the end.
    ///
    /// - Parameter missing: How the result ends if there is no such value.
    func element(at index: Int, missing: Termination) -> Observable {
        Observable { [self] down, subscription in
            let lifetime = subscription.lifetime
            if index < 0 {
                if !lifetime.isEnded { down.stop(missing) }
                return
            }
            let remaining = SubscriptionLocal(index)
            let sink = Sink<Element>(
                isMainActor: down.isMainActor,
                next: { element in
                    remaining.value -= 1
                    guard remaining.value == -1 else { return }
                    down.next(element)
                    down.finish(lifetime)
                },
                stop: { termination in
                    if case .completed = termination { down.stop(missing) } else { down.stop(termination) }
                })
            attach(sink, subscription)
        }
    }
}
