import Observation

/// What an expression on the main actor reads of `@Observable` models, as something that a computation has read.
final class TrackedModels: Disposable {
    /// The number of the registration that counts; 0 after the end.
    private let registration = Guarded(0)
    private let end = RegistrationEnd()
    private let place: StaticSourcePlace
    @MainActor private var readable = ReadableState()

    init(_ place: StaticSourcePlace) {
        self.place = place
    }

    /// The value of an expression, for the computation under way, which runs again after a change of what was read.
    @MainActor
    func tracking<Value>(_ expression: () -> Value) -> Value {
        readable.noteRead()
        let number = registration.withLock { number in
            number += 1
            return number
        }
        // The former one may be waiting, if something else has changed.
        end.tell()
        return withObservationTracking {
            end.access()
            return number == 1 ? first(expression) : expression()
        } onChange: { [weak self] in
            self?.change(number)
        }
    }

    /// A model is about to change, on whichever thread.
    private func change(_ number: Int) {
        guard registration.withLock({ $0 == number }) else { return }
        MainActorDispatcher.post { [weak self] in
            guard let self, registration.withLock({ $0 == number }) else { return }
            MainActorDispatcher.assumingCurrent { readable.change {} }
        }
    }

    func dispose() {
        registration.replace(with: 0)
        end.tell()
    }

    #if DEBUG
        /// The expressions that have been looked at. Each is once: what is registered for that cannot be cancelled.
        private static let seen = Guarded<Set<String>>([])
    #endif

    /// The first value of an expression. Warns, in debug builds, if nothing has been read that can change.
    @MainActor
    private func first<Value>(_ expression: () -> Value) -> Value {
        #if DEBUG
            let place = self.place.place.map { "\($0)" } ?? ""
            guard Self.seen.withLock({ $0.insert(place).inserted }) else { return expression() }
            // Observation holds the closure if there was anything to register.
            weak var weakRegistration: WeakReference<TrackedModels>?
            let value = {
                let registration = WeakReference(self)
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
