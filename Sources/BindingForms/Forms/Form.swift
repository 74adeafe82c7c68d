import Binding

/// Fields that belong together: whether all of them are valid, rules across them, and a command that submits them.
///
/// ```swift
/// @MainActor final class SignUpViewModel {
///     @Validated(.notEmpty) var userName = ""
///     @Validated(.notEmpty) var password = ""
///     @Validated var repeated = ""
///     let form = Form()
///
///     init(service: Service) {
///         form.add($userName, $password, $repeated)
///             .rule($password, $repeated) { $0 == $1 ? nil : "The passwords differ" }
///             .rule($userName, after: .milliseconds(300)) { name in
///                 try await service.isFree(name) ? nil : "This name is taken"
///             }
///     }
/// }
/// ```
///
/// Add its fields where its owner is initialized, not lazily: its rules apply from then on. (The compiler refuses
/// `let form: Form` with `form = Form($userName)` in `init`: a projection can be used once all properties of the owner
/// are initialized.) It keeps its parts and the closures of its rules alive; a closure that uses the owner has to hold
/// it weakly, or the two keep each other alive.
public class Form: FormPart {
    /// Its fields and the forms within it, in order.
    public final var parts: [FormPart] { ordered.all }
    @exclusivity(unchecked) private(set) final var ordered = OrderedParts()
    private var rules: [FormRule] = []
    private let failures = CompactPublishRelay<any Error>()
    let refused = CompactPublishRelay<FormField>()
    /// Emits at each reset, once a command needs to know.
    var resets: CompactPublishRelay<Void>?
    /// What was invalid when a submission was refused, until that has been reported.
    var refusedAt: WeakReference<FormPart>?
    /// The submissions that are waiting.
    var submissions: [WeakReference<FormSubmission>] = []

    // How many of its parts are in which state.
    private var enabledParts = 0
    private var invalidParts = 0
    private var pendingParts = 0
    private var waitingParts = 0
    private var dirtyParts = 0
    private var touchedParts = 0
    private var revision = 0
    private var hasBeenSubmitted = false

    /// The rows that its parts belong to, if they come and go.
    var rows: Rows?
    private var hasOtherRows = false
    /// Of a row that may go, the form of the rows: while there is that, it counts only within it.
    weak var home: Form?
    /// Whether it was in a row that had gone and has been released.
    private var isOfReleasedRow = false

    /// A form of fields, and of forms within it.
    ///
    /// - Parameter parts: In the order in which the user goes through them. One that is given twice counts once.
    public convenience init(_ parts: FormPart...) { self.init(parts) }

    /// A form of fields, and of forms within it, in any number.
    public init(_ parts: [FormPart]) {
        super.init()
        setParts(parts)
    }

    final override var isAway: Bool { home.map { !isPart(of: $0) } ?? false }

    // What it disabled may count again. What was in a row that has gone does so in another form only: its rules may refer to
    // what is being released.
    isolated deinit {
        if counts { return }
        let wasAway = isAway || isOfReleasedRow
        if wasAway { for part in parts { (part as? Form)?.isOfReleasedRow = true } }
        FormUpdate.perform { for part in parts where !wasAway || part.hasParent { part.enablingChanged() } }
    }

    /// Adds fields, and forms within it, after the existing parts.
    ///
    /// - Parameter parts: In the order in which the user goes through them. One that is a part already counts once. A
    ///   form cannot be a part of itself.
    /// - Returns: The same form.
    @discardableResult
    public func add(_ parts: FormPart...) -> Form {
        replaceParts(from: self.parts.endIndex, with: parts[...])
        return self
    }

    /// Adds a field or a form within it, and gives it a key, for ``values``.
    ///
    /// - Parameters:
    ///   - part: The field or the form.
    ///   - key: What it is called among the parts of this form; see ``FormPart/key``.
    /// - Returns: The same form.
    @discardableResult
    public func add(_ part: FormPart, as key: String) -> Form {
        part.key = key
        return add(part)
    }

    // MARK: What is known of it

    public override var fields: [FormField] {
        var fields: [FormField] = []
        addFields(to: &fields, in: FormWalk())
        return fields
    }

    override func addFields(to fields: inout [FormField], in walk: FormWalk) {
        guard isFirstVisit(of: walk) else { return }
        for part in parts { part.addFields(to: &fields, in: walk) }
    }

