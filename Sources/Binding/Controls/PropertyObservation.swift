/// A subscription to a property of a control, which reports its value after each change, or, if the control is being
/// written to or edited, once that is done.
///
/// It is held by the source of the changes, or by the callback that a toolkit holds.
@MainActor @usableFromInline
final class PropertyObservation {
    private weak let base: AnyObject?
    private let lifetime: Lifetime
    private let output: Broadcaster<Void>

    /// The hold that it waits for, and the two-way bindings that led to the last change.
    var held: (number: UInt64, bindings: BindingChain?)?
    private var hasBegun = false

    /// - Parameter output: Made by ``output(of:to:_:)``.
    @usableFromInline
    init(_ base: AnyObject, _ lifetime: Lifetime, _ output: Broadcaster<Void>) {
        self.base = base
        self.lifetime = lifetime
        self.output = output
    }

    /// A broadcaster that calls an observer with the property's value, in order.
    ///
    /// The value is read when its turn comes: while the observer handles an edit, bindings may write to the control,
    /// and its earlier value is obsolete. Of several changes that wait, one is enough.
    @inlinable
    nonisolated static func output<Value: Sendable>(
        of read: @escaping @Sendable () -> Value?, to down: Sink<Value>, _ subscription: Subscription
    ) -> Broadcaster<Void> {
        let send: @Sendable (()) -> Void = { _ in if let value = read() { down.next(value) } }
        return output(calling: Sink(isMainActor: true, next: send, stop: down.stop), subscription)
    }

    /// A broadcaster that calls a sink, in order; of several calls that wait, one is made. Not inlinable: the library
    /// contains the only copy of this broadcaster's code that is needed.
    @usableFromInline
    nonisolated static func output(calling sink: Sink<Void>, _ subscription: Subscription) -> Broadcaster<Void> {
        Observable.serializedOutput(to: sink, subscription, conflates: true)
    }

    /// Calls the observer after each change, until the changes end.
    @usableFromInline
    func follow(_ changes: Observable<Void>, _ input: Subscription) {
        let changed = MainActorDispatcher.unchecked(changed)
        changes.onMainActor.attach(
            Sink(isMainActor: true, next: { changed() }, stop: { [output] in output.stop($0) }), input)
    }

    /// Reports the property's value, and its changes from now on.
    @usableFromInline
    func begin() {
        hasBegun = true
        if !lifetime.isEnded { output.send(()) }
    }

    /// Reports that the property's value has changed.
    @usableFromInline
    func changed() {
        // Changes before the beginning are part of the value that is reported then.
        guard hasBegun, !lifetime.isEnded else { return }
        // Loaded only if a control is being held: a weak reference is expensive.
        if ControlHolds.isHolding, let base, ControlHolds.hold(self, of: base) { return }
        output.send(())
    }
}
