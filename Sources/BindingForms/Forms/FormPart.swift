import Binding

/// A ``Field`` or a ``Form``: what a form consists of.
///
/// Each part of its state is available as a driver, and all of it as a plain value, ``state``. The latter is up to date
/// at any time; the drivers send once for each change on the main actor, at its end. If one edit changes several, all are
/// up to date before the first is sent.
@MainActor
public class FormPart: InspectableObject {
    /// What observers learn about a part.
    struct Report: Equatable, Sendable {
        var state = FormState()
        /// Whether it, or a part within it, has messages.
        var hasMessages = false
        /// Whether an asynchronous rule has yet to answer, of it or of a part within it, also if something else is invalid.
        var isWaiting = false
        /// All messages of a field; of a form, those that are about itself.
        var messages: [ValidationMessage] = []
        /// For a form, how often the messages of its fields have changed.
        var revision = 0

        var showsMessages: Bool { state.isTouched || state.isSubmitted }
    }

    // Variables are accessed for a moment at a time, on the main actor, and need no check for exclusive access.

    /// The latest report, which may not have been sent yet.
    @exclusivity(unchecked) private(set) final var report = Report()
    /// Sends the report at the end of each change, once anything observes it.
    private final var sender: RelayAtEnd<Report>?
    @exclusivity(unchecked) private final var parents: [WeakReference<Form>] = []
    /// What it shows beside the messages of its own rules.
    @exclusivity(unchecked) private final var shown = ShownMessages()
    private final var conditions: [Bool] = []
    /// Whether it, and each form that it is in, is enabled. What counts while a submission waits counts until the
    /// submission is over, and the form that is submitted counts in any case.
    @exclusivity(unchecked) private(set) final var counts = true
    private final var isSetEnabled = true
    /// The walk that has come by last.
    private final var lastWalk: UInt32 = 0
    /// The number of the last snapshot that was taken before it was reset to another initial value.
    private final var lastOutdated: UInt32 = 0
    /// What it observes.
    private final var inputs: DisposeBag?

    @usableFromInline
    init() {}

    /// What the program calls it among the parts of its form, as in ``Form/values``: the name of its property, if
    /// ``Form/add(fieldsOf:)`` has added it, or what ``Form/add(_:as:)`` says; else `nil`.
    public internal(set) final var key: String?

    /// The report, to be observed.
    final var sentReport: RelayAtEnd<Report> {
        if let sender { return sender }
        let new = RelayAtEnd(value: report)
        // What will observe it comes after it.
        new.hasSubscribedToMore()
        sender = new
        return new
    }

    /// Keeps a subscription to something that it depends on.
    final func add(input: any Disposable) {
        let inputs = inputs ?? DisposeBag()
        self.inputs = inputs
        inputs.insert(input)
        hasSubscribedToMore()
    }

    /// Notes that it depends on something more.
    final func hasSubscribedToMore() { sender?.hasSubscribedToMore() }

    /// What an inspector knows as the property.
    package var inspectedSources: [(name: String, source: any InspectableSource)] {
        sender.map { [(name: "state", source: $0)] } ?? []
    }

    // MARK: What is known of it

    /// The current state.
    ///
    /// - Complexity: O(1). In the middle of a delivery O(*k*) in the number of fields that have been edited and have not told
    ///   of that yet.
    public final var state: FormState {
        noteRead()
        return report.state
    }

    /// The status.
    public final var status: Driver<FormStatus> { sentReport.asDriver { $0.state.status } }

    /// Whether nothing is wrong and nothing is pending; see ``FormState/isValid``.
    public final var isValid: Driver<Bool> { sentReport.asDriver { $0.state.isValid } }

    /// Whether an asynchronous rule has not answered yet.
    public final var isPending: Driver<Bool> { sentReport.asDriver { $0.state.isPending } }

    /// Whether it has been changed; see ``FormState/isDirty``.
    public final var isDirty: Driver<Bool> { sentReport.asDriver { $0.state.isDirty } }

    /// Whether the user has visited it; see ``FormState/isTouched``.
    public final var isTouched: Driver<Bool> { sentReport.asDriver { $0.state.isTouched } }

    // MARK: Its messages

    /// The first of its messages, once the user has visited it or submitted it; `nil` until then, and while there is
    /// none. Of a form, these are the messages about itself: of rules that are shown at it (`on: form`), and what it has
    /// been rejected with.
    public final var message: Driver<String?> {
        sentReport.asDriver { $0.showsMessages ? $0.messages.first?.text : nil }
    }

    /// The same as ``message`` with an empty string for `nil`, for labels that take no `nil`.
    public final var messageText: Driver<String> { message.mapCompactly { $0 ?? "" } }

    /// Whether one of its messages is an error with this code. A derived value that asks follows the messages.
    ///
    /// ```swift
    /// Driver.derived { viewModel.$email.hasError(.required) } => requiredMark.rx.isHighlighted
    /// ```
    public final func hasError(_ code: ValidationMessage.Code) -> Bool {
        noteRead()
        return report.messages.contains { $0.severity == .error && $0.code == code }
    }

