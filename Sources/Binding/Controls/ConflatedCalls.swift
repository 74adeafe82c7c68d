/// Calls a closure on the main actor, one call at a time: of several that are due by the time one returns, one is made.
///
/// It does for the observer of a control what a ``Broadcaster`` does for several: but it keeps no values, for the closure
/// reads the control, and is called on the main actor only.
@MainActor @usableFromInline
class ConflatedCalls {
    private let next: @Sendable (ConflatedCalls) -> Void
    private let end: @Sendable (Termination) -> Void
    private let lifetime: Lifetime

    /// The two-way bindings that have led to the call that is due.
    private var bindings: BindingChain?
    private var termination: Termination?
    private var isCalling = false
    private var isDue = false
    private var isStopped = false

    /// - Parameters:
    ///   - next: Called on the main actor with this object, not while such a call is under way.
    ///   - end: Called with the end, after that.
    @usableFromInline
    nonisolated init(
        _ next: @escaping @Sendable (ConflatedCalls) -> Void, _ end: @escaping @Sendable (Termination) -> Void,
        _ lifetime: Lifetime
    ) {
        self.next = next
        self.end = end
        self.lifetime = lifetime
    }

    /// What the user knows as the source, for warnings.
    @usableFromInline var kind: Any.Type { type(of: self) }

    /// Calls the closure, or, if it is being called, does so when that is done.
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
            next(self)
            if isDue { callAgain() }
            isCalling = false
            MainActorDispatcher.endDelivery(outer)
        }
        if let termination = termination.take() { end(termination) }
    }

    private func callAgain() {
        var count = 0
        while isDue, !lifetime.isEnded {
            isDue = false
            count += 1
            if count == BroadcastLanes.nestedLimit {
                BindingDiagnostics.warn(.feedback(source: kind, count: count, at: nil))
            }
            var chain = bindings.take()
            MainActorDispatcher.following(&chain) { next(self) }
        }
        isDue = false
        bindings = nil
    }

    /// Ends the calls, after those that are due.
    final func stop(_ termination: Termination) {
        if isStopped { return }
        isStopped = true
        if isCalling { self.termination = termination } else { end(termination) }
    }
}
