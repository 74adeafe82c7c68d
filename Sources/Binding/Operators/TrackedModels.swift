import Observation

/// What an expression on the main actor reads of `@Observable` models, as something that a computation has read.
final class TrackedModels: Disposable {
    private struct State {
        /// The thread that is cancelling the registration that is there, or 0.
        var canceller: UInt = 0
        /// Whether the main actor has been asked to run the computation again.
        var isDue = false
        var isEnded = false
    }

    private let state = Guarded(State())
    private let end = RegistrationEnd()
    private let place: StaticSourcePlace
    @MainActor private var readable = ReadableState()
    /// Whether there has been a first evaluation.
    @MainActor private var hasBegun = false

    init(_ place: StaticSourcePlace) {
        self.place = place
    }

    /// The value of an expression, for the computation under way, which runs again after a change of what was read.
    @MainActor
    func tracking<Value>(_ expression: () -> Value) -> Value {
        readable.noteRead()
        // The former registration may be there still, if something else has changed.
        cancel()
        let isFirst = !hasBegun
        hasBegun = true
        let value = withObservationTracking {
            end.access()
            return isFirst ? first(expression) : expression()
        } onChange: { [weak self] in
            self?.change()
        }
        // If it was disposed of meanwhile, there was no registration to cancel yet.
        if state.withLock({ $0.isEnded }) { cancel() }
        return value
    }

    private func cancel() {
        let thread = currentThread()
        state.withLock { $0.canceller = thread }
        end.tell()
        state.withLock { $0.canceller = 0 }
    }

    /// A model is about to change, on whichever thread. What runs the computation before it has done so sees the former
    /// value, so it is run again in any case.
    private func change() {
        let isNews = state.withLock { state in
            if state.canceller == currentThread() || state.isDue || state.isEnded { return false }
            state.isDue = true
            return true
        }
        guard isNews else { return }
        MainActorDispatcher.post { [weak self] in
            guard let self else { return }
            let isEnded = state.withLock { state in
                state.isDue = false
                return state.isEnded
            }
            if !isEnded { MainActorDispatcher.assumingCurrent { readable.change() } }
        }
    }

    deinit { end.tell() }

    func dispose() {
        state.withLock { $0.isEnded = true }
        end.tell()
    }

    #if DEBUG
        /// The expressions that have been looked at. Each is once: what is registered for that cannot be cancelled.
        private static let seen = Guarded<Set<String>>([])
        private final class Registration: Sendable {}
    #endif

    /// The first value of an expression. Warns, in debug builds, if nothing has been read that can change.
    @MainActor
    private func first<Value>(_ expression: () -> Value) -> Value {
        #if DEBUG
            let place = self.place.place.map { "\($0)" } ?? ""
            guard Self.seen.withLock({ $0.insert(place).inserted }) else { return expression() }
            // Observation holds the closure if there was anything to register.
            weak var weakRegistration: Registration?
            let value = {
                let registration = Registration()
                weakRegistration = registration
                return withObservationTracking(expression) { _ = registration }
            }()
            if weakRegistration == nil, readable.isLatestRead {
                BindingDiagnostics.warn(.nothingFollowed(at: self.place.place))
            }
            return value
        #else
            return expression()
        #endif
    }
}
