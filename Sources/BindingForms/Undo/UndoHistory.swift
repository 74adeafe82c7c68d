import Binding

/// Undo and redo for one or several relays, lenses or fields.
///
/// ```swift
/// @MainActor final class NoteViewModel {
///     @Mutable var title = ""
///     @Mutable var rows: [Row] = []
///     let history = UndoHistory()
///     init() { history.add($title, $rows) }
/// }
/// binding {
///     undoButton.rx.tap => viewModel.history.undo
///     viewModel.history.canUndo => undoButton.rx.isEnabled
/// }
/// ```
///
/// It records the changes of its *parts* from the moment that it has them.
///
/// What belongs together is one *step*: a change, and all that observers, bindings and controls change in response
/// before the main actor is done with it. What they change in a later turn of the main actor is a step by itself, and
/// so is each change that another thread makes.
///
/// Letters that are typed one after the other into one part, a text, are one step up to the end of the word; a space
/// begins the next one. Letters that are deleted one after the other are one step. Anything larger is a step by itself.
/// Typing into a property of a structure, or of an element, is recognized if a two-way binding of its lens brings it, as in
/// `$draft.name <=> field.rx.text`, or if that property is also a part by itself: `UndoHistory($draft, $draft.name)`.
///
/// A value that a form edits, as in `UndoHistory(form.content)`, comes with what is typed into the form's fields: text that
/// cannot be read is taken back like any other, and what a converter makes of a text is no step.
///
/// An undo sets the parts to what they were before the step. What observers change in response is not a step; if they
/// change a part, the value that the part had before the step is restored. If an observer insists on its value, that
/// stays. A redo restores the values after the step, in the same way.
///
/// What a control holds back, as with `committed(on:)`, is no step until the control delivers it; an undo, a redo and
/// what begins or ends a transaction have it delivered first.
///
/// Values are compared if they are `Equatable`; others are the same if they are the same to the bit. A step holds the
/// values that it has changed, and keeps their relays alive; the history keeps nothing else. It stops recording when it
/// is released. A change costs O(*n*) in the number of parts that exist, fields of forms not counted; the third and later
/// ones of one step, O(1).
@MainActor
public final class UndoHistory {
    /// How many steps are kept.
    public let limit: Int

    /// The parts, which their relays hold.
    private var parts = UndoParts()
    /// Fields that edit something in the parts, by their relays: those that a step has changed, which holds them.
    private var fields = WeakTable<ObjectIdentifier, TrackedPart>()
    /// The fields that have changed in the latest delivery.
    private var edited: [TrackedPart] = []
    private var editedIn: UInt64 = 0
    /// The history, and the transactions that are open, one within another.
    private var levels = [UndoLevel()]
    /// The changes of the delivery under way, or of the latest one, unless they are a step already.
    private var latest: UndoStep?
    /// The same, if anybody sees it.
    private var visible: UndoStep? { latest.flatMap { $0.isVisible ? $0 : nil } }
    /// Whether an undo or a redo is setting the parts.
    private(set) var isRestoring = false
    /// The parts that are involved in that.
    private var involved: [TrackedPart] = []
    /// The delivery in which the values of an undo or a redo will be sent, because an observer of a part called it, or a batch.
    private var restoringDelivery: UInt64 = 0
    /// Whether a batch is under way at whose end it is noted what parts hold.
    private var willNoteRest = false
    /// The latest delivery in which something has changed in a row.
    private var rowsChangedIn: UInt64 = 0
    private let undoable = CompactRelay(value: false)
    private let redoable = CompactRelay(value: false)
    private var readable = ReadableState()

    /// A history of some parts.
    ///
    /// - Parameters:
    ///   - parts: Relays, lenses, fields.
    ///   - limit: How many steps are kept; `.max` for all. The oldest ones go first.
    public convenience init(_ parts: any Undoable..., limit: Int = 1000) {
        self.init(parts, limit: limit)
    }

    /// A history of some parts.
    ///
    /// - Parameters:
    ///   - parts: Relays, lenses, fields.
    ///   - limit: How many steps are kept; `.max` for all. The oldest ones go first.
    public init(_ parts: [any Undoable], limit: Int = 1000) {
        self.limit = max(0, limit)
        for part in parts { self.parts.add(part.undoPart.begin(self)) }
    }

    /// Records the changes of further parts from now on.
    ///
    /// Use it in the `init` of a view model, where the projections of its properties can be used once all of them are
    /// initialized.
    public func add(_ parts: any Undoable...) {
        for part in parts { self.parts.add(part.undoPart.begin(self)) }
    }

    isolated deinit {
        for part in parts.all { part.observation?.dispose() }
    }

    // MARK: What it tells

    /// Whether there is something to undo.
    public var canUndo: Driver<Bool> { undoable.asDriver() }

    /// Whether there is something to redo.
    public var canRedo: Driver<Bool> { redoable.asDriver() }

