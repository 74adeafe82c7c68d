/// What is sent once for each change on the main actor, at its end, however many of its inputs have changed: what
/// combines several drivers, or follows from several values.
///
/// A change begins with the outermost delivery, see ``MainActorDispatcher/delivery``, and ends when all sources have
/// called their observers and nothing is due any more. So what is sent has never seen some of its inputs changed and
/// others not yet.
@MainActor @usableFromInline
package class DueAtEnd {
    private enum Phase {
        case idle, due
        /// It is due, and depends on what has been sent since, with a greater number: it takes a new one at its turn.
        case overtaken
        /// It is being sent, or is subscribing to its inputs in the middle of a change.
        case busy
        /// An input has changed meanwhile.
        case busyAndDue
    }

    // Variables are accessed for a moment at a time, on the main actor, and need no check for exclusive access.

    @exclusivity(unchecked) private final var phase: Phase
    /// What depends on others comes after them, with a greater number. It gets one when it has subscribed to them, and
    /// another one when it is changed by what has a greater number: what depends on what may change later. 0 at first.
    @exclusivity(unchecked) private final var number: UInt64 = 0
    /// Whether it is to come later from the next change on; see ``hasChanged()``.
    @exclusivity(unchecked) private final var isLate = false
    /// The greatest number of what may have changed it since it was sent, if that is not certain.
    @exclusivity(unchecked) private final var cause: UInt64 = 0
    /// The latest number of all when it was sent last.
    @exclusivity(unchecked) private final var latestNumber: UInt64 = 0
    /// The change in which it was sent last, and how often.
    @exclusivity(unchecked) private final var change: UInt64 = 0
    @exclusivity(unchecked) private final var timesSent = 0

    /// - Parameter isSubscribing: Whether it is about to subscribe to its inputs; see ``hasSubscribed()``.
    @usableFromInline
    nonisolated init(isSubscribing: Bool) {
        phase = isSubscribing && MainActorDispatcher.delivery != 0 ? .busy : .idle
    }

    /// Sends what there is. Called on the main actor, not while such a call is under way.
    @usableFromInline
    package func send() {}

    /// Called when all inputs have been subscribed to.
    @usableFromInline
    final func hasSubscribed() {
        hasSubscribedToMore()
        if phase != .idle { endBusy() }
    }

    /// Called when a further input has been subscribed to.
    @usableFromInline
    package final func hasSubscribedToMore() {
        // What was made while it was being sent depends on it, what was made since may be an input.
        if phase != .due, phase != .overtaken, number == 0 || latestNumber < Self.lastNumber { takeNumber() }
    }

    private final func takeNumber() {
        Self.lastNumber += 1
        number = Self.lastNumber
    }

    private final func endBusy() {
        let isDueNow = phase == .busyAndDue
        phase = .idle
        if isDueNow { isDue() }
    }

    /// Has it sent at the end of the change under way; outside of any change, at once.
    @usableFromInline
    final func isDue() {
        if Self.isLateBeingSent {
            becomeLate()
        } else if number <= Self.numberBeingSent {
            if phase == .idle { takeNumber() } else if phase == .due { phase = .overtaken }
        }
        guard becomeDue(), MainActorDispatcher.delivery == 0 else { return }
        MainActorDispatcher.whileKnownCurrent(currentThread()) { MainActorDispatcher.inOneDelivery {} }
    }

    /// Has it sent, if it turns out to have changed, at the end of the change under way; outside of any change, at the end
    /// of the next one.
    final func mayBeDue() {
        cause = max(cause, Self.isLateBeingSent ? .max : Self.numberBeingSent)
        becomeDue()
    }

    /// Called when it is being sent and has changed, if that was not certain.
    ///
    /// If something has changed it that has a greater number, it comes after that from the next change on, and so does what
    /// depends on it. In this change all of them come in the order that they have had: among themselves that is right.
    final func hasChanged() {
        guard number < cause else { return }
        becomeLate()
        Self.isLateBeingSent = true
    }

    private final func becomeLate() {
        if isLate { return }
        isLate = true
        Self.late.append(self)
    }

    /// - Returns: Whether it was not due before.
    @discardableResult
    private final func becomeDue() -> Bool {
        switch phase {
        case .idle:
            phase = .due
            Self.queue(self)
            return true
        case .busy: phase = .busyAndDue
        case .due, .overtaken, .busyAndDue: break
        }
        return false
    }

    // MARK: All that are due

    @exclusivity(unchecked) private static var lastNumber: UInt64 = 0
    /// The number of the one that is being sent, or 0.
    @exclusivity(unchecked) private static var numberBeingSent: UInt64 = 0
    @exclusivity(unchecked) private static var isLateBeingSent = false
    @exclusivity(unchecked) private static var late: [DueAtEnd] = []
    /// The one with the lowest number, of a pairing heap: no memory is needed for what is due, and one alone costs next to
    /// nothing.
    @exclusivity(unchecked) private static var first: DueAtEnd?
    /// In that heap: the first of those that come after this one, and the next of those that come after the same one.
    @exclusivity(unchecked) private final var child: DueAtEnd?
    @exclusivity(unchecked) private final var sibling: DueAtEnd?

    private static func queue(_ new: DueAtEnd) {
        MainActorDispatcher.noteDue()
        first = first.map { merged($0, new) } ?? new
    }

    private static func popFirst() -> DueAtEnd? {
        guard let popped = first.take() else { return nil }
        guard var rest = popped.child.take() else { return popped }
        // In pairs, and then all pairs from the last one on.
        var pairs: DueAtEnd?
        while true {
            guard let second = rest.sibling.take() else {
                rest.sibling = pairs
                pairs = rest
                break
            }
            let third = second.sibling.take()
            let pair = merged(rest, second)
            pair.sibling = pairs
            pairs = pair
            guard let third else { break }
            rest = third
        }
        while let pair = pairs {
            pairs = pair.sibling.take()
            first = first.map { merged($0, pair) } ?? pair
        }
        return popped
    }

    private static func merged(_ one: DueAtEnd, _ other: DueAtEnd) -> DueAtEnd {
        let (lower, greater) = one.number < other.number ? (one, other) : (other, one)
        greater.sibling = lower.child
        lower.child = greater
        return lower
    }

    /// Sends all that is due, and what becomes due because of that; at last the events that a batch has held.
    static func sendAll() {
        if Batch.holdsWhatIsDue() { return }
        repeat { sendState() } while Batch.deliverNextEvents()
        if !late.isEmpty { renumberLate() }
        MainActorDispatcher.known.isAnythingDue.store(false, ordering: .relaxed)
    }

    /// Has those come later from now on that have been late, in the order that they have had among themselves.
    private static func renumberLate() {
        for next in late.sorted(by: { $0.number < $1.number }) {
            next.isLate = false
            next.takeNumber()
        }
        late = []
    }

    private static func sendState() {
        while let next = popFirst() {
            if next.phase == .overtaken {
                next.phase = .due
                next.takeNumber()
                queue(next)
                continue
            }
            next.phase = .busy
            next.count()
            let outer = (numberBeingSent, isLateBeingSent)
            (numberBeingSent, isLateBeingSent) = (next.number, next.isLate)
            next.send()
            (numberBeingSent, isLateBeingSent) = outer
            next.cause = 0
            next.latestNumber = lastNumber
            next.endBusy()
        }
    }

    private final func count() {
        let change = MainActorDispatcher.delivery
        timesSent = change == self.change ? timesSent + 1 : 1
        self.change = change
        if timesSent == BroadcastLanes.nestedLimit {
            BindingDiagnostics.warn(.feedback(source: sentType, count: timesSent, at: place))
        }
    }

    /// Where it is declared, for warnings.
    var place: SourcePlace? { nil }

    /// The type that the user knows it as, for warnings.
    var sentType: Any.Type { type(of: self) }
}

extension MainActorDispatcher {
    /// Notes that something is to be sent at the end of the change under way.
    static func noteDue() { known.isAnythingDue.store(true, ordering: .relaxed) }

    /// Sends what is due at the end of the change that is ending.
    @usableFromInline @inline(never)
    static func sendDue() {
        reinterpret(DueAtEnd.sendAll, as: (@Sendable () -> Void).self)()
    }

    /// Has a change begin on the main actor, unless one is under way, until ``endChange(_:)``: two functions, for use where
    /// the closure of ``inOneDelivery(_:)`` would take too much time.
    ///
    /// - Returns: What is to be passed to that.
    package static func beginChange() -> UInt64 { beginDelivery() }

    package static func endChange(_ outer: UInt64) { endDelivery(outer) }
}
