import Binding

/// A field of a form, whatever it holds. See ``Field``.
public class FormField: FormPart {
    /// What its own rules say, or, where what the user typed cannot be read, that alone.
    private final var own: [ValidationMessage] = []
    /// Whether what it holds is not what it was at first.
    private final var holdsOther = false
    private final var rejection: ValidationMessage?
    private final var hasBeenTouched = false
    private final var isSelfEnabled = true
    private final var counts = true
    /// The rules across fields that read this one, and those that are shown at it.
    private final var readers: [WeakReference<FormRule>] = []
    private final var shown: [WeakReference<FormRule>] = []
    /// What has the bindings of this field tell what they hold back.
    private final var commits: [FieldBinding] = []
    /// Whether all rules hold but those that take time: the others have their say only then.
    private(set) final var holdsSynchronousRules = true
    private final let turns = RuleTurns()

    @usableFromInline
    override init() {}

    // MARK: What it says

    /// All that it says at this moment, errors before hints, whether or not the user has been there.
    public final var messages: Driver<[ValidationMessage]> { told.asDriver { $0.messages } }

    /// What is known of it and all that it says, together: for what depends on both.
    public final var reports: Driver<FieldReport> {
        told.asDriver { FieldReport(state: $0.state, messages: $0.messages) }
    }

    /// The first of what it says, once the user has been there or has submitted the form; `nil` until then and where there is
    /// nothing to say.
    public final var message: Driver<String?> {
        told.asDriver { $0.state.isTouched ? $0.messages.first?.text : nil }
    }

    /// The same as ``message`` with an empty string for `nil`, for labels that take no `nil`.
    public final var messageText: Driver<String> { message.mapCompactly { $0 ?? "" } }

    /// All that it says at this moment, as a plain value.
    public final var currentMessages: [ValidationMessage] {
        catchUp()
        return report.messages
    }

    // MARK: What can be done with it

    /// Notes that the user has been there, for the end of editing: `nameField.rx.editingDidEnd => viewModel.$name.touch`.
    public final func touch() {
        guard !hasBeenTouched else { return }
        hasBeenTouched = true
        update()
    }

    /// Makes it invalid, and touched, until its next edit: for what a server says of a value.
    public final func reject(_ message: String) {
        catchUp()
        rejection = ValidationMessage(message)
        hasBeenTouched = true
        update()
    }

    /// Whether it counts, as far as it is up to the field: one in a form that is not enabled does not count either. Where it does
    /// not, it is neither invalid nor pending and says nothing, and its status is `disabled`.
    public final override var isEnabled: Bool {
        get { isSelfEnabled }
        set {
            guard newValue != isSelfEnabled else { return }
            isSelfEnabled = newValue
            enablingChanged()
        }
    }

    final override func enablingChanged() {
        let new = isSelfEnabled && isInFormsThatCount
        guard new != counts, !isInSubmission else { return }
        catchUp()
        counts = new
        inputsChanged()
    }

    public final override func touchAll() { touch() }

    public final override func reset() {
        FormUpdate.perform {
            // What controls hold back would stay in them, and be told later.
            commit()
            hasBeenTouched = false
            rejection = nil
            resetContent()
            inputsChanged()
        }
    }

    public final override func markPristine() {
        catchUp()
        takeAsFirst(token())
    }

    /// Takes a value that it had for what it was at first.
    final func takeAsFirst(_ token: AnyObject) {
        takeValueAsFirst(ofToken: token)
        holdsOther = isContentDirty
        update()
    }

    public final override func validate() {
        catchUp()
        inputsChanged(again: true)
    }

    public final override var fields: [FormField] { [self] }

    // MARK: What depends on the types

    /// Whether what the user typed can be read.
    var isReadable: Bool { true }
    /// Whether what it holds is not what it was at first.
    var isContentDirty: Bool { false }
    /// What its own rules say; where it cannot be read, that.
    func ownMessages() -> [ValidationMessage] { [] }
    /// Puts back what it held at first.
    func resetContent() {}
    func takeValueAsFirst(ofToken token: AnyObject) {}
    /// The value, to be compared with later ones.
    func token() -> AnyObject { self }
    func isValue(ofToken token: AnyObject) -> Bool { true }

    // MARK: In the library

