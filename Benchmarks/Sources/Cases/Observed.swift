import Observation

/// A value tracked by the toolchain's Observation.
@Observable
final class Observed<Value> {
    var value: Value

    init(_ value: Value) {
        self.value = value
    }
}

/// Calls closures with an observed value after each change.
///
/// Observation notifies once that a value is about to change, and nothing more. To see every value, a program has to
/// track it again, which it usually does in a later turn of the main actor. Here it is done immediately after the
/// change: the lowest possible cost of a change.
@MainActor
final class Watcher<Value> {
    private let source: Observed<Value>
    private let onNext: (Value) -> Void
    private let pending: Pending

    /// The watchers that have to track their values again.
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
