public import CBindingPlatform

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
    ///
    /// A relay that something is bound to depends on that. What an observer's closure sets does not, it is the next thing that
    /// happens: it may well be what the observed value depends on, which has to stay before that.
    @exclusivity(unchecked) private final var number: UInt64 = 0
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
        // If it has been sent already, outside of any change, what was made since depends on it.
        if number == 0 { takeNumber() }
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
        guard mayBeDue(), MainActorDispatcher.delivery == 0 else { return }
        MainActorDispatcher.whileKnownCurrent(currentThread()) { MainActorDispatcher.inOneDelivery {} }
    }

    /// Has it sent, if it turns out to have changed, at the end of the change under way; outside of any change, at the end
    /// of the next one.
    ///
    /// - Returns: Whether it was not due before.
    @discardableResult
    final func mayBeDue() -> Bool {
        if number <= Self.numberBeingSent {
            if phase == .idle { takeNumber() } else if phase == .due { phase = .overtaken }
        }
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
    /// Whether a binding is about to set something because of that.
    @exclusivity(unchecked) private static var isBound = false
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
        MainActorDispatcher.known.isAnythingDue.store(false, ordering: .relaxed)
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
            let outer = numberBeingSent
            numberBeingSent = next.number
            binding_set_sends(true)
            next.send()
            resume(outer)
            next.latestNumber = lastNumber
            next.endBusy()
        }
    }

    /// Notes that what happens now does not follow from what is being sent, until ``resume(_:)``.
    @usableFromInline
    nonisolated static func pause() -> UInt64 {
        MainActorDispatcher.assumingCurrent {
            defer { resume(0) }
            return numberBeingSent
        }
    }

    /// The same if the program has set something, unless a binding has.
    @usableFromInline
    nonisolated static func pauseForSet() -> UInt64? {
        MainActorDispatcher.assumingCurrent {
            defer { isBound = false }
            return isBound ? nil : pause()
        }
    }

    @usableFromInline
    nonisolated static func resume(_ number: UInt64) {
        MainActorDispatcher.assumingCurrent {
            numberBeingSent = number
            binding_set_sends(number != 0)
        }
    }

    /// Notes that a binding is about to set something.
    @inlinable @inline(__always)
    static func beginBinding() { if binding_sends() { setBound(true) } }

    @inlinable @inline(__always)
    static func endBinding() { if binding_sends() { setBound(false) } }

    @usableFromInline
    static func setBound(_ isBound: Bool) { self.isBound = isBound }

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