    /// Makes it invalid until the next edit of it: for what a server reports. It shows that at once.
    ///
    /// A form is edited if a field in it is, or if parts come or go; a submission asks the server again, and ends it, too.
    public final func reject(_ message: String) { reject([ValidationMessage(message)]) }

    /// The same with several messages, which may have codes. They replace what it was rejected with before; if there are
    /// none, it is not rejected any more.
    public final func reject(_ messages: [ValidationMessage]) {
        catchUp()
        shown.rejections = messages
        if !messages.isEmpty { becomeRejected() }
        update()
    }

    // MARK: What can be done with it

    /// Whether this part itself is enabled: that is what it has been set to, `true` at first, and all conditions of
    /// ``enabled(by:)`` hold.
    ///
    /// A part that is not enabled, or is in a form that is not, does not count: it is neither invalid nor pending, has no
    /// messages, and its status is `disabled`. So is one of a row of ``ValueForm/rows(_:_:)`` while its element has gone.
    public final var isEnabled: Bool {
        get { isSetEnabled && conditions.allSatisfy { $0 } }
        set {
            isSetEnabled = newValue
            enablingChanged()
        }
    }

    /// Disables it while a condition does not hold. If there are several conditions, all must hold.
    ///
    /// - Returns: The same part.
    @discardableResult
    public final func enabled(by condition: some SharedSequenceConvertibleType<Bool>) -> Self {
        let index = conditions.count
        conditions.append(true)
        add(
            input: condition.asSharedSequence().runCompactly { [weak self] holds in
                self?.conditions[index] = holds
                self?.enablingChanged()
            })
        return self
    }

    /// Has its controls deliver at once what they hold back, such as by `committed(on:)`.
    ///
    /// Call it before asking whether the part is dirty. A submission does so by itself.
    public func commit() {}

    /// Marks all of its fields as touched, so that they show what is wrong.
    public func touchAll() {}

    /// Marks all of its fields as not touched, so that they do not show what is wrong until they are visited again.
    public func markUntouched() {}

    /// Restores the initial state of all of it: values, text, and untouched fields.
    public func reset() {}

    /// Makes what it holds its initial state: it is not dirty any more.
    public func markPristine() {}

    /// Has all rules check again, for rules that read something other than their fields.
    public func validate() {}

    /// Takes in changes that have not been noticed yet, because their observers are still being called.
    func catchUp() {}

    /// Takes in all changes so far, before something about it is read. What is set outside of a delivery has been noticed
    /// when the setter returns.
    final func bringUpToDate() {
        if MainActorDispatcher.delivery != 0 { catchUp() }
        FormUpdate.checkBeforeRead()
    }

    /// Brings the report up to date, which is read then, perhaps by a computation.
    final func noteRead() {
        if ReadableState.isReading { sentReport.noteRead() }
        bringUpToDate()
    }

    /// All fields, in order.
    public var fields: [FormField] { [] }

    // MARK: In the library

    /// Adds its fields to others, unless this walk has come by.
    func addFields(to fields: inout [FormField], in walk: FormWalk) {}

    /// Whether a walk comes by for the first time. A walk that begins within another one may have that come by again.
    final func isFirstVisit(of walk: FormWalk) -> Bool {
        defer { lastWalk = walk.number }
        return lastWalk != walk.number
    }

    /// Notes that it is reset to another initial value: snapshots so far say nothing about it any more.
    final func outdateSnapshots() { lastOutdated = FormSnapshot.count }

    /// Notes that it has taken over the initial value of a form.
    ///
    /// - Returns: Whether snapshots say nothing about it any more that did so far.
    @discardableResult
    final func outdateSnapshots(like form: Form) -> Bool {
        guard lastOutdated < form.lastOutdated else { return false }
        lastOutdated = form.lastOutdated
        return true
    }

    /// Whether it has been reset to another initial value since a snapshot was taken.
    final func outdates(_ snapshot: FormSnapshot) -> Bool { lastOutdated >= snapshot.number }

    /// Has the forms that it is in take over its initial value, which is another one now.
    final func passOnInitial() {
        visitFormsAround { $0.initialChanged(of: self) }
        if isAway { (self as? Form)?.home?.initialChanged(of: self) }
    }

    /// Returns a closure that makes its present initial value initial again.
    func keepInitial() -> @MainActor () -> Void { {} }

    /// The parts of a form, none for a field.
    var children: [FormPart] { [] }

    /// Those of its parts that have messages, or in which a part has.
    var childrenWithMessages: [FormPart] { [] }

    /// The value of a field, or those of a form by their keys.
    var anyValue: any Sendable { () }

    /// Its first field that is invalid.
    var firstInvalidField: FormField? { nil }

