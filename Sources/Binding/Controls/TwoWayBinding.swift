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

/// What the right side of a two-way binding holds at a moment.
enum ControlContent<Value: Sendable>: Sendable {
    /// That cannot be said.
    case unknown
    /// Nothing that is a value of the relay: a control that is empty, where a default stands for that.
    case nothing
    case value(Value)
}

/// A two-way binding at work, all of it on the main actor.
///
/// It is held by the two sides, as an observer of each, and holds neither.
@MainActor
private final class TwoWayBinding<Value: Sendable> {
    /// The right side.
    private struct Side: Sendable {
        let content: @MainActor () -> ControlContent<Value>
        /// Sets its value because of an event, if that is news and is not refused.
        let write: @MainActor (Value, BroadcastStamp, _ isAccepted: () -> Bool) -> Void
        /// The event that it is telling of; `nil` where that is overtaken.
        let underWay: @MainActor () -> BroadcastStamp?
        let isControl: Bool
        /// The version of what it holds; 0 where there is none.
        let version: @MainActor () -> UInt64
        /// Notes that it holds the value of an event already.
        let adopt: @MainActor (BroadcastStamp) -> Void
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
    private let side: Side
    private let areEqual: (@Sendable (Value, Value) -> Bool)?

    /// Its place among the relay's observers, which holds the binding.
    private weak var slot: Slot<Value>?
    /// What the right side has told or been given last, in case that it cannot be asked.
    private var lastKnown: Value?
    /// Whether the right side has yet to tell what it held before, which is no edit.
    private var isInitialDue = true
    /// Whether the binding is being made.
    private var isBeginning = true
    /// Whether the right side is given what the relay holds at the beginning, whatever is under way there.
    private var isTakingOver = false
    private var turns = TwoWayTurns()
    private var hasWarned = false

    private init(_ relay: BehaviorRelay<Value>, _ side: Side, _ areEqual: (@Sendable (Value, Value) -> Bool)?) {
        self.relay = relay
        self.side = side
        self.areEqual = areEqual
    }

    nonisolated static func begin(
        _ relay: BehaviorRelay<Value>, _ control: ControlProperty<Value>,
        areEqual: (@Sendable (Value, Value) -> Bool)?
    ) -> any Disposable {
        let side = Side(
            content: control.content,
            write: { value, stamp, isAccepted in
                guard isAccepted() else { return }
                MainActorDispatcher.during(stamp.change, on: currentThread()) { control.valueSink.next(value) }
            },
            underWay: {
                let change = MainActorDispatcher.change
                return BroadcastStamp(
                    number: 0, origin: 0, change: MainActorDispatcher.begun(change),
                    version: MainActorDispatcher.newVersion(), isBrought: change != 0)
            },
            isControl: true,
            version: { 0 },
            adopt: { _ in },
            attach: { control.asObservable().attach($0, $1) })
        return begin(relay, side, areEqual)
    }

    nonisolated static func begin(
        _ relay: BehaviorRelay<Value>, _ other: BehaviorRelay<Value>, areEqual: (@Sendable (Value, Value) -> Bool)?
    ) -> any Disposable {
        let ownSlot = WeakSlot()
        let side = Side(
            content: { [weak other] in other.map { .value($0.value) } ?? .unknown },
            write: { [weak other] value, stamp, isAccepted in
                other?.broadcaster.send(value, except: ownSlot.slot, from: stamp, if: isAccepted)
            },
            underWay: { [weak other] in other?.broadcaster.underWay },
            isControl: false,
            version: { [weak other] in other?.broadcaster.lastVersion ?? 0 },
            adopt: { [weak other] in other?.broadcaster.adopt($0) },
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
            TwoWayBinding(relay, side, areEqual).begin(fromSide, relay, subscription)
        }
        return subscription
    }

    private func begin(_ fromSide: Subscription, _ relay: BehaviorRelay<Value>, _ subscription: Subscription) {
        let lifetime = subscription.lifetime
        let sinkOfSide = Sink(
            isMainActor: true,
            next: MainActorDispatcher.unchecked { [self] (value: Value) in rightChanged(to: value) },
            stop: { termination in
                termination.reportErrorInBinding(to: ControlProperty<Value>.self)
                lifetime.end()
            })
        // First, so that what the right side makes of the relay's value is heard.
        side.attach(sinkOfSide, fromSide)
        isBeginning = false
        let sinkOfRelay = Sink(
            isMainActor: true,
            next: MainActorDispatcher.unchecked { [self] (value: Value) in leftChanged(to: value) },
            stop: { _ in })
        let slot = Slot(sinkOfRelay, chain: lifetime)
        self.slot = slot
        isTakingOver = true
        relay.broadcaster.attach(slot, subscription, of: relay)
        isTakingOver = false
    }

    /// The relay has a value that did not come from the right side.
    private func leftChanged(to value: Value) {
        let isFirst = isTakingOver
        isTakingOver = false
        guard let source = relay?.broadcaster,
            let stamp = isFirst ? source.takingOver(from: side.version()) : source.underWay
        else { return }
        if isHeldOnTheRight(value) {
            if isFirst { side.adopt(stamp) }
            return
        }
        let former = lastKnown
        // Before it is written, because the right side may tell of something else at once.
        lastKnown = value
        let isTurn = pass(on: .left, stamp) { side.write(value, stamp, $0) }
        if !isTurn { lastKnown = former }
    }

    /// Has a value of one side taken in on the other one, if it is that side's turn.
    ///
    /// - Returns: Whether it was.
    @discardableResult
    private func pass(on side: TwoWayTurns.Side, _ stamp: BroadcastStamp, to write: (() -> Bool) -> Void) -> Bool {
        var isTurn = true
        write {
            isTurn = turns.take(side, in: stamp.change, isBrought: stamp.isBrought)
            return isTurn
        }
        if !isTurn { warn() }
        return isTurn
    }

    private func isHeldOnTheRight(_ value: Value) -> Bool {
        guard let areEqual else { return false }
        switch side.content() {
        case .value(let held): return areEqual(held, value)
        case .nothing: return false
        case .unknown: return lastKnown.map { areEqual($0, value) } ?? false
        }
    }

    /// The right side has a value: its user's, or what it made of one that it was given.
    private func rightChanged(to value: Value) {
        let isInitial = isInitialDue
        isInitialDue = false
        guard !isBeginning, !isInitial, let relay, let stamp = side.underWay() else { return }
        // A control tells of what it has been given, which the relay may have left behind.
        if side.isControl, stamp.isBrought, let lastKnown, areSame(lastKnown, value) { return }
        lastKnown = value
        if let areEqual, areEqual(relay.value, value) { return }
        pass(on: .right, stamp) {
            relay.broadcaster.send(value, except: slot, from: stamp, if: $0)
        }
    }

    /// Whether two values are equal, or the same to the bit, which needs no measure. Values that are alike need not be
    /// identical: gaps in a structure may differ, and so may objects.
    private func areSame(_ left: Value, _ right: Value) -> Bool {
        if areEqual?(left, right) == true { return true }
        return withUnsafeBytes(of: left) { left in withUnsafeBytes(of: right) { left.elementsEqual($0) } }
    }

    private func warn() {
        guard !hasWarned else { return }
        hasWarned = true
        let place = relay?.broadcaster.place?.place
        BindingDiagnostics.warn(.unsettledTwoWayBinding(value: Value.self, at: place))
    }
}
