/// What one undo reverts.
@MainActor
final class UndoStep {
    private(set) var changes: [UndoChange] = []
    /// Where the changes of the parts are.
    private var places: [ObjectIdentifier: Int] = [:]
    /// How many of the changes have an effect, and how many of these users see: not what is set in a row that has gone, as by a
    /// late answer, unless there are others.
    private var effects = 0
    private var visibleEffects = 0
    /// The relay of the part that was changed from outside first.
    private var lead: ObjectIdentifier?
    /// Whether several parts were changed from outside: it is not typing then.
    private(set) var hasSeveralLeads = false
    /// The delivery that it belongs to, or 0.
    let delivery: UInt64
    /// The typing that a later step may continue.
    private var typing: Typing<TypingRun>?

    /// What was typed, and in which text: a part, or one in a part.
    private struct Typing<What> {
        let part: TrackedPart
        let place: AnyObject?
        let what: What
    }

    init(_ delivery: UInt64 = 0) {
        self.delivery = delivery
    }

    /// Adds a later change.
    ///
    /// - Complexity: O(1).
    func add(_ change: UndoChange) {
        if change.isLead {
            if let lead, lead != change.part.sourceID { hasSeveralLeads = true }
            lead = lead ?? change.part.sourceID
        }
        let part = ObjectIdentifier(change.part)
        if let place = places[part] {
            let own = changes[place]
            count(own, -1)
            own.takeIn(change)
            if !change.isMadeInGoneRow { own.isMadeInGoneRow = false }
            count(own, 1)
        } else {
            places[part] = changes.count
            changes.append(change)
            count(change, 1)
        }
    }

    private func count(_ change: UndoChange, _ number: Int) {
        if change.isNothing { return }
        effects += number
        if !change.isMadeInGoneRow { visibleEffects += number }
    }

    /// Whether it has changed anything.
    var hasEffect: Bool { effects > 0 }

    /// Whether it has changed anything that users see, and not only rows that came and went meanwhile.
    var isVisible: Bool {
        visibleEffects > 0
            && (delivery == 0 || !changes.allSatisfy { $0.isNothing || $0.isOfRowThatWent(in: delivery) })
    }

    /// Adds the changes of a later step.
    func add(_ later: UndoStep) {
        for change in later.changes { add(change) }
    }

    /// Drops changes that have no effect any more.
    ///
    /// - Returns: Whether nothing is left.
    func isEmptied() -> Bool {
        let former = changes
        let kept = former.filter { !$0.isNothing }
        if kept.count < former.count {
            changes = kept
            places = [:]
            for (place, change) in kept.enumerated() { places[ObjectIdentifier(change.part)] = place }
        }
        (effects, visibleEffects) = (0, 0)
        for change in kept { count(change, 1) }
        return kept.isEmpty
    }

    /// Whether all that is left was made in rows that came after it had begun, and have gone.
    var isOfGoneRows: Bool { changes.allSatisfy(\.isOfGoneRow) }

    /// Makes what the parts hold now the result of the step.
    func takeInCurrentValues() {
        for change in changes { change.takeInCurrentValue() }
    }

    /// Has the parts hold what they held before or after the step.
    func restore(_ moment: UndoChange.Moment) {
        for change in changes { change.restore(moment) }
    }

    // MARK: Typing

    /// The letter that was typed or deleted, and where; `nil` if the step is anything else, such as an event that has
    /// set several parts.
    private var keystroke: Typing<Keystroke>? {
        if hasSeveralLeads { return nil }
        var found: Typing<Keystroke>?
        for change in changes where change.isLead {
            // A structure changes with the text within it.
            guard change.isOfText else { continue }
            // One text may be there twice.
            guard let keystroke = change.keystroke, found == nil || found?.what == keystroke else { return nil }
            if found == nil { found = Typing(part: change.part, place: change.place, what: keystroke) }
        }
        return found
    }

    /// Lets what is typed next continue this step.
    func beginTyping() {
        typing = keystroke.map { Typing(part: $0.part, place: $0.place, what: TypingRun($0.what)) }
    }

    func endTyping() {
        typing = nil
    }

    /// Whether a later step continues the same word.
    func isContinued(by later: UndoStep) -> Bool { continuation(by: later) != nil }

    /// Takes in a later step that continues the same word.
    ///
    /// - Returns: Whether it does.
    func merge(_ later: UndoStep) -> Bool {
        guard let continued = continuation(by: later) else { return false }
        add(later)
        typing = continued
        return true
    }

    private func continuation(by later: UndoStep) -> Typing<TypingRun>? {
        guard let typing, let next = later.keystroke, next.part === typing.part, next.place === typing.place else {
            return nil
        }
        return typing.what.continued(by: next.what).map { Typing(part: next.part, place: next.place, what: $0) }
    }
}

/// The steps of a history, or of a transaction within one.
///
/// Its functions return what they take out, so that the user's values are released while nothing is being changed.
@MainActor
struct UndoLevel {
    /// What can be undone, the latest last.
    private(set) var past = UndoStack()
    /// What can be redone, the next last.
    private(set) var future: [UndoStep] = []
    /// What is too old to be undone by itself, but can still be cancelled.
    var dropped: UndoStep?

    mutating func push(_ step: UndoStep) { past.push(step) }

    /// Takes out the oldest step if there are more than a limit.
    mutating func removeFirst(over limit: Int) -> UndoStep? { past.count > limit ? past.removeFirst() : nil }

    /// Takes out the latest step.
    mutating func removeLast() -> UndoStep? { past.popLast() }

    /// Takes out what could be redone.
    mutating func removeFuture() -> [UndoStep] {
        defer { future = [] }
        return future
    }

    mutating func undone() -> UndoStep? {
        guard let step = past.popLast() else { return nil }
        future.append(step)
        return step
    }

    mutating func redone() -> UndoStep? {
        guard let step = future.popLast() else { return nil }
        past.push(step)
        return step
    }

    /// All of it as one step.
    func asOneStep() -> UndoStep {
        let whole = UndoStep()
        if let dropped { whole.add(dropped) }
        for step in past.all { whole.add(step) }
        return whole
    }
}

/// A stack whose bottom can be removed, in amortized constant time.
struct UndoStack {
    private var steps: [UndoStep?] = []
    private var first = 0

    var count: Int { steps.count - first }
    var last: UndoStep? { steps.last ?? nil }

    mutating func push(_ step: UndoStep) { steps.append(step) }

    mutating func popLast() -> UndoStep? { count > 0 ? steps.removeLast() : nil }

    /// There must be one.
    mutating func removeFirst() -> UndoStep {
        let step = steps[first].take()
        first += 1
        if first > 32, first * 2 > steps.count {
            steps.removeFirst(first)
            first = 0
        }
        // Present: only what is before `first` has been taken.
        return step!
    }

    /// The oldest first.
    var all: [UndoStep] { steps.compactMap { $0 } }
}