    /// Calls a closure with it and with all parts within it, once with each, a form before its parts.
    ///
    /// - Parameter children: Returns the parts of a part; by default, those that it has after the closure has been
    ///   called with it.
    final func visit(children: (FormPart) -> [FormPart] = { $0.children }, _ body: (FormPart) -> Void) {
        var seen: Set<FormPart> = []
        var next = [self]
        while let part = next.popLast() {
            guard seen.insert(part).inserted else { continue }
            body(part)
            next += children(part).reversed()
        }
    }

    /// Calls a closure with it and with all parts within it that have messages, or in which a part has, in that order.
    final func visitPartsWithMessages(_ body: (FormPart) -> Void) {
        visit(children: { $0.childrenWithMessages }, body)
    }

    /// Calls a closure with the forms that it is in, at whatever depth, once with each.
    final func visitFormsAround(_ body: (Form) -> Void) {
        _ = isWithinForm { form in
            if form !== self { body(form) }
            return false
        }
    }

    /// Whether it is in a form that satisfies a condition, at whatever depth, or is one itself.
    private final func isWithinForm(where condition: (Form) -> Bool) -> Bool {
        var seen: Set<FormPart> = []
        var next: [FormPart] = [self]
        while let part = next.popLast() {
            guard seen.insert(part).inserted else { continue }
            if let form = part as? Form, condition(form) { return true }
            next += part.parents.compactMap(\.object)
        }
        return false
    }

    /// Whether it is in a part, at whatever depth, or is that part itself.
    final func isWithin(_ part: FormPart) -> Bool { self === part || isWithinForm { $0 === part } }

    final func addParent(_ form: Form) {
        parents.append(WeakReference(form))
        if let form = self as? Form { visitFormsAround { $0.shareInitial(with: form) } }
        if !form.counts || !counts { enablingChanged() }
    }

    /// Whether it is a row that has gone.
    var isAway: Bool { false }

    /// Whether it is a part of a form.
    final func isPart(of form: Form) -> Bool { parents.contains { $0.object === form } }

    /// Whether it is in a form.
    final var hasParent: Bool { parents.contains { $0.object != nil } }

    final func removeParent(_ form: Form) {
        parents.removeAll { $0.object == nil || $0.object === form }
        if form.isBeingSubmitted { enablingSettled() } else { enablingChanged() }
    }

    /// Whether it is a form of which a submission is waiting.
    var hasSubmission: Bool { false }

    /// Whether it, or a form that it is in, is being submitted.
    final var isBeingSubmitted: Bool { isWithinForm { $0.hasSubmission } }

    /// Determines anew whether it counts.
    final func enablingChanged() {
        let new =
            isEnabled && !isAway && parents.allSatisfy { $0.object?.counts != false } || counts && isBeingSubmitted
            || hasSubmission
        guard new != counts else { return }
        counts = new
        FormUpdate.perform { countingChanged() }
    }

    /// Determines anew whether it and what is within it counts, at the end of a submission.
    final func enablingSettled() {
        FormUpdate.perform { visit { $0.enablingChanged() } }
    }

    /// The rules across fields that are shown at it, with what it has been rejected with.
    final func verdict(with own: [ValidationMessage]) -> ShownMessages.Verdict { shown.verdict(with: own) }

    /// Shows the message of a rule across fields.
    final func show(_ rule: FormRule) { shown.add(rule) }

    /// Takes in that it has been rejected.
    func becomeRejected() {}

    /// Forgets what it has been rejected with.
    ///
    /// - Returns: Whether it has been.
    final func endRejection() -> Bool {
        defer { shown.rejections = [] }
        return !shown.rejections.isEmpty
    }

    /// Ends the pauses of the asynchronous rules that are shown at it, of whichever form: a submission waits for their
    /// answers.
    final func endPauses() {
        for rule in shown.asynchronousRules { rule.endPause() }
    }

    /// Makes a new report.
    final func update() { FormUpdate.perform { putTogether() } }

    /// The same within a ``FormUpdate``.
    func putTogether() {}

    /// Takes in that it counts, or does not count any more. Called within a ``FormUpdate``.
    func countingChanged() {}

    /// Makes a report the latest one, to be sent at the end of the change. Called within a ``FormUpdate``.
    final func note(_ new: Report) {
        guard new != report else { return }
        let old = report
        report = new
        sender?.accept(new)
        for parent in parents { parent.object?.partChanged(self, from: old, to: new) }
    }

    /// Reports that a rule has thrown an error.
    ///
    /// - Returns: Whether there is an observer.
    func reportError(_ error: any Error) -> Bool {
        parents.contains { $0.object?.reportError(error) == true }
    }
}

extension FormPart.Report: InspectableValue {
    package var inspected: Any { FieldReport(state: state, messages: messages).inspected }
}

/// A part is equal only to itself.
extension FormPart: Hashable {
    public nonisolated static func == (left: FormPart, right: FormPart) -> Bool { left === right }

    public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
