/// A subscription to a property of a control, which reports its value after each change, or, if the control is being
/// written to or edited, once that is done.
///
/// The value is read when its turn comes: while the observer handles an edit, bindings may write to the control, and its
/// earlier value is obsolete.
///
/// It is held by the source of the changes, or by the callback that a toolkit holds.
@MainActor @usableFromInline
final class PropertyObservation: ConflatedCalls {
    private weak let base: AnyObject?

    /// The hold that it waits for, and the two-way bindings that led to the last change.
    var held: (number: UInt64, bindings: BindingChain?)?
    private var hasBegun = false

    @usableFromInline
    init(
        _ base: AnyObject, _ next: @escaping @Sendable () -> Void, _ end: @escaping @Sendable (Termination) -> Void,
        _ lifetime: Lifetime
    ) {
        self.base = base
        super.init(next, end, lifetime, of: type(of: base))
    }

    /// Begins to observe a property on the main actor: at once if this is called there.
    ///
    /// - Parameters:
    ///   - source: What tells of changes.
    ///   - begin: Connects the observation to it, until the subscription ends, and calls ``begin()``.
    @inlinable
    nonisolated static func observe<Base: AnyObject, Value: Sendable, Source: Sendable>(
        _ access: ControlAccess<Base, Value>, by source: Source, to down: Sink<Value>, _ subscription: Subscription,
        _ begin: @escaping @MainActor @Sendable (PropertyObservation, Base, Source, Subscription) -> Void
    ) {
        subscription.continueOnMainActor(with: (access, source, down, begin)) { values, subscription in
            let (access, source, down, begin) = values
            guard let base = access.base else { return }
            let (next, end) = (down.next, down.stop)
            let report: @Sendable () -> Void = { if let value = access.read() { next(value) } }
            begin(PropertyObservation(base, report, end, subscription.lifetime), base, source, subscription)
        }
    }

    /// Reports the property's value, and its changes from now on.
    @usableFromInline
    func begin() {
        hasBegun = true
        call()
    }

    /// Reports the property's value after each value of a source, until that ends.
    @usableFromInline
    func follow(_ changes: Observable<Void>, _ subscription: Subscription) {
        let sink = Sink<Void>(
            isMainActor: true, next: MainActorDispatcher.unchecked { [self] (_: Void) in changed() },
            stop: MainActorDispatcher.unchecked { [self] termination in stop(termination) })
        changes.onMainActor.attach(sink, subscription)
    }

    /// Reports that the property's value has changed.
    @usableFromInline
    func changed() {
        // Changes before the beginning are part of the value that is reported then.
        guard hasBegun else { return }
        // Loaded only if a control is being held: a weak reference is expensive.
        if ControlHolds.isHolding, let base, ControlHolds.hold(self, of: base) { return }
        call()
    }
}
