import Observation

/// One subscription to the value of an expression over `@Observable` models.
final class TrackingRun<Element: Sendable>: Disposable {
    private struct State {
        /// The number of the registration that counts: what an older one reports is out of date.
        var registration = 0
        /// Whether the expression is going to be evaluated again in any case. True until the first value has been sent,
        /// which the next must not overtake.
        var isDue = true
        /// Whether a change has been reported that no evaluation has seen.
        var isChanged = false
        var isEnded = false
    }

    private let output: Broadcaster<Element>
    private let expression: @Sendable () -> Element
    private let later: @Sendable (@escaping @Sendable () -> Void) -> Void
    private let state = Guarded(State())
    private let end = RegistrationEnd()

    /// - Parameters:
    ///   - output: Where the values are sent.
    ///   - expression: The expression to evaluate.
    ///   - later: Runs an action where the models are changed.
    init(
        _ output: Broadcaster<Element>, _ expression: @escaping @Sendable () -> Element,
        later: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
    ) {
        self.output = output
        self.expression = expression
        self.later = later
    }

    deinit { end.tell() }

    /// Sends the first value.
    ///
    /// - Parameter isSafe: Whether this code runs where the models are changed, so that none of them changes between
    ///   the evaluation and the registration. Elsewhere the expression is evaluated twice.
    func begin(whereModelsChange isSafe: Bool) {
        guard let first = UntrackedRead.warning(of: evaluate) else { return }
        output.send(first)
        let isDue = state.withLock { state in
            state.isDue = state.isChanged || !isSafe
            return state.isDue
        }
        if isDue { later { [weak self] in self?.evaluateAgain(after: first) } }
    }

    /// Sends the current value of the expression.
    ///
    /// - Parameter first: The value not to send twice if no change has been reported.
    private func evaluateAgain(after first: Element? = nil) {
        let isChanged = state.withLock { state in
            defer { (state.isDue, state.isChanged) = (false, false) }
            return state.isChanged
        }
        guard let element = evaluate() else { return }
        if !isChanged, let first = first as? any Equatable, first.isEqual(to: element) { return }
        output.send(element)
    }

    /// The value of the expression; `nil` after the end. The next change of what it has read is reported.
    private func evaluate() -> Element? {
        guard let number = nextRegistration() else { return nil }
        // Held weakly: what the models hold keeps nothing of the subscription alive.
        let element = withObservationTracking {
            end.access()
            return expression()
        } onChange: { [weak self] in
            self?.change(number)
        }
        // If it was disposed of meanwhile, there was no registration to cancel yet.
        if state.withLock({ $0.isEnded }) { end.tell() }
        return element
    }

    private func nextRegistration() -> Int? {
        state.withLock { state in
            state.registration += 1
            return state.isEnded ? nil : state.registration
        }
    }

    /// What has been read is about to change.
    private func change(_ number: Int) {
        let isNews = state.withLock { state in
            guard state.registration == number, !state.isEnded else { return false }
            state.isChanged = true
            defer { state.isDue = true }
            return !state.isDue
        }
        if isNews { later { [weak self] in self?.evaluateAgain() } }
    }

    func dispose() {
        state.withLock { $0.isEnded = true }
        end.tell()
    }
}

extension Equatable {
    fileprivate func isEqual(to other: Any) -> Bool { (other as? Self).map { self == $0 } ?? false }
}
