public import CBindingPlatform

/// What is sent once for each change on the main actor, at its end, however many of its inputs have changed: what
/// combines several drivers, or follows from several values.
///
/// A change begins with the outermost delivery, see ``MainActorDispatcher/delivery``, and ends when all sources have
/// called their observers and nothing is due any more. So what is sent has never seen some of its inputs changed and
/// others not yet.
///
/// Sound: nothing of this, nor of a subclass, is called or accessed off the main actor, but for initializers. It is not
/// marked so, because closures in here would check that each time. Variables are accessed for a moment at a time, and need
/// no check for exclusive access.
@usableFromInline
package class DueAtEnd: @unchecked Sendable {
    private enum Phase {
        case idle, due
        /// It is due, and depends on what has been sent since, with a greater number: it takes a new one at its turn.
        case overtaken
        /// It is being sent, or is subscribing to its inputs in the middle of a change.
        case busy
        /// An input has changed meanwhile.
        case busyAndDue
    }

    @exclusivity(unchecked) private final var phase: Phase
    /// What depends on others comes after them, with a greater number. It gets one when it has subscribed to them, and
    /// another one when it is changed by what has a greater number: what depends on what may change later. 0 at first.
    ///
    /// What something is bound to depends on that, a relay or a property. What an observer's closure sets does not, it is the
    /// next thing that happens: it may well be what the observed value depends on, which has to stay before that.
    @exclusivity(unchecked) private final var number: UInt64 = 0
    /// The latest number of all when it was sent last.
    @exclusivity(unchecked) private final var latestNumber: UInt64 = 0
    /// The change in which it was sent last, and how often.
    @exclusivity(unchecked) private final var change: UInt64 = 0
    @exclusivity(unchecked) private final var timesSent = 0

    /// - Parameter isSubscribing: Whether it is about to subscribe to its inputs; see ``hasSubscribed()``.
    @usableFromInline
    init(isSubscribing: Bool) {
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

    /// Called before anything can depend on it, if it may itself depend on nothing.
    final func precedesWhatFollows() {
        if number == 0 { takeNumber() }
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
        if binding_inspects() { Inspection.noteDue(self) }
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

    @exclusivity(unchecked) private nonisolated(unsafe) static var lastNumber: UInt64 = 0
    /// The number of the one that is being sent, or 0.
    @exclusivity(unchecked) private nonisolated(unsafe) static var numberBeingSent: UInt64 = 0
    /// Whether a binding is about to set something because of that.
    @exclusivity(unchecked) private nonisolated(unsafe) static var isBound = false
    /// The one with the lowest number, of a pairing heap: no memory is needed for what is due, and one alone costs next to
    /// nothing. The heap holds a reference to each.
    @exclusivity(unchecked) private nonisolated(unsafe) static var first: Link?
    /// In that heap: the first of those that come after this one, and the next of those that come after the same one.
    @exclusivity(unchecked) private final var child: Link?
    @exclusivity(unchecked) private final var sibling: Link?

    private typealias Link = Unmanaged<DueAtEnd>

    private static func queue(_ new: DueAtEnd) {
        MainActorDispatcher.noteDue()
        queue(.passRetained(new))
    }

    private static func queue(_ link: Link) {
        if let rest = first { first = merged(rest, link) } else { first = link }
    }

    /// Takes the first one, of which the caller gets the reference.
    private static func popFirst() -> Link? {
        guard let popped = first else { return nil }
        first = popped._withUnsafeGuaranteedRef { $0.child }
        guard var rest = first else { return popped }
        popped._withUnsafeGuaranteedRef { $0.child = nil }
        // In pairs, and then all pairs from the last one on.
        var pairs: Link?
        while let second = taken(siblingOf: rest) {
            let third = taken(siblingOf: second)
            let pair = merged(rest, second)
            set(siblingOf: pair, to: pairs)
            pairs = pair
            first = third
            guard let third else { break }
            rest = third
        }
        while let pair = pairs {
            pairs = taken(siblingOf: pair)
            queue(pair)
        }
        return popped
    }

    private static func merged(_ one: Link, _ other: Link) -> Link {
        let isInOrder = one._withUnsafeGuaranteedRef { $0.number } < other._withUnsafeGuaranteedRef { $0.number }
        let (lower, greater) = isInOrder ? (one, other) : (other, one)
        set(siblingOf: greater, to: lower._withUnsafeGuaranteedRef { $0.child })
        lower._withUnsafeGuaranteedRef { $0.child = greater }
        return lower
    }

    private static func taken(siblingOf link: Link) -> Link? {
        let sibling = link._withUnsafeGuaranteedRef { $0.sibling }
        if sibling != nil { set(siblingOf: link, to: nil) }
        return sibling
    }

    private static func set(siblingOf link: Link, to sibling: Link?) {
        link._withUnsafeGuaranteedRef { $0.sibling = sibling }
    }

    /// Sends all that is due, and what becomes due because of that; at last the events that a batch has held. Called at the
    /// end of a change.
    @usableFromInline @inline(never)
    static func sendAll() {
        if Batch.holdsWhatIsDue() { return }
        repeat { sendState() } while Batch.deliverNextEvents()
        MainActorDispatcher.known.isAnythingDue.store(false, ordering: .relaxed)
    }

    private static func sendState() {
        while let link = popFirst() {
            link._withUnsafeGuaranteedRef { $0.sendInTurn() }
            link.release()
        }
    }

    private final func sendInTurn() {
        if phase == .overtaken {
            phase = .due
            takeNumber()
            return Self.queue(self)
        }
        phase = .busy
        count()
        let outer = Self.pause()
        Self.numberBeingSent = number
        binding_set_sends(true)
        if binding_inspects() { Inspection.sending(self) } else { send() }
        Self.resume(outer)
        latestNumber = Self.lastNumber
        endBusy()
    }

    /// What is being sent, to go on after a pause.
    @usableFromInline
    struct Pause: Sendable {
        fileprivate let number: UInt64
        fileprivate let isBound: Bool
    }

    /// Notes that what happens now does not follow from what is being sent, until ``resume(_:)``.
    @usableFromInline
    static func pause() -> Pause {
        let pause = Pause(number: numberBeingSent, isBound: isBound)
        numberBeingSent = 0
        isBound = false
        binding_set_sends(false)
        return pause
    }

    /// The same if the program sets something. What a binding sets does follow from it, but what observers set because of
    /// that does not.
    @usableFromInline
    static func pauseForSet() -> Pause {
        guard isBound else { return pause() }
        isBound = false
        return Pause(number: numberBeingSent, isBound: true)
    }

    @usableFromInline
    static func resume(_ pause: Pause) {
        numberBeingSent = pause.number
        isBound = pause.isBound
        binding_set_sends(pause.number != 0)
    }

    /// Has a binding set something, on whichever thread.
    @inlinable @inline(__always)
    static func binding(_ set: () -> Void) {
        if binding_sends(), MainActorDispatcher.isCurrent { bindingOfWhatIsSent(set) } else { set() }
    }

    @usableFromInline
    static func bindingOfWhatIsSent(_ set: () -> Void) {
        let outer = isBound
        isBound = true
        set()
        isBound = outer
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

    /// Has a change begin on the main actor, unless one is under way, until ``endChange(_:)``: two functions, for use where
    /// the closure of ``inOneDelivery(_:)`` would take too much time.
    ///
    /// - Returns: What is to be passed to that.
    package static func beginChange() -> UInt64 { beginDelivery() }

    package static func endChange(_ outer: UInt64) { endDelivery(outer) }
}
