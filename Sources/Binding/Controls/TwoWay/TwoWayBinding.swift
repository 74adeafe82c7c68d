/// A two-way binding at work, all of it on the main actor.
///
/// It is held by the two sides, as an observer of each, and holds neither.
@MainActor @usableFromInline
final class TwoWayBinding<Left: TwoWayEnd> {
    @usableFromInline typealias Value = Left.Value

    // Variables are accessed for a moment at a time, on the main actor, and need no check for exclusive access.

    @usableFromInline let left: Left
    @usableFromInline let lifetime: Lifetime
    @usableFromInline let side: TwoWaySide<Value>
    @usableFromInline let lifetimeOfSide: Lifetime
    @usableFromInline let areEqual: (@Sendable (Value, Value) -> Bool)?

    /// The last value that the right side reported or received, for a side whose value cannot be read.
    @exclusivity(unchecked) @usableFromInline var lastKnown: Value?
    /// Whether the right side has yet to report its initial value, which is no edit.
    @exclusivity(unchecked) @usableFromInline var isInitialDue: Bool
    /// Whether the binding is being made.
    @exclusivity(unchecked) @usableFromInline var isBeginning = true
    /// Whether the right side is receiving the relay's value at the beginning, whatever is under way there.
    @exclusivity(unchecked) @usableFromInline var isTakingOver = false
    /// The number of writes under way to the right side, a control.
    @exclusivity(unchecked) @usableFromInline var writes = 0
    /// The last value that the control has reported while it is being written to.
    @exclusivity(unchecked) @usableFromInline var reported: Value?
    /// Whether it has reported a value, which is cheaper to check, and the original change that this follows from.
    @exclusivity(unchecked) @usableFromInline var hasReported = false
    @exclusivity(unchecked) @usableFromInline var changeOfReported: UInt64 = 0
    @exclusivity(unchecked) @usableFromInline var turns = TwoWayTurns()
    @exclusivity(unchecked) @usableFromInline var hasWarned = false

    @inlinable
    init(
        _ left: Left, _ lifetime: Lifetime, _ side: TwoWaySide<Value>, _ lifetimeOfSide: Lifetime,
        _ areEqual: (@Sendable (Value, Value) -> Bool)?
    ) {
        self.left = left
        self.lifetime = lifetime
        self.side = side
        self.lifetimeOfSide = lifetimeOfSide
        self.areEqual = areEqual
        isInitialDue = side.reportsInitialValue
    }

    @inlinable
    nonisolated static func begin(
        _ left: Left, _ side: TwoWaySide<Value>, areEqual: (@Sendable (Value, Value) -> Bool)?
    ) -> any Disposable {
        let subscription = Subscription()
        let fromSide = subscription.lifetime.child()
        MainActorDispatcher.run {
            let lifetime = subscription.lifetime
            guard !lifetime.isEnded else { return }
            TwoWayBinding(left, lifetime, side.withoutSource, fromSide.lifetime, areEqual)
                .begin(side, fromSide, subscription)
        }
        return subscription
    }

    @inlinable
    func begin(_ source: TwoWaySide<Value>, _ fromSide: Subscription, _ subscription: Subscription) {
        let sinkOfSide = Sink(
            isMainActor: true,
            next: MainActorDispatcher.unchecked { [self] (value: Value) in rightChanged(to: value) },
            stop: { [lifetime] termination in
                termination.reportErrorInBinding(to: ControlProperty<Value>.self)
                lifetime.end()
            })
        // First, so that the right side's answer to the relay's value is not missed.
        source.attach(sinkOfSide, fromSide)
        isBeginning = false
        let sinkOfLeft = Sink(
            isMainActor: true,
            next: MainActorDispatcher.unchecked { [self] (value: Value) in leftChanged(to: value) },
            stop: { _ in })
        isTakingOver = true
        left.attach(sinkOfLeft, subscription)
        isTakingOver = false
        if side.commit != nil { HoldingBindings.add(self) }
    }

    /// Handles a value of the relay that did not come from the right side.
    @inlinable
    func leftChanged(to value: Value) {
        let isFirst = isTakingOver
        isTakingOver = false
        guard let source = left.relay.map({ left.source(of: $0) }),
            let stamp = isFirst ? source.takingOver(from: side.version()) : source.underWay
        else { return }
        if isHeldOnTheRight(value) {
            lastKnown = value
            if isFirst { side.adopt(stamp) }
            return
        }
        let former = lastKnown
        // Before it is written, because the right side may report another value at once.
        lastKnown = value
        writes += 1
        let isTurn = pass(on: .left, stamp) { side.write(value, lifetimeOfSide, stamp, $0) }
        writes -= 1
        if !isTurn { lastKnown = former }
        applyReported()
    }

    /// Applies the last value that the control has reported while it was being written to; those before may have been
    /// intermediate.
    @inlinable
    func applyReported() {
        guard hasReported, writes == 0, let reported else { return }
        hasReported = false
        self.reported = nil
        // The binding may have been disposed of meanwhile.
        guard !lifetime.isEnded else { return }
        MainActorDispatcher.during(changeOfReported, on: currentThread()) { rightChanged(to: reported) }
    }

    /// Passes a value of one side on to the other one, if it is that side's turn.
    ///
    /// - Returns: Whether it was.
    @inlinable @discardableResult
    func pass(on side: TwoWayTurns.Side, _ stamp: BroadcastStamp, to write: (() -> Bool) -> Void) -> Bool {
        var isTurn = true
        write {
            isTurn = turns.take(side, in: stamp.change, isBrought: stamp.isBrought)
            return isTurn
        }
        if !isTurn { warn() }
        return isTurn
    }

    @inlinable
    func isHeldOnTheRight(_ value: Value) -> Bool {
        guard let areEqual else { return false }
        switch side.content() {
        case .value(let held): return areEqual(held, value)
        case .nothing: return false
        case .unknown: return lastKnown.map { areEqual($0, value) } ?? false
        }
    }

    /// Handles a value of the right side: its user's, or what it made of one that it received.
    @inlinable
    func rightChanged(to value: Value) {
        let isInitial = isInitialDue
        isInitialDue = false
        guard !isBeginning, !isInitial else { return }
        if side.isControl, writes > 0 {
            reported = value
            hasReported = true
            changeOfReported = MainActorDispatcher.change
            return
        }
        guard let relay = left.relay, let stamp = side.underWay() else { return }
        // A control may report the value written to it, after the relay has moved on.
        if side.isControl, stamp.isBrought, let lastKnown, areSame(lastKnown, value) { return }
        lastKnown = value
        pass(on: .right, stamp) {
            left.send(value, unless: areEqual, to: relay, except: lifetime, from: stamp, if: $0)
        }
    }

    /// Whether two values are equal, or bitwise identical.
    @inlinable
    func areSame(_ left: Value, _ right: Value) -> Bool {
        areEqual?(left, right) == true || areIdentical(left, right)
    }

    @usableFromInline
    func warn() {
        guard !hasWarned else { return }
        hasWarned = true
        let place = left.relay.flatMap { left.source(of: $0).place.place }
        BindingDiagnostics.warn(.unsettledTwoWayBinding(value: Value.self, at: place))
    }
}
