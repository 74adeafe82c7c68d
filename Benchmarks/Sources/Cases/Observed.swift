import Observation

/// A value as the toolchain's Observation has it.
@Observable
final class Observed<Value> {
    var value: Value

    init(_ value: Value) {
        self.value = value
    }
}

/// Has closures called with an observed value after each change of it.
///
/// Observation tells once that a value is about to change, and nothing more. Whoever wants to see each value has to look
/// again afterwards, which programs put off to a later turn of the main actor. Here it is done at once after the change:
/// the least that a change can cost.
@MainActor
final class Watcher<Value> {
    private let source: Observed<Value>
    private let onNext: (Value) -> Void
    private let pending: Pending

    /// Those who are to look again.
    @MainActor
    final class Pending {
        fileprivate var watchers: [() -> Void] = []

        func lookAgain() {
            let due = watchers
            watchers.removeAll(keepingCapacity: true)
            for look in due { look() }
        }
    }

    init(_ source: Observed<Value>, _ pending: Pending, onNext: @escaping (Value) -> Void) {
        self.source = source
        self.pending = pending
        self.onNext = onNext
        look()
    }

    private func look() {
        withObservationTracking {
            onNext(source.value)
        } onChange: {
            MainActor.assumeIsolated { [self] in pending.watchers.append(look) }
        }
    }
}
