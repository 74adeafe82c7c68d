/// A two-way binding at work, all of it on the main actor.
///
/// It is held by the two sides, as an observer of each, and holds neither.
@MainActor
final class TwoWayBinding<Value: Sendable> {
    private let left: TwoWayEnd<Value>
    private let side: TwoWaySide<Value>
    private let areEqual: (@Sendable (Value, Value) -> Bool)?

    /// What the right side has told or been given last, in case that it cannot be asked.
    private var lastKnown: Value?
    /// Whether the right side has yet to tell what it held before, which is no edit.
    private var isInitialDue: Bool
    /// Whether the binding is being made.
    private var isBeginning = true
    /// Whether the right side is given what the relay holds at the beginning, whatever is under way there.
    private var isTakingOver = false
    /// How many writes to the right side, which is a control, are under way.
    private var writes = 0
    /// What the control has said last while it is being written to.
    private var said: Value?
    /// Whether it has said anything, which costs less to ask, and the original change that this follows from.
    private var hasSaid = false
    private var changeOfSaid: UInt64 = 0
    private var turns = TwoWayTurns()
    private var hasWarned = false

    private init(
        _ left: TwoWayEnd<Value>, _ side: TwoWaySide<Value>, _ areEqual: (@Sendable (Value, Value) -> Bool)?
    ) {
        self.left = left
        self.side = side
        self.areEqual = areEqual
        isInitialDue = side.tellsStart
    }

    nonisolated static func begin(
        _ left: TwoWayEnd<Value>, _ side: TwoWaySide<Value>, areEqual: (@Sendable (Value, Value) -> Bool)?
    ) -> any Disposable {
        let subscription = Subscription()
        let fromSide = subscription.lifetime.child()
        MainActorDispatcher.run {
            guard !subscription.lifetime.isEnded else { return }
            TwoWayBinding(left, side.withoutSource, areEqual).begin(side, fromSide, subscription)
        }
        return subscription
    }

    private func begin(_ source: TwoWaySide<Value>, _ fromSide: Subscription, _ subscription: Subscription) {
        let lifetime = subscription.lifetime
        let sinkOfSide = Sink(
            isMainActor: true,
            next: MainActorDispatcher.unchecked { [self] (value: Value) in rightChanged(to: value) },
            stop: { termination in
                termination.reportErrorInBinding(to: ControlProperty<Value>.self)
                lifetime.end()
            })
        // First, so that what the right side makes of the relay's value is heard.
        source.attach(sinkOfSide, fromSide)
        isBeginning = false
        let sinkOfLeft = Sink(
            isMainActor: true,
            next: MainActorDispatcher.unchecked { [self] (value: Value) in leftChanged(to: value) },
            stop: { _ in })
        isTakingOver = true
        left.attach(sinkOfLeft, subscription)
        isTakingOver = false
    }

    /// The relay has a value that did not come from the right side.
    private func leftChanged(to value: Value) {
        let isFirst = isTakingOver
        isTakingOver = false
        guard let source = left.source,
            let stamp = isFirst ? source.takingOver(from: side.version()) : source.underWay
        else { return }
        if isHeldOnTheRight(value) {
            lastKnown = value
            if isFirst { side.adopt(stamp) }
            return
        }
        let former = lastKnown
        // Before it is written, because the right side may tell of something else at once.
        lastKnown = value
        writes += 1
        let isTurn = pass(on: .left, stamp) { side.write(value, stamp, $0) }
        writes -= 1
        if !isTurn { lastKnown = former }
        hearWhatWasSaid()
    }

    /// Has the last of what the control has said while it was being written to count, which may have been on its way to
    /// something else.
    private func hearWhatWasSaid() {
        guard hasSaid, writes == 0, let said else { return }
        hasSaid = false
        self.said = nil
        // The binding may have been disposed of meanwhile.
        guard let slot = left.slot, !slot.isOver else { return }
        MainActorDispatcher.during(changeOfSaid, on: currentThread()) { rightChanged(to: said) }
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
        guard !isBeginning, !isInitial else { return }
        if side.isControl, writes > 0 {
            said = value
            hasSaid = true
            changeOfSaid = MainActorDispatcher.change
            return
        }
        guard left.source != nil, let stamp = side.underWay() else { return }
        // A control tells of what it has been given, which the relay may have left behind.
        if side.isControl, stamp.isBrought, let lastKnown, areSame(lastKnown, value) { return }
        lastKnown = value
        if let areEqual, let held = left.value, areEqual(held, value) { return }
        pass(on: .right, stamp) { left.send(value, from: stamp, if: $0) }
    }

    /// Whether two values are equal, or the same to the bit.
    private func areSame(_ left: Value, _ right: Value) -> Bool {
        areEqual?(left, right) == true || areIdentical(left, right)
    }

    private func warn() {
        guard !hasWarned else { return }
        hasWarned = true
        let place = left.source?.place?.place
        BindingDiagnostics.warn(.unsettledTwoWayBinding(value: Value.self, at: place))
    }
}
