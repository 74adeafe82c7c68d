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
public final class Form: FormPart {
    /// Its fields and the forms within it, in order.
    public private(set) var parts: [FormPart] = []
    /// The identities of the parts, for lookup.
    private var members: Set<ObjectIdentifier> = []
    private var rules: [FormRule] = []
    private let failures = CompactPublishRelay<any Error>()
    let refused = CompactPublishRelay<FormField>()
    private var isSelfEnabled = true
    /// How many submissions are waiting.
    var submissions = 0

    // How many of its parts are in which state.
    private var enabledParts = 0
    private var invalidParts = 0
    private var pendingParts = 0
    private var dirtyParts = 0
    private var touchedParts = 0
    private var revision = 0

    /// The rows that its parts belong to, if they come and go.
    var rows: Rows?
    private var hasOtherRows = false

    /// A form of fields, and of forms within it.
    ///
    /// - Parameter parts: In the order in which the user goes through them. One that is given twice counts once.
    public convenience init(_ parts: FormPart...) { self.init(parts) }

    /// A form of fields, and of forms within it, in any number.
    public init(_ parts: [FormPart]) {
        super.init()
        setParts(parts)
    }

    // What it disabled may count again.
    isolated deinit {
        if !isSelfEnabled { enablingChanged() }
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

    // MARK: What is known of it

    public override var fields: [FormField] {
        var seen = Set<ObjectIdentifier>()
        return parts.flatMap(\.fields).filter { seen.insert(ObjectIdentifier($0)).inserted }
    }

    /// The first invalid field, to move the focus to; `nil` if there is none.
    public var firstInvalid: FormField? {
        catchUp()
        return fields.first { $0.report.state.status == .invalid }
    }

    /// The messages of all fields that have any, in order, whether or not the user has visited them.
    public var messages: Driver<[FieldMessages]> {
        sentReport.asDriver { $0.revision }.mapCompactly { [weak self] _ in self?.currentMessages ?? [] }
    }

    /// The messages of its fields, as a plain value.
    public var currentMessages: [FieldMessages] {
        catchUp()
        return fields.compactMap { field in
            field.report.messages.isEmpty ? nil : FieldMessages(field: field, messages: field.report.messages)
        }
    }

    /// The errors thrown by rules of this form and of those within it. An error without an observer goes to
    /// `BindingDiagnostics`.
    public var errors: Signal<any Error> { failures.asSignal() }

    /// The first invalid field, each time the form is not submitted because of it: to move the focus there.
    public var refusals: Signal<FormField> { refused.asSignal() }

    // MARK: What can be done with it

    public override var isEnabled: Bool {
        get { isSelfEnabled }
        set {
            guard newValue != isSelfEnabled else { return }
            isSelfEnabled = newValue
            enablingChanged()
        }
    }

    public override func commit() {
        for field in fields { field.commit() }
    }

    public override func touchAll() {
        FormUpdate.perform { for part in parts { part.touchAll() } }
    }

    /// Resets all fields to their initial values, and rows that come from a relay to the initial rows.
    public override func reset() {
        FormUpdate.perform {
            rows?.reset()
            catchUpWithRows()
            for part in parts { part.reset() }
        }
    }

    public override func markPristine() {
        FormUpdate.perform {
            catchUpWithRows()
            rows?.keep()()
            for part in parts { part.markPristine() }
            makeInitial(parts)
        }
    }

    /// Makes rows the initial ones.
    func makeInitial(_ initial: [FormPart]) {
        rows?.initial = initial
        compareRows()
        update()
    }

    public override func validate() {
        FormUpdate.perform { for part in parts { part.validate() } }
    }

    /// Whether its parts may count.
    var counts: Bool { isSelfEnabled && isInFormsThatCount }

    /// Whether it, or a form that it is in, is being submitted.
    var isBeingSubmitted: Bool { submissions > 0 || isInSubmission }

    override func enablingChanged() {
        FormUpdate.perform { for part in parts { part.enablingChanged() } }
    }

    override func catchUp() {
        FormUpdate.perform { for part in parts { part.catchUp() } }
    }

    // MARK: Rules across fields

    func adding(_ rule: FormRule) -> Form {
        if !rule.target.isWithin(self) { BindingDiagnostics.reportMistake(.ruleOutsideForm) }
        rules.append(rule)
        rule.begin()
        return self
    }

    override func reportError(_ error: any Error) -> Bool {
        let isObserved = failures.hasObservers
        if isObserved { failures.accept(error) }
        return super.reportError(error) || isObserved
    }

    // MARK: Parts

    /// Makes parts, in this order, its only ones.
    func setParts(_ new: [FormPart]) {
        // Rows usually come and go at the end: those before stay as they are.
        var kept = 0
        while kept < parts.count, kept < new.count, parts[kept] === new[kept] { kept += 1 }
        replaceParts(from: kept, with: new[kept...])
    }

    private func replaceParts(from index: Int, with new: ArraySlice<FormPart>) {
        FormUpdate.perform {
            let old = Array(parts[index...])
            let replaced = Set(old.map(ObjectIdentifier.init))
            members.subtract(replaced)
            let new = new.filter { part in
                let identity = ObjectIdentifier(part)
                let isThere = members.contains(identity)
                if isThere || !replaced.contains(identity) && wouldBeWithinItself(by: part) { return false }
                members.insert(identity)
                return true
            }
            // First, because rules that check again may change the parts.
            parts.replaceSubrange(index..., with: new)
            compareRows()
            for part in old where !members.contains(ObjectIdentifier(part)) {
                count(part.report.state, by: -1)
                part.removeParent(self)
            }
            for part in new where !replaced.contains(ObjectIdentifier(part)) {
                // Before it becomes a part, whose changes are counted.
                count(part.report.state, by: 1)
                part.addParent(self)
            }
            revision += 1
            update()
        }
    }

    /// Compares the rows with the initial ones.
    private func compareRows() {
        hasOtherRows =
            rows.map { $0.initial.count != parts.count || !$0.initial.elementsEqual(parts, by: ===) } ?? false
    }

    /// Makes the current rows its parts, even when called by an observer of the rows.
    func catchUpWithRows() {
        if let current = rows?.current() { setParts(current) }
    }

    private func wouldBeWithinItself(by part: FormPart) -> Bool {
        guard isWithin(part) else { return false }
        BindingDiagnostics.reportMistake(.formWithinItself)
        return true
    }

    func partChanged(from old: Report, to new: Report) {
        count(old.state, by: -1)
        count(new.state, by: 1)
        if old.messages != new.messages || old.revision != new.revision { revision += 1 }
        update()
    }

    private func count(_ state: FormState, by step: Int) {
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

    private var statusOfParts: FormStatus {
        if enabledParts == 0, !parts.isEmpty { return .disabled }
        if invalidParts > 0 { return .invalid }
        return pendingParts > 0 ? .pending : .valid
    }

    private func update() {
        var new = Report()
        new.state.status = statusOfParts
        new.state.isDirty = dirtyParts > 0 || hasOtherRows
        new.state.isTouched = touchedParts > 0
        new.revision = revision
        note(new)
    }
}

/// The messages of a field.
public struct FieldMessages: Sendable {
    /// The field.
    public let field: FormField
    /// Its messages, errors before hints; never empty.
    public let messages: [ValidationMessage]
}
