extension ObservableType {
    /// The same sequence, subscribed to again each time it fails.
    ///
    /// See [ReactiveX: Retry](https://reactivex.io/documentation/operators/retry.html). A sequence that fails during
    /// `subscribe`, each time, keeps the subscribing thread until the subscription is disposed of.
    public func retry() -> Observable<Element> {
        let source = asObservable()
        return .succession(after: .error) { { Successor(source) } }
    }

    /// The same sequence, subscribed to again when it fails, up to a number of times in all.
    ///
    /// - Parameter maxAttemptCount: How many times it is subscribed to at most, the first time included, as in RxSwift.
    ///   The last error is passed on. With 0, the sequence is not subscribed to, and completes at once, as in RxSwift.
    public func retry(_ maxAttemptCount: Int) -> Observable<Element> {
        let source = asObservable()
        return .succession(after: .error) {
            let remaining = SubscriptionLocal(max(0, maxAttemptCount))
            return {
                remaining.value -= 1
                return remaining.value >= 0 ? Successor(source) : nil
            }
        }
    }
}

extension Observable {
    /// The first of several sequences and, each time one fails, the next one in its place.
    ///
    /// See [ReactiveX: Catch](https://reactivex.io/documentation/operators/catch.html). The error of the last one is
    /// passed on. With no sequences it completes at once.
    ///
    /// - Parameter sequence: The sequences. Iterated anew for each observer, as far as the sequences fail.
    public static func `catch`<Source: ObservableConvertibleType<Element>>(
        sequence: some Sequence<Source> & Sendable
    ) -> Observable {
        succession(after: .error) {
            let iterator = SubscriptionLocal(sequence.makeIterator())
            return { iterator.value.next().map { Successor($0.asObservable()) } }
        }
    }

    /// The same as the other ``catch(sequence:)``, for `.just(…)`, `.error(…)` and the like.
    public static func `catch`(sequence: [Observable]) -> Observable {
        succession(after: .error) {
            let rest = SubscriptionLocal(Array(sequence.reversed()))
            return { Successor(ofReversed: &rest.value) }
        }
    }
}
