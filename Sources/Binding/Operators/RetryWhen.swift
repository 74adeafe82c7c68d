extension ObservableType {
    /// The same sequence, subscribed to again after an error, each time another sequence sends a value.
    ///
    /// See [ReactiveX: RetryWhen](https://reactivex.io/documentation/operators/retry.html); the same as RxSwift's
    /// operator. The closure is called once for each subscription, and makes the other sequence of the errors. After an
    /// error, any value of the other sequence has this one subscribed to again, and the other one's completion or error
    /// ends the result. At other times a value has no effect, and an end takes effect at the next error.
    ///
    /// ```swift
    /// request.retry(when: { errors in errors.delay(.seconds(5)) })
    /// ```
    ///
    /// - Parameter handler: Makes the other sequence, on the thread that subscribes. An error that it throws ends the
    ///   result.
    public func retry<Trigger: ObservableConvertibleType>(
        when handler: @escaping @Sendable (Observable<any Error>) throws -> Trigger
    ) -> Observable<Element> {
        asObservable().retrying(after: { _ in true }, when: handler)
    }

    /// The same sequence, subscribed to again after an error of one type, each time another sequence sends a value.
    ///
    /// An error of another type ends the result. Otherwise the same as the form for all errors.
    ///
    /// - Parameter handler: Makes the other sequence, on the thread that subscribes. An error that it throws ends the
    ///   result.
    public func retry<Failure: Error, Trigger: ObservableConvertibleType>(
        when handler: @escaping @Sendable (Observable<Failure>) throws -> Trigger
    ) -> Observable<Element> {
        asObservable().retrying(
            after: { $0 is Failure }, when: { errors in try handler(errors.compactMap { $0 as? Failure }) })
    }
}

extension Observable {
    fileprivate func retrying<Trigger: ObservableConvertibleType>(
        after isTried: @escaping @Sendable (any Error) -> Bool,
        when handler: @escaping @Sendable (Observable<any Error>) throws -> Trigger
    ) -> Observable {
        Observable { [self] down, subscription in
            let lifetime = subscription.lifetime
            let run = RetryWhenRun(self, down, lifetime, isTried)
            do {
                let trigger = try handler(run.errors.asObservable()).asObservable()
                if lifetime.isEnded { return }
                Observable.attach(
                    trigger, isMainActor: down.isMainActor, lifetime,
                    next: { _ in run.triggered() }, stop: { run.triggerStopped($0) })
                run.start()
            } catch {
                down.fail(error, lifetime)
            }
        }
    }
}

/// One subscription to `retry(when:)`.
private final class RetryWhenRun<Element: Sendable>: Sendable {
    private enum Action: Sendable {
        case attempt
        case report(any Error)
        case stop(Termination)
        case rest
    }

    private struct State {
        /// Whether a call is doing what is due, and will do what becomes due meanwhile.
        var isBusy = false
        /// Whether the sequence has failed and has not been subscribed to again.
        var isWaiting = false
        var isAttemptDue = false
        var isStopDue = false
        var failure: (any Error)?
        var triggerEnd: Termination?

        /// What to do next.
        mutating func next() -> Action {
            if let failure = failure.take() { return .report(failure) }
            if isStopDue, let triggerEnd { return .stop(triggerEnd) }
            isBusy = isAttemptDue
            defer { isAttemptDue = false }
            return isAttemptDue ? .attempt : .rest
        }
    }

    let errors = CompactPublishRelay<any Error>()
    private let source: Observable<Element>
    private let down: Sink<Element>
    private let lifetime: Lifetime
    private let isTried: @Sendable (any Error) -> Bool
    private let state = Guarded(State())

    init(
        _ source: Observable<Element>, _ down: Sink<Element>, _ lifetime: Lifetime,
        _ isTried: @escaping @Sendable (any Error) -> Bool
    ) {
        self.source = source
        self.down = down
        self.lifetime = lifetime
        self.isTried = isTried
    }

    func start() { proceed { $0.isAttemptDue = true } }

    func triggered() {
        proceed { state in
            if state.isWaiting { (state.isWaiting, state.isAttemptDue) = (false, true) }
        }
    }

    func triggerStopped(_ termination: Termination) {
        proceed { state in
            state.triggerEnd = termination
            if state.isWaiting { (state.isWaiting, state.isStopDue) = (false, true) }
        }
    }

    private func stopped(_ termination: Termination) {
        guard case .error(let error) = termination, isTried(error) else { return down.stop(termination) }
        proceed { state in
            state.isWaiting = state.triggerEnd == nil
            state.isStopDue = !state.isWaiting
            if state.isWaiting { state.failure = error }
        }
    }

    /// Notes something and does what is due, unless another call is doing so: in a loop rather than recursively,
    /// however often the sequence fails while it is being subscribed to.
    private func proceed(_ note: (inout State) -> Void) {
        let isFree = state.withLock { state in
            note(&state)
            defer { state.isBusy = true }
            return !state.isBusy
        }
        guard isFree else { return }
        while !lifetime.isEnded {
            switch state.withLock({ $0.next() }) {
            case .attempt: attempt()
            case .report(let error): errors.accept(error)
            case .stop(let termination): return down.stop(termination)
            case .rest: return
            }
        }
    }

    private func attempt() {
        source.attach(down, under: lifetime) { [self] in stopped($0) }
    }
}
