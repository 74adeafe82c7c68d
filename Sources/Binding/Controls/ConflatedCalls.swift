/// Calls a sink on the main actor, one call at a time: of several that are due by the time one returns, one is made.
///
/// It does for the observer of a control what a ``Broadcaster`` does for several: but it keeps no values, for the sink
/// reads the control, and is called on the main actor only.
@MainActor @usableFromInline
class ConflatedCalls {
    private let sink: Sink<Void>
    private let lifetime: Lifetime
    /// What the user knows as the source, for warnings.
    private let kind: Any.Type

    private var isCalling = false
    private var isDue = false
    /// The two-way bindings that have led to the call that is due.
    private var bindings: BindingChain?
    private var termination: Termination?
    private var isStopped = false

    @usableFromInline
    nonisolated init(_ sink: Sink<Void>, _ lifetime: Lifetime, of kind: Any.Type) {
        self.sink = sink
        self.lifetime = lifetime
        self.kind = kind
    }

    /// Calls the sink, or, if it is being called, does so when that is done.
    final func call() {
        guard !isStopped, !lifetime.isEnded else { return }
        if isCalling {
            isDue = true
            bindings = MainActorDispatcher.bindings
            return
        }
        let thread = currentThread()
        MainActorDispatcher.whileKnownCurrent(thread) {
            let outer = MainActorDispatcher.beginDelivery()
            isCalling = true
            sink.next(())
            if isDue { callAgain() }
            isCalling = false
            MainActorDispatcher.endDelivery(outer)
        }
        if let termination = termination.take() { sink.stop(termination) }
    }

    private func callAgain() {
        var count = 0
        while isDue, !lifetime.isEnded {
            isDue = false
            count += 1
            if count == BroadcastLanes.nestedLimit {
                BindingDiagnostics.warn(.feedback(source: kind, count: count, at: nil))
            }
            MainActorDispatcher.following(bindings.take()) { sink.next(()) }
        }
        isDue = false
        bindings = nil
    }

    /// Ends the calls, after those that are due.
    final func stop(_ termination: Termination) {
        if isStopped { return }
        isStopped = true
        if isCalling { self.termination = termination } else { sink.stop(termination) }
    }
}