    override var children: [FormPart] { parts }

    final override var anyValue: any Sendable { valuesOrRows }

    override var childrenWithMessages: [FormPart] { ordered.withMessages }

    override var hasSubmission: Bool { !submissions.isEmpty }

    /// Whether the form, or one that it was in then, has been submitted, with success or not, or it has been rejected,
    /// since it was made or reset.
    public final var isSubmitted: Driver<Bool> { sentReport.asDriver { $0.state.isSubmitted } }

    /// The first invalid field, to move the focus to; `nil` if there is none.
    ///
    /// - Complexity: O(*m* log *m*) in the number of fields that have messages.
    public final var firstInvalid: FormField? {
        noteRead()
        return firstInvalidField
    }

    final override var firstInvalidField: FormField? {
        for part in ordered.withMessages {
            if let field = part.firstInvalidField { return field }
        }
        return nil
    }

    /// The errors thrown by rules of this form and of those within it. An error without an observer goes to
    /// `BindingDiagnostics`.
    public var errors: Signal<any Error> { failures.asSignal() }

    /// The first invalid field, each time the form is not submitted because of it: to move the focus there.
    public var refusals: Signal<FormField> { refused.asSignal() }

    // MARK: What can be done with it

    public override func commit() {
        let fields = fields
        HeldBack.send(fields.flatMap(\.heldBack))
        for field in fields { field.catchUp() }
    }

    public override func touchAll() {
        FormUpdate.perform { for field in fields { field.touch() } }
    }

    public override func markUntouched() {
        FormUpdate.perform { for field in fields { field.markUntouched() } }
    }

    override func becomeRejected() {
        hasBeenSubmitted = true
        RejectedForms.add(self)
    }

    /// Notes that it has been submitted.
    func becomeSubmitted() {
        guard !hasBeenSubmitted else { return }
        hasBeenSubmitted = true
        update()
    }

    /// Resets all fields to their initial values, and rows that come from a relay to the initial rows, in a `batch`.
    ///
    /// A submission of the form that still waits for asynchronous rules is cancelled.
    public override func reset() {
        // To an undo history it is one step, and observers of one field see what the others have been reset to.
        batch { FormUpdate.perform { resetParts() } }
    }

    /// - Parameter restoresValues: Whether what forms have beside their parts is restored.
    final func resetParts(restoresValues: Bool = true) {
        visit { part in
            guard let form = part as? Form else { return part.reset() }
            for submission in form.submissions { submission.object?.withdraw() }
            form.resets?.accept(())
            form.hasBeenSubmitted = false
            if restoresValues { form.resetOwn() }
            form.catchUpWithRows()
            _ = form.endRejection()
            form.update()
        }
    }

    public override func markPristine() {
        FormUpdate.perform {
            visit { part in
                guard let form = part as? Form else { return part.markPristine() }
                form.catchUpWithRows()
                form.keepOwn()()
            }
        }
    }

    // MARK: What is initial: of a value, and of all that edits a part of it

    /// Takes over the initial value of something within it that has another one now, if this form has that as a part of its own.
    func initialChanged(of part: FormPart) { rows?.initialChanged?(part) }

    /// Takes over what is initial in a form that it is in, if it edits a part of the same.
    ///
    /// - Returns: Whether it may.
    func takeInitial<Whole>(from whole: ValueForm<Whole>) -> Bool { false }

    /// Has a form that has been added, and all within that, take over what is initial in this one, now and from now on.
    func shareInitial(with added: Form) {}

    /// A value, with the initial value of this form as the part that the form edits; `nil` if it edits none.
    func replacingPart<Whole>(of whole: Lens<Whole>, in value: Whole) -> Whole? { nil }

    /// Restores what it has beside its parts.
    func resetOwn() { rows?.reset?() }

    /// Returns a closure that makes what it has now beside its parts the initial content.
    func keepOwn() -> @MainActor () -> Void {
        // Which may bring in rows.
        guard let keep = rows?.keep(), let latest = rows?.latest else { return {} }
        return { [weak self] in
            keep()
            self?.makeInitial(latest)
        }
    }

    /// Makes rows the initial ones.
    final func makeInitial(_ initial: [FormPart]) {
        rows?.initial = initial
        compareRows()
        update()
    }

    public override func validate() {
        FormUpdate.perform { for field in fields { field.validate() } }
    }

