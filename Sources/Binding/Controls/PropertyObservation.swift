/// A subscription to a property of a control, which reports its value after each change, or, if the control is being
/// written to or edited, once that is done.
///
/// The value is read when its turn comes: while the observer handles an edit, bindings may write to the control, and its
/// earlier value is obsolete.
///
/// It is held by the source of the changes, or by the callback that a toolkit holds.
@MainActor @usableFromInline
class PropertyObservation: ConflatedCalls {
    /// The control, as long as it lives.
    @usableFromInline var base: AnyObject? { nil }

    private var hasBegun = false
    /// The number of the hold that it waits for, or 0, and the two-way bindings that led to the last change.
    var held: (number: UInt64, bindings: BindingChain?) = (0, nil)

    @usableFromInline
    override nonisolated init(
        _ next: @escaping @Sendable (ConflatedCalls) -> Void, _ end: @escaping @Sendable (Termination) -> Void,
        _ lifetime: Lifetime
    ) {
        super.init(next, end, lifetime)
    }

    @usableFromInline override final var kind: Any.Type { base.map { type(of: $0) } ?? Self.self }

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
            begin(ValueObservation(access, down, subscription.lifetime), base, source, subscription)
        }
    }

    /// Reports the property's value, and its changes from now on.
    @usableFromInline
    final func begin() {
        hasBegun = true
        call()
    }

    /// Reports the property's value after each value of a source, until that ends.
    @usableFromInline
    final func follow(_ changes: Observable<Void>, _ subscription: Subscription) {
        let sink = Sink<Void>(
            isMainActor: true,
            next: { [self] _ in
                let changed: @Sendable (PropertyObservation) -> Void = MainActorDispatcher.unchecked { $0.changed() }
                changed(self)
            },
            stop: { [self] termination in MainActorDispatcher.assumingCurrent { stop(termination) } })
        changes.onMainActor.attach(sink, subscription)
    }

    /// Reports that the property's value has changed.
    @usableFromInline
    final func changed() {
        // Changes before the beginning are part of the value that is reported then.
        guard hasBegun else { return }
        if ControlHolds.isHolding, let base, ControlHolds.hold(self, of: base) { return }
        call()
    }
}

/// A subscription to a property whose type is known: one object, with what its closures would capture.
@usableFromInline
final class ValueObservation<Base: AnyObject, Value: Sendable>: PropertyObservation {
    @usableFromInline nonisolated let access: ControlAccess<Base, Value>
    @usableFromInline nonisolated let next: @Sendable (Value) -> Void

    @inlinable
    nonisolated init(_ access: ControlAccess<Base, Value>, _ down: Sink<Value>, _ lifetime: Lifetime) {
        self.access = access
        next = down.next
        super.init(
            { observation in
                // Sound: it is called with this object.
                let observation = unsafeDowncast(observation, to: ValueObservation.self)
                if let value = observation.access.read() { observation.next(value) }
            },
            down.stop, lifetime)
    }

    @usableFromInline
    override var base: AnyObject? { access.base }
}
