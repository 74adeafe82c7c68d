import Binding

/// A part that a history tracks, whatever its type.
///
/// Its relay holds it, as an observer, and it does not hold the relay: a part that nothing else can change, and that no
/// step has changed, is of no use to a history.
@MainActor
class TrackedPart {
    /// Where it is.
    let place: PartPlace
    fileprivate(set) weak var history: UndoHistory?
    /// Ends its observation of the relay.
    fileprivate(set) final var observation: (any Disposable)?

    fileprivate init(_ history: UndoHistory, _ place: PartPlace) {
        self.history = history
        self.place = place
    }

    /// Identifies its relay.
    final var sourceID: ObjectIdentifier { place.relay }

    /// The relay, while it exists.
    var source: PartSource? { nil }

    /// Notes what the part holds already but has not yet sent.
    func catchUp() {}

    /// Sets the part to the value that it is to hold.
    ///
    /// - Returns: Whether it held something else.
    func restoreWanted() -> Bool { false }

    /// Whether it is a field that the step has not changed: it follows what it edits, and holds again what was typed if that is
    /// the same at the end.
    fileprivate(set) final var followsWhatItEdits = false

    /// Ends the part's share in an undo or a redo.
    ///
    /// - Returns: Whether the part has yet to send the value that it was set to.
    func endRestoring() -> Bool { false }
}

/// A part with values of a type.
final class ValuePart<Value: Sendable>: TrackedPart {
    fileprivate let part: WeakPart<Value>
    /// What a field edits whose content this is, if the history has that and not the field. The field tells it of changes.
    fileprivate let edited: EditedPart?
    /// Whether two contents of that field mean the same.
    private let meanTheSame: @Sendable (Value, Value) -> Bool
    private let equality = PartEquality(Value.self)
    fileprivate let text: (@Sendable (Value) -> String)?

    /// What it held when it last sent.
    fileprivate private(set) var known: Value
    /// Whether it has sent its initial value.
    private var hasBegun = false
    /// What it is to hold at the end of the undo or redo under way, if it is involved in it.
    private var wanted: Value?
    /// Whether it has sent anything since that began.
    private var hasSent = false

    init(
        _ history: UndoHistory, _ part: WeakPart<Value>, _ value: Value, text: (@Sendable (Value) -> String)?,
        of edited: EditedPart? = nil, meanTheSame: @escaping @Sendable (Value, Value) -> Bool = { _, _ in true }
    ) {
        self.part = part
        self.edited = edited
        self.meanTheSame = meanTheSame
        self.text = text
        known = value
        hasBegun = edited != nil
        super.init(history, part.place)
    }

    /// The same part, which follows the values of its relay from now on and is held by it.
    func following(_ values: consuming Driver<Value>) -> ValuePart {
        observation = values.follow { self.received($0) }
        TrackedRelays.add(self)
        return self
    }

    override var source: PartSource? { part.source() }

    fileprivate func areSame(_ left: Value, _ right: Value) -> Bool {
        Binding.areSame(left, right, by: equality)
    }

    func received(_ value: Value) {
        guard hasBegun, let history else {
            hasBegun = true
            known = value
            return
        }
        let former = known
        known = value
        if areSame(former, value) { return }
        if history.isRestoring {
            hasSent = true
            want(former, of: history)
        } else {
            history.note(ValueChange(self, from: former, to: value))
        }
    }

    /// Has the part hold a value at the end of the undo or redo under way, unless it is to hold another one already.
    private func want(_ value: Value, of history: UndoHistory) {
        guard wanted == nil else { return }
        wanted = value
        followsWhatItEdits = edited != nil
        history.involve(self)
    }

    /// Has the part hold a value at the end of the undo or redo under way.
    fileprivate func restore(_ value: Value) {
        let displaced = wanted
        wanted = value
        followsWhatItEdits = false
        if displaced == nil { history?.involve(self) }
    }

    // For values that cannot be compared, it is unknown whether they are the same.
    override func catchUp() {
        if hasBegun, equality != nil, let value = part.read() { received(value) }
    }

