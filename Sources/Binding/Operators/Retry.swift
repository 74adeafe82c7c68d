extension ObservableType {
    /// The same sequence, subscribed to again each time it fails.
    ///
    /// See [ReactiveX: Retry](https://reactivex.io/documentation/operators/retry.html). A sequence that fails during
    /// `subscribe`, each time, keeps the subscribing thread until the subscription is disposed of.
    public func retry() -> Observable<Element> {
        let source = asObservable()
        return .attempting { { source } }
    }

    /// The same sequence, subscribed to again when it fails, up to a number of times in all.
    ///
    /// - Parameter maxAttemptCount: How many times it is subscribed to at most, the first time included, as in RxSwift.
    ///   The last error is passed on. At least one.
    public func retry(_ maxAttemptCount: Int) -> Observable<Element> {
        let source = asObservable()
        return .attempting {
            let remaining = SubscriptionLocal(max(1, maxAttemptCount))
            return {
                remaining.value -= 1
                return remaining.value >= 0 ? source : nil
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
        attempting {
            let iterator = SubscriptionLocal(sequence.makeIterator())
            return { iterator.value.next()?.asObservable() }
        }
    }

    /// The same as the other ``catch(sequence:)``, for `.just(…)`, `.error(…)` and the like.
    public static func `catch`(sequence: [Observable]) -> Observable {
        attempting {
            let rest = SubscriptionLocal(sequence[...])
            return { rest.value.popFirst() }
        }
    }

    /// Sequences that are subscribed to one after the other, for as long as they fail.
    ///
    /// - Parameter attempts: Makes, for each observer, the closure that returns the next sequence, or `nil` to pass on
    ///   the last error. That closure is called by one thread at a time.
    fileprivate static func attempting(
        _ attempts: @escaping @Sendable () -> @Sendable () -> Observable?
    ) -> Observable {
        Observable { down, subscription in
            RetryRun(attempts(), down, subscription.lifetime).attempt(after: .completed)
        }
    }
}

/// One subscription to `retry`, or to `catch(sequence:)`.
private final class RetryRun<Element: Sendable>: Sendable {
    private struct State {
        var isAttaching = false
        var failure: Termination?
    }

    private let next: @Sendable () -> Observable<Element>?
    private let down: Sink<Element>
    private let lifetime: Lifetime
    private let state = Guarded(State())

    init(_ next: @escaping @Sendable () -> Observable<Element>?, _ down: Sink<Element>, _ lifetime: Lifetime) {
        self.next = next
        self.down = down
        self.lifetime = lifetime
    }

    /// Subscribes, in a loop for as long as sequences fail while they are being subscribed to.
    ///
    /// - Parameter last: How the sequence before has ended.
    func attempt(after last: Termination) {
        var last: Termination? = last
        while let failure = last, !lifetime.isEnded {
            guard let source = next() else { return down.stop(failure) }
            state.withLock { $0.isAttaching = true }
            source.attach(down, under: lifetime) { [self] in stopped($0) }
            last = state.withLock { state in
                state.isAttaching = false
                return state.failure.take()
            }
        }
    }

    private func stopped(_ termination: Termination) {
        guard case .error = termination else { return down.stop(termination) }
        let isLater = state.withLock { state in
            if state.isAttaching { state.failure = termination }
            return state.isAttaching
        }
        if !isLater { attempt(after: termination) }
    }
}
