extension BehaviorRelay {
    /// Keeps this relay and a control alike, whoever changes.
    ///
    /// The relay wins at the start. From then on an edit of the control is one value on the relay; what the view model
    /// makes of it is shown in the control; and what the control makes of a value that it is given ends up in the relay.
    /// Where each keeps changing what the other wrote, each gets one say for each original change, and then the binding
    /// stops for that change, with one warning to ``BindingDiagnostics``.
    ///
    /// All of this happens on the main actor, at once where the change is made there.
    ///
    /// - Parameter control: The control's property. Its object is not kept alive.
    /// - Returns: What ends the binding.
    public func bindTwoWay(to control: some ControlPropertyType<Element>) -> any Disposable {
        TwoWayBinding.begin(self, control.asControlProperty(), areEqual: nil)
    }

    /// Keeps this relay and a control alike, whoever changes; a value equal to what the other side holds is not
    /// written.
    public func bindTwoWay(to control: some ControlPropertyType<Element>) -> any Disposable
    where Element: Equatable {
        TwoWayBinding.begin(self, control.asControlProperty(), areEqual: ==)
    }

    /// Keeps this relay and another alike, whoever changes. This one wins at the start.
    public func bindTwoWay(to relay: BehaviorRelay<Element>) -> any Disposable {
        TwoWayBinding.begin(self, relay, areEqual: nil)
    }

    /// Keeps this relay and another alike, whoever changes; a value equal to what the other holds is not written.
    public func bindTwoWay(to relay: BehaviorRelay<Element>) -> any Disposable where Element: Equatable {
        TwoWayBinding.begin(self, relay, areEqual: ==)
    }
}

/// A two-way binding at work, all of it on the main actor.
///
/// It is held by the two sides, as an observer of each, and holds neither.
@MainActor
private final class TwoWayBinding<Value: Sendable> {
    /// The right side.
    private struct Side: Sendable {
        /// What it holds at this moment; `nil` where that cannot be said.
        let current: @MainActor () -> Value?
        /// Sets its value.
        let write: @MainActor (Value) -> Void
        /// Has a sink called with what it holds, and then with what it comes to hold except by `write`.
        let attach: @MainActor (Sink<Value>, Subscription) -> Void
    }

    /// A place among the observers of a relay on the right side, which by the sink holds who writes to that relay.
    @MainActor
    private final class WeakSlot {
        weak var slot: Slot<Value>?

        nonisolated init() {}
    }

    private weak var relay: BehaviorRelay<Value>?
    private let current: @MainActor () -> Value?
    private let write: @MainActor (Value) -> Void
    private let areEqual: (@Sendable (Value, Value) -> Bool)?

    /// Its place among the relay's observers, which holds the binding.
    private weak var slot: Slot<Value>?
    /// What the right side has said or been given last, in case that it cannot be asked.
    private var lastKnown: Value?
    /// Whether the right side is only telling what it held before.
    private var isBeginning = true
    private var turns = TwoWayTurns()
    private var hasWarned = false

    private init(_ relay: BehaviorRelay<Value>, _ side: Side, _ areEqual: (@Sendable (Value, Value) -> Bool)?) {
        self.relay = relay
        current = side.current
        write = side.write
        self.areEqual = areEqual
    }

    nonisolated static func begin(
        _ relay: BehaviorRelay<Value>, _ control: ControlProperty<Value>,
        areEqual: (@Sendable (Value, Value) -> Bool)?
    ) -> any Disposable {
        let side = Side(
            current: control.current,
            write: { control.valueSink.next($0) },
            attach: { control.asObservable().attach($0, $1) })
        return begin(relay, side, areEqual)
    }

    nonisolated static func begin(
        _ relay: BehaviorRelay<Value>, _ other: BehaviorRelay<Value>, areEqual: (@Sendable (Value, Value) -> Bool)?
    ) -> any Disposable {
        let ownSlot = WeakSlot()
        let side = Side(
            current: { [weak other] in other?.value },
            write: { [weak other] in other?.broadcaster.send($0, except: ownSlot.slot) { _ in true } },
            attach: { sink, subscription in
                let slot = Slot(sink, chain: subscription.lifetime)
                ownSlot.slot = slot
                other.broadcaster.attach(slot, subscription, of: other)
            })
        return begin(relay, side, areEqual)
    }

    nonisolated private static func begin(
        _ relay: BehaviorRelay<Value>, _ side: Side, _ areEqual: (@Sendable (Value, Value) -> Bool)?
    ) -> any Disposable {
        let subscription = Subscription()
        let fromSide = subscription.lifetime.child()
        MainActorDispatcher.run {
            guard !subscription.lifetime.isEnded else { return }
            TwoWayBinding(relay, side, areEqual).begin(side, fromSide, relay, subscription)
        }
        return subscription
    }

    private func begin(
        _ side: Side, _ fromSide: Subscription, _ relay: BehaviorRelay<Value>, _ subscription: Subscription
    ) {
        let lifetime = subscription.lifetime
        let sinkOfSide = Sink(
            isMainActor: true,
            next: MainActorDispatcher.unchecked { [self] (value: Value) in sideSays(value) },
            stop: { termination in
                termination.reportErrorInBinding(to: ControlProperty<Value>.self)
                lifetime.end()
            })
        // First, so that what the right side makes of the relay's value is heard.
        side.attach(sinkOfSide, fromSide)
        isBeginning = false
        let sinkOfRelay = Sink(
            isMainActor: true,
            next: MainActorDispatcher.unchecked { [self] (value: Value) in relaySays(value) },
            stop: { _ in })
        let slot = Slot(sinkOfRelay, chain: lifetime)
        self.slot = slot
        relay.broadcaster.attach(slot, subscription, of: relay)
    }

    /// The relay has a value that did not come from the right side.
    private func relaySays(_ value: Value) {
        guard let relay else { return }
        let stamp = relay.broadcaster.underWay ?? .none
        if turns.isSuperseded(stamp.number) { return }
        if let areEqual, let held = current() ?? lastKnown, areEqual(held, value) { return }
        guard turns.relaySays(origin: stamp.origin, mainActorTurn: MainActorDispatcher.currentTurn) else {
            return warn()
        }
        lastKnown = value
        write(value)
    }

    /// The right side has a value: its user's, or what it made of one that it was given.
    private func sideSays(_ value: Value) {
        guard !isBeginning, let relay else { return }
        lastKnown = value
        if let areEqual, areEqual(relay.value, value) { return }
        var isAccepted = true
        let outer = turns.beginSpeaking()
        relay.broadcaster.send(value, except: slot) { stamp in
            isAccepted = turns.sideSays(
                number: stamp.number, origin: stamp.origin, mainActorTurn: MainActorDispatcher.currentTurn)
            return isAccepted
        }
        turns.endSpeaking(outer)
        if !isAccepted { warn() }
    }

    private func warn() {
        guard !hasWarned else { return }
        hasWarned = true
        let place = relay?.broadcaster.place?.place
        BindingDiagnostics.warn(.unsettledTwoWayBinding(value: Value.self, at: place))
    }
}