    override func restoreWanted() -> Bool {
        guard let wanted, let value = part.read(), !areSame(value, wanted) else { return false }
        if followsWhatItEdits, !meanTheSame(value, wanted) { return false }
        part.write(wanted)
        return true
    }

    override func endRestoring() -> Bool {
        let former = known
        guard let wanted = wanted.take() else { return false }
        if hasSent {
            hasSent = false
            return false
        }
        guard let value = part.read() else { return false }
        known = value
        return areSame(value, wanted) && !areSame(value, former)
    }
}

/// What a step has changed in a part, whatever its type.
@MainActor
class UndoChange {
    enum Moment { case before, after }

    let part: TrackedPart
    /// Whether the part was changed from outside, and not by an observer in response to another part's change.
    var isLead = false

    fileprivate init(_ part: TrackedPart) {
        self.part = part
    }

    /// Whether it has no effect any more.
    var isNothing: Bool { false }

    /// Whether it was made in a row.
    var isOfRow: Bool { false }

    /// Whether it was made in a row that has gone.
    var isOfGoneRow: Bool { false }

    /// Whether it was made in a row that has gone in a certain delivery.
    func isOfRowThatWent(in delivery: UInt64) -> Bool { false }

    /// Whether the row had gone when it was made.
    var isMadeInGoneRow = false

    /// Whether it may be a letter that was typed or deleted.
    var isOfText: Bool { false }

    /// The letter that was typed or deleted, if that is what it is.
    var keystroke: Keystroke? { nil }

    /// The text in which it was typed, if that is only a part of the part.
    var place: AnyObject? { nil }

    /// Merges a later change of the same part into this one.
    func takeIn(_ later: UndoChange) {}

    /// Makes what the part holds now the result of the change.
    func takeInCurrentValue() {}

    /// Has the part hold what it held before or after the change.
    func restore(_ moment: Moment) {}
}

final class ValueChange<Value: Sendable>: UndoChange {
    private let valuePart: ValuePart<Value>
    /// The part's relay, which is kept alive to be restored.
    private let relay: (any AnyObject & Sendable)?
    /// The rows that it is in, so that an undo that brings back an element brings back its row.
    private let rows: [AnyObject]
    private let old: Value
    private var new: Value
    /// The text in it that a two-way binding has brought.
    private var text: (old: String, new: String, place: AnyObject)?

    init(_ part: ValuePart<Value>, from old: Value, to new: Value) {
        valuePart = part
        relay = part.part.relay()
        rows = part.edited?.rows ?? []
        self.old = old
        self.new = new
        if part.text == nil, let brought = BroughtText.current, let place = brought.part(of: part.sourceID) {
            text = (brought.old, brought.new, place)
        }
        super.init(part)
        isMadeInGoneRow = isOfGoneRow
    }

    override var isNothing: Bool { valuePart.areSame(old, new) }

    override var isOfRow: Bool { valuePart.edited?.whole != nil }

    override var isOfGoneRow: Bool { valuePart.edited?.isInGoneRow ?? false }

    override func isOfRowThatWent(in delivery: UInt64) -> Bool { valuePart.edited?.went(in: delivery) ?? false }

    override var isOfText: Bool { valuePart.text != nil || text != nil }

    override var keystroke: Keystroke? {
        if let text = valuePart.text { return Keystroke(from: text(old), to: text(new)) }
        return text.flatMap { Keystroke(from: $0.old, to: $0.new) }
    }

    override var place: AnyObject? { text?.place }

    override func takeIn(_ later: UndoChange) {
        guard let later = later as? ValueChange<Value> else { return }
        set(later.new)
        if let own = text, let new = later.text, new.place === own.place {
            text = (own.old, new.new, own.place)
        } else {
            text = nil
        }
        if later.isLead { isLead = true }
    }

    override func takeInCurrentValue() { set(valuePart.known) }

    private func set(_ value: Value) {
        let displaced = new
        new = value
        withExtendedLifetime(displaced) {}
    }

    override func restore(_ moment: Moment) { valuePart.restore(moment == .before ? old : new) }
}