    /// The user, or the program, has changed what it holds.
    ///
    /// - Parameter judge: What its own rules say, and whether what it holds is not what it was at first: ``ownMessages()`` and
    ///   ``isContentDirty``.
    @usableFromInline
    final func contentChanged(_ judge: () -> (messages: [ValidationMessage], isDirty: Bool)) {
        rejection = nil
        inputsChanged(again: false, judge)
    }

    /// Has all rules look at what it holds.
    ///
    /// - Parameter again: Whether asynchronous rules look again at what they have said something of already.
    private func inputsChanged(again: Bool = false) {
        inputsChanged(again: again) { (ownMessages(), isContentDirty) }
    }

    /// - Parameter judge: What its own rules say, and whether what it holds is not what it was at first.
    private func inputsChanged(again: Bool, _ judge: () -> (messages: [ValidationMessage], isDirty: Bool)) {
        FormUpdate.begin()
        turns.take(again: again) { (own, holdsOther) = judge() }
        for rule in living(readers) where !rule.isAsynchronous { rule.look(again: again) }
        putTogether()
        lookLater(again: again)
        FormUpdate.end()
    }

    /// Puts together anew what is known of it.
    final func update() { FormUpdate.perform { putTogether() } }

    /// The same within a ``FormUpdate``.
    private func putTogether() {
        var new = Report()
        new.state.isDirty = holdsOther
        new.state.isTouched = hasBeenTouched
        var holds = false
        if counts {
            var said = own
            for rule in living(shown) where !rule.isAsynchronous { append(rule.message, to: &said) }
            holds = !said.contains { $0.severity == .error }
            append(rejection, to: &said)
            var isPending = false
            for rule in living(shown) where rule.isAsynchronous {
                append(rule.message, to: &said)
                isPending = isPending || rule.isPending
            }
            let errors = said.filter { $0.severity == .error }
            if !errors.isEmpty, errors.count < said.count { said = errors + said.filter { $0.severity == .hint } }
            new.messages = said
            new.state.status = !errors.isEmpty ? .invalid : isPending ? .pending : .valid
        } else {
            new.state.status = .disabled
        }
        note(new)
        guard holds != holdsSynchronousRules else { return }
        holdsSynchronousRules = holds
        lookLater()
    }

    /// Has the rules that take time look at it, when all that takes none is up to date.
    private func lookLater(again: Bool = false) {
        for rule in living(readers) where rule.isAsynchronous { FormUpdate.look(rule, again: again) }
    }

    /// Those of the rules that are still there.
    private func living(_ rules: [WeakReference<FormRule>]) -> [FormRule] {
        rules.isEmpty ? [] : rules.compactMap(\.object)
    }

    private func append(_ message: ValidationMessage?, to messages: inout [ValidationMessage]) {
        if let message { messages.append(message) }
    }

    /// Whether rules across fields may read it.
    final var canBeRead: Bool { counts && isReadable }

    final func addReader(_ rule: FormRule) {
        readers.removeAll { $0.object == nil }
        if !readers.contains(where: { $0.object === rule }) { readers.append(WeakReference(rule)) }
    }

    final func show(_ rule: FormRule) {
        shown.removeAll { $0.object == nil }
        shown.append(WeakReference(rule))
    }

    public final override func commit() {
        // Each may be disposed of by what the others tell.
        for binding in commits { binding.commit() }
        catchUp()
    }

    /// Has asynchronous rules that are shown at it, of whichever form, wait no longer: a submission waits for their answers.
    final func hasten() {
        for case let rule as AsynchronousRule in living(shown) { rule.hasten() }
    }

    @usableFromInline
    final func add(_ binding: FieldBinding) { commits.append(binding) }

    @usableFromInline
    final func remove(_ binding: FieldBinding) { commits.removeAll { $0 === binding } }
}

/// A binding of a field, by which it knows what its control holds back.
@usableFromInline
final class FieldBinding: Sendable {
    let commit: @MainActor () -> Void

    @usableFromInline
    init(_ commit: @escaping @MainActor @Sendable () -> Void) {
        self.commit = commit
    }
}

/// What is known of a field and what it says at one moment.
public struct FieldReport: Equatable, Sendable {
    /// What is known of it.
    public let state: FormState
    /// All that it says, errors before hints.
    public let messages: [ValidationMessage]
}
