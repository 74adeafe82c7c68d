extension ObservableType {
    /// The same sequence, subscribed to again each time that it fails.
    ///
    /// See [ReactiveX: Retry](https://reactivex.io/documentation/operators/retry.html). A sequence that fails during
    /// `subscribe`, each time, keeps the subscribing thread until the subscription is disposed of.
    public func retry() -> Observable<Element> {
        asObservable().retrying(attempts: nil)
    }

    /// The same sequence, subscribed to again when it fails, a number of times in all.
    ///
    /// - Parameter maxAttemptCount: How many times it is subscribed to at most, the first time included, as in RxSwift.
    ///   The last error is passed on. At least one.
    public func retry(_ maxAttemptCount: Int) -> Observable<Element> {
        asObservable().retrying(attempts: max(1, maxAttemptCount))
    }
}

extension Observable {
    func retrying(attempts: Int?) -> Observable {
        Observable { [self] down, subscription in
            RetryRun(self, down, subscription.lifetime, attempts: attempts).attempt()
        }
    }
}

/// One subscription to `retry`.
private final class RetryRun<Element: Sendable>: Sendable {
    private struct State {
        var remaining: Int?
        var isAttaching = false
        var hasFailedMeanwhile = false
    }

    private enum Next { case pass, wait, attempt }

    private let source: Observable<Element>
    private let down: Sink<Element>
    private let lifetime: Lifetime
    private let state: Guarded<State>

    init(_ source: Observable<Element>, _ down: Sink<Element>, _ lifetime: Lifetime, attempts: Int?) {
        self.source = source
        self.down = down
        self.lifetime = lifetime
        state = Guarded(State(remaining: attempts))
    }

    /// Subscribes, in a loop for as long as the sequence fails while it is being subscribed to.
    func attempt() {
        var isAgain = true
        while isAgain, !lifetime.isEnded {
            state.withLock { state in
                state.remaining = state.remaining.map { $0 - 1 }
                state.isAttaching = true
                state.hasFailedMeanwhile = false
            }
            let input = lifetime.child()
            let inputLifetime = input.lifetime
            let sink = Sink<Element>(
                isMainActor: down.isMainActor,
                next: down.next,
                stop: { [self] termination in
                    inputLifetime.end()
                    stopped(termination)
                })
            source.attach(sink, input)
            isAgain = state.withLock { state in
                state.isAttaching = false
                return state.hasFailedMeanwhile
            }
        }
    }

    private func stopped(_ termination: Termination) {
        guard case .error = termination else { return down.stop(termination) }
        let next: Next = state.withLock { state in
            if state.remaining == 0 { return .pass }
            if state.isAttaching {
                state.hasFailedMeanwhile = true
                return .wait
            }
            return .attempt
        }
        switch next {
        case .pass: down.stop(termination)
        case .wait: break
        case .attempt: attempt()
        }
    }
}