    /// How many steps can be undone: in an open transaction, those of the transaction.
    public var undoCount: Int {
        readable.noteRead()
        guard let visible, limit > 0 else { return level.past.count }
        return level.past.last?.isContinued(by: visible) == true
            ? level.past.count : min(limit, level.past.count + 1)
    }

    /// How many steps can be redone.
    public var redoCount: Int {
        readable.noteRead()
        return visible == nil ? level.future.count : 0
    }

    // MARK: There and back

    /// Sets the parts to what they were before the latest step; in an open transaction, before the latest step of that.
    /// If there is none, or from within an undo or a redo, nothing happens.
    ///
    /// If an observer of a part calls it, the values that are set are sent when the value under way has reached all
    /// observers. What observers change in response is then neither a step nor reverted.
    ///
    /// - Complexity: O(*n*) in the number of parts.
    public func undo() {
        guard !isRestoring else { return }
        settle()
        if let step = levels[levels.count - 1].undone() { restore(step, .before) }
        tellWhatCanBeDone()
    }

    /// Sets the parts to what they were after the step that was undone last. If there is none, or if anything has
    /// changed since, nothing happens; see ``undo()``.
    public func redo() {
        guard !isRestoring else { return }
        settle()
        if let step = levels[levels.count - 1].redone() { restore(step, .after) }
        tellWhatCanBeDone()
    }

    /// Makes what is typed next a step of its own, as when the user leaves a field.
    public func endGroup() {
        settle()
    }

    /// Forgets all steps. An open transaction stays open; cancelling it goes back to this point.
    public func clear() {
        settle()
        let former = levels
        levels = former.map { _ in UndoLevel() }
        tellWhatCanBeDone()
    }

    // MARK: Transactions

    /// Begins a transaction: all that changes until ``commit()`` is one step, or is reverted by ``cancel()``.
    /// Transactions may be nested.
    ///
    /// Meanwhile the steps of the transaction can be undone and redone, and no others.
    public func begin() {
        settle()
        levels.append(UndoLevel())
        tellWhatCanBeDone()
    }

    /// Ends the transaction that was begun last. What has changed is one step of the enclosing transaction or history;
    /// if nothing has, there is no step. If no transaction is open, nothing happens.
    public func commit() {
        settle()
        guard levels.count > 1 else { return }
        let step = levels.removeLast().asOneStep()
        step.takeInCurrentValues()
        if !step.isEmptied(), !step.isOfGoneRows { push(step) }
        tellWhatCanBeDone()
    }

    /// Ends the transaction that was begun last, and sets the parts to what they were when it began. It leaves no step,
    /// and what could be redone before still can be. If no transaction is open, nothing happens.
    public func cancel() {
        settle()
        guard levels.count > 1 else { return }
        restore(levels.removeLast().asOneStep(), .before)
        tellWhatCanBeDone()
    }

    // MARK: Steps

    private var level: UndoLevel { levels[levels.count - 1] }

    /// Takes in a change of a part.
    func note(_ change: UndoChange) {
        let delivery = MainActorDispatcher.delivery
        if restoringDelivery != 0 {
            if restoringDelivery == delivery { return }
            restoringDelivery = 0
        }
        if let latest, delivery == 0 || latest.delivery != delivery { fold() }
        let step = latest ?? UndoStep(delivery)
        change.isLead = !step.hasSeveralLeads && isLead(change.part)
        step.add(change)
        latest = step.hasEffect ? step : nil
        tellWhatCanBeDone()
        // The row in which it was made may go before that.
        if change.isOfRow, rowsChangedIn != delivery, Batch.afterValues({ [weak self] in self?.tellWhatCanBeDone() }) {
            rowsChangedIn = delivery
        }
    }

    /// Whether a part is being changed by itself, and not because of another part, whose relay is still sending that
    /// change.
    private func isLead(_ part: TrackedPart) -> Bool {
        guard let source = part.source, source.delivery != .nested else { return false }
        let isOtherDelivered = { (other: TrackedPart) in
            other.sourceID != part.sourceID && (other.source?.delivery ?? .none) != .none
        }
        return !parts.all.contains(where: isOtherDelivered) && !edited.contains(where: isOtherDelivered)
    }

    /// The content of a field that edits something in the parts, as a part of the history.
    ///
    /// - Parameters:
    ///   - relay: Identifies the field's relay.
    ///   - make: Makes the part, if no step knows the field.
    func part<Content>(of relay: ObjectIdentifier, _ make: () -> ValuePart<Content>) -> ValuePart<Content> {
        let part = fields[relay] as? ValuePart<Content> ?? make()
        fields.insert(part, for: relay)
        let delivery = MainActorDispatcher.delivery
        if editedIn != delivery { edited = [] }
        editedIn = delivery
        edited.append(part)
        return part
    }

    /// All parts, with the fields that steps know.
    private var all: [TrackedPart] { Array(parts.all) + fields.objects }