    override func countingChanged() {
        putTogether()
        for part in parts { part.enablingChanged() }
    }

    // Not field by field: an edit costs the same in a form of any size.
    override func catchUp() {
        EditedFields.takeIn()
        rows?.follow()
    }

    // MARK: Rules across fields

    func add(_ rule: FormRule) {
        if rule.target?.isWithin(self) != true { BindingDiagnostics.reportMistake(.ruleOutsideForm) }
        rules.append(rule)
        rule.begin()
    }

    func remove(_ rule: FormRule) {
        rules.removeAll { $0 === rule }
        rule.end()
    }

    override func reportError(_ error: any Error) -> Bool {
        let isObserved = failures.hasObservers
        if isObserved { failures.accept(error) }
        return super.reportError(error) || isObserved
    }

    // MARK: Parts

    /// Makes rows the current ones: the first that there are are the initial ones.
    func setRows(_ new: [FormPart]) {
        if rows?.initial == nil { rows?.initial = new }
        rows?.latest = new
        setParts(new)
    }

    /// Makes parts, in this order, its only ones.
    private func setParts(_ new: [FormPart]) {
        // Rows usually come and go at the end: those before stay as they are.
        var kept = 0
        let parts = parts
        while kept < parts.count, kept < new.count, parts[kept] === new[kept] { kept += 1 }
        replaceParts(from: kept, with: new[kept...])
    }

    private func replaceParts(from index: Int, with new: ArraySlice<FormPart>) {
        FormUpdate.perform {
            let old = Array(parts[index...])
            let replaced = Set(old.map(ObjectIdentifier.init))
            let new = new.filter { part in
                ordered.contains(part) || !wouldBeWithinItself(by: part)
            }
            // First, because rules that check again may change the parts.
            let added = ordered.replace(from: index, with: new)
            compareRows()
            for part in old where !ordered.contains(part) {
                count(part.report, by: -1)
                part.removeParent(self)
            }
            for part in added where !replaced.contains(ObjectIdentifier(part)) {
                // Before it becomes a part, whose changes are counted.
                count(part.report, by: 1)
                part.addParent(self)
            }
            revision = FormUpdate.number
            if !(old.isEmpty && added.isEmpty) { RejectedForms.edited(self) }
            putTogether()
        }
    }

    /// Compares the rows with the initial ones.
    private func compareRows() {
        hasOtherRows = rows.map { $0.initial != $0.latest } ?? false
    }

    /// Makes the current rows its parts, even when called by an observer of the rows.
    func catchUpWithRows() {
        if let current = rows?.current() { setRows(current) }
    }

    private func wouldBeWithinItself(by part: FormPart) -> Bool {
        guard part is Form, isWithin(part) else { return false }
        BindingDiagnostics.reportMistake(.formWithinItself)
        return true
    }

    final func partChanged(_ part: FormPart, from old: Report, to new: Report) {
        if old.hasMessages != new.hasMessages { ordered.note(part) }
        count(old, by: -1)
        count(new, by: 1)
        if old.messages != new.messages || old.revision != new.revision { revision = FormUpdate.number }
        putTogether()
    }

    private func count(_ report: Report, by step: Int) {
        let state = report.state
        if report.isWaiting { waitingParts += step }
        switch state.status {
        case .valid: enabledParts += step
        case .invalid:
            enabledParts += step
            invalidParts += step
        case .pending:
            enabledParts += step
            pendingParts += step
        case .disabled: break
        }
        if state.isDirty { dirtyParts += step }
        if state.isTouched { touchedParts += step }
    }

    override func putTogether() {
        var new = Report()
        if parts.isEmpty ? counts : enabledParts > 0 {
            let verdict = verdict(with: [])
            new.messages = verdict.messages
            new.isWaiting = waitingParts > 0 || verdict.isPending
            new.state.status =
                invalidParts > 0 || verdict.isInvalid
                ? .invalid : pendingParts > 0 || verdict.isPending ? .pending : .valid
        } else {
            new.state.status = .disabled
        }
        new.state.isSubmitted = hasBeenSubmitted
        new.state.isDirty = dirtyParts > 0 || hasOtherRows
        new.state.isTouched = touchedParts > 0
        new.hasMessages = !new.messages.isEmpty || ordered.haveMessages
        new.revision = revision
        note(new)
    }
}
