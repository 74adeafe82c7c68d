import Binding

/// A part that a history tracks, whatever its type.
@MainActor
class TrackedPart {
    let source: PartSource
    /// Whether the user types it.
    let isText: Bool
    fileprivate(set) weak var history: UndoHistory?

    fileprivate init(_ history: UndoHistory, _ source: PartSource, isText: Bool) {
        self.history = history
        self.source = source
        self.isText = isText
    }

    /// Notes what the part holds already but has not yet sent.
    func catchUp() {}

    /// Sets the part to the value that it is to hold.
    ///
    /// - Returns: Whether it held something else.
    func restoreWanted() -> Bool { false }

    /// Ends the part's share in an undo or a redo.
    ///
    /// - Returns: Whether the part has yet to send the value that it was set to.
    func endRestoring() -> Bool { false }
}

/// A part with values of a type.
final class ValuePart<Value: Sendable>: TrackedPart {
    private let read: @Sendable () -> Value
    private let write: @Sendable (Value) -> Void
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
        _ history: UndoHistory, _ source: PartSource, read: @escaping @Sendable () -> Value,
        write: @escaping @Sendable (Value) -> Void, text: (@Sendable (Value) -> String)?
    ) {
        self.read = read
        self.write = write
        self.text = text
        known = read()
        super.init(history, source, isText: text != nil)
    }

    func follow(_ values: consuming Driver<Value>, for history: UndoHistory) {
        values.drive(onNext: { [weak self] in self?.received($0) }).disposed(by: history.bag)
    }

    fileprivate func areSame(_ left: Value, _ right: Value) -> Bool {
        Binding.areSame(left, right, by: equality)
    }

    private func received(_ value: Value) {
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
        history.involve(self)
    }

    /// Has the part hold a value at the end of the undo or redo under way.
    fileprivate func restore(_ value: Value) {
        let displaced = wanted
        wanted = value
        if displaced == nil { history?.involve(self) }
    }

    // For values that cannot be compared, it is unknown whether they are the same.
    override func catchUp() {
        if hasBegun, equality != nil { received(read()) }
    }

    override func restoreWanted() -> Bool {
        guard let wanted, !areSame(read(), wanted) else { return false }
        write(wanted)
        return true
    }

    override func endRestoring() -> Bool {
        let former = known
        guard let wanted = wanted.take() else { return false }
        if hasSent {
            hasSent = false
            return false
        }
        let value = read()
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

    /// The letter that was typed or deleted, if that is what it is.
    var keystroke: Keystroke? { nil }

    /// Merges a later change of the same part into this one.
    func takeIn(_ later: UndoChange) {}

    /// Makes what the part holds now the result of the change.
    func takeInCurrentValue() {}

    /// Has the part hold what it held before or after the change.
    func restore(_ moment: Moment) {}
}

final class ValueChange<Value: Sendable>: UndoChange {
    private let valuePart: ValuePart<Value>
    private let old: Value
    private var new: Value

    init(_ part: ValuePart<Value>, from old: Value, to new: Value) {
        valuePart = part
        self.old = old
        self.new = new
        super.init(part)
    }

    override var isNothing: Bool { valuePart.areSame(old, new) }

    override var keystroke: Keystroke? {
        guard let text = valuePart.text else { return nil }
        return Keystroke(from: text(old), to: text(new))
    }

    override func takeIn(_ later: UndoChange) {
        guard let later = later as? ValueChange<Value> else { return }
        set(later.new)
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