    /// Makes what has changed so far a step that is over, with what controls hold back.
    private func settle() {
        if !isRestoring {
            HoldingBindings.commit { Set(parts.all.map(\.sourceID)).union(HoldingFields.relays(in: self)) }
        }
        let delivery = MainActorDispatcher.delivery
        // From an observer or a batch: the history may not yet have received what that one has.
        if delivery != 0, !isRestoring {
            if delivery != restoringDelivery {
                EditedFields.takeIn()
                for part in all { part.catchUp() }
                // What a batch sets back after this is delivered as no change.
                noteRestAtEndOfBatch()
            } else if Batch.isUnderWay {
                noteRestOfBatch()
            }
        }
        fold()
        level.past.last?.endTyping()
    }

    /// Makes the latest changes a step, or a part of the one before.
    private func fold() {
        guard let step = latest.take(), !step.isEmptied(), step.isVisible else { return }
        guard let last = level.past.last, last.merge(step) else {
            step.beginTyping()
            return push(step)
        }
        let gone = levels[levels.count - 1].removeFuture()
        let emptied = last.isEmptied() ? levels[levels.count - 1].removeLast() : nil
        withExtendedLifetime((gone, emptied)) {}
    }

    private func push(_ step: UndoStep) {
        let index = levels.count - 1
        let gone = levels[index].removeFuture()
        // After an undo, it may be the last one again.
        level.past.last?.endTyping()
        levels[index].push(step)
        if let oldest = levels[index].removeFirst(over: limit), index > 0 {
            if let dropped = levels[index].dropped { dropped.add(oldest) } else { levels[index].dropped = oldest }
        }
        withExtendedLifetime(gone) {}
    }

    private func tellWhatCanBeDone() {
        let canUndo = limit > 0 && (visible != nil || level.past.count > 0)
        let canRedo = visible == nil && !level.future.isEmpty
        readable.change {
            if undoable.value != canUndo { undoable.accept(canUndo) }
            if redoable.value != canRedo { redoable.accept(canRedo) }
        }
    }

    // MARK: Restoring

    /// How often a part is set to what it is to hold, if observers set it to something else.
    private static let attempts = 3

    private func restore(_ step: UndoStep, _ moment: UndoChange.Moment) {
        step.restore(moment)
        // From an observer of a part that is being set: the call under way does it.
        if isRestoring { return }
        isRestoring = true
        // One change: what follows from several parts, or from what can be undone, is sent once all of it is there.
        var isDone = false
        for _ in 0..<Self.attempts where !isDone {
            MainActorDispatcher.inOneDelivery {
                readable.change()
                FormUpdate.perform {
                    let areThere = restoreInvolved(following: false)
                    isDone = restoreInvolved(following: true) && areThere
                }
                tellWhatCanBeDone()
            }
        }
        // What the last attempt has put back, fields may not have followed before.
        if !isDone {
            MainActorDispatcher.inOneDelivery { FormUpdate.perform { _ = restoreInvolved(following: true) } }
        }
        isRestoring = false
        for part in involved where part.endRestoring() { restoringDelivery = MainActorDispatcher.delivery }
        involved = []
        if restoringDelivery != 0 { noteRestAtEndOfBatch() }
    }

    /// Whether what the batch under way sets from now on is noted at its end, by what parts hold then.
    var notesRestOfBatch: Bool {
        !isRestoring && willNoteRest && restoringDelivery != 0 && restoringDelivery == MainActorDispatcher.delivery
    }

    private func noteRestAtEndOfBatch() {
        let isBatch = Batch.beforeValues { [weak self] in
            self?.willNoteRest = false
            self?.noteRestOfBatch()
        }
        if isBatch { willNoteRest = true }
    }

    /// Notes what the batch in which the history has been used has set since: a step, with what observers make of it. If it has
    /// set nothing since an undo or a redo, what observers make of that is none.
    private func noteRestOfBatch() {
        let delivery = restoringDelivery
        restoringDelivery = 0
        for part in all { part.catchUp() }
        if latest == nil { restoringDelivery = delivery }
    }

    /// - Parameter following: Whether those that follow what they edit, or the others, which come first.
    /// - Returns: Whether all of them held already what they are to hold.
    private func restoreInvolved(following: Bool) -> Bool {
        var isDone = true
        // More may come in.
        var index = 0
        while index < involved.count {
            let part = involved[index]
            if part.followsWhatItEdits == following, part.restoreWanted() { isDone = false }
            index += 1
        }
        return isDone
    }

    /// Notes that a part is involved in the undo or redo under way.
    func involve(_ part: TrackedPart) {
        involved.append(part)
    }
}

/// The parts of a history that still exist.
@MainActor
private struct UndoParts {
    private var parts: [WeakReference<TrackedPart>] = []
    /// The number of parts at which those are removed that do not exist any more.
    private var most = 16

    var all: some Sequence<TrackedPart> { parts.lazy.compactMap(\.object) }

    mutating func add(_ part: TrackedPart) {
        if parts.count >= most {
            parts.removeAll { $0.object == nil }
            most = max(16, parts.count * 2)
        }
        parts.append(WeakReference(part))
    }
}
