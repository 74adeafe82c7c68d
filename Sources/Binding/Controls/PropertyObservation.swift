/// A subscription to a property of a control: tells its value after each change, or, where the control is being written
/// to or edited, when that is done.
///
/// It is held by the source of the changes, or by what a toolkit has been given to call.
@MainActor @usableFromInline
final class PropertyObservation {
    private weak let base: AnyObject?
    private let lifetime: Lifetime
    private let output: Broadcaster<Void>

    /// What it waits for, and the original change of which it has been told last.
    var held: (number: UInt64, change: UInt64)?
    private var hasBegun = false

    /// - Parameter output: Made by ``output(of:to:_:)``.
    @usableFromInline
    init(_ base: AnyObject, _ lifetime: Lifetime, _ output: Broadcaster<Void>) {
        self.base = base
        self.lifetime = lifetime
        self.output = output
    }

    /// What has an observer called with the property's value, in order.
    ///
    /// The value is read when it is its turn: while the observer is busy with an edit, bindings may write to the
    /// control, and what it held before that is no news. Of several changes that wait, one is enough.
    @inlinable
    nonisolated static func output<Value: Sendable>(
        of read: @escaping @Sendable () -> Value?, to down: Sink<Value>, _ subscription: Subscription
    ) -> Broadcaster<Void> {
        let tell: @Sendable (()) -> Void = { _ in if let value = read() { down.next(value) } }
        return output(calling: Sink(isMainActor: true, next: tell, stop: down.stop), subscription)
    }

    /// What has a sink called, in order; of several calls that wait, one is made. Not inlinable, because the library
    /// has the one copy of this broadcaster's code that is needed.
    @usableFromInline
    nonisolated static func output(calling sink: Sink<Void>, _ subscription: Subscription) -> Broadcaster<Void> {
        Observable.serializedOutput(to: sink, subscription, conflates: true)
    }

    /// Has the observer called after each change, until the changes end.
    @usableFromInline
    func follow(_ changes: Observable<Void>, _ input: Subscription) {
        let changed = MainActorDispatcher.unchecked(changed)
        changes.onMainActor.attach(
            Sink(isMainActor: true, next: { changed() }, stop: { [output] in output.stop($0) }), input)
    }

    /// Tells what the property holds, and from now on what it comes to hold.
    @usableFromInline
    func begin() {
        hasBegun = true
        if !lifetime.isEnded { output.send(()) }
    }

    /// The property has another value.
    @usableFromInline
    func changed() {
        // What comes before the beginning is a part of what is told then.
        guard hasBegun, !lifetime.isEnded else { return }
        // Asked for where there may be something to hold it by: a weak reference is dear.
        if ControlHolds.isHolding, let base, ControlHolds.hold(self, of: base) { return }
        output.send(())
    }
}
