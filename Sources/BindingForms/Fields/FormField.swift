import Binding

/// A field of a form, whatever the type of its value. See ``Field``.
public class FormField: FormPart {
    // Variables are accessed for a moment at a time, on the main actor, and need no check for exclusive access.

    /// The messages of its own rules or, if what the user typed cannot be read, that message alone.
    @exclusivity(unchecked) private final var ownMessages: [ValidationMessage] = []
    /// The rules across fields that read this one.
    @exclusivity(unchecked) private final var readers: [WeakReference<FormRule>] = []
    private final let makeName: @MainActor () -> String?
    /// The bindings of this field that may hold back what was typed.
    private final var holding: [FieldBinding] = []

    // One beside the other: there are many fields.

    /// Whether it holds something other than its initial value.
    @exclusivity(unchecked) private final var isContentChanged = false
    @exclusivity(unchecked) private final var hasBeenTouched = false
    /// Whether all synchronous rules hold: the asynchronous ones run only then.
    @exclusivity(unchecked) private(set) final var holdsSynchronousRules = true
    /// Whether what it holds has changed since the check under way has begun.
    @exclusivity(unchecked) private final var isOutdated = false
    /// How many checks of what it holds have followed one another; 0 if none is under way.
    @exclusivity(unchecked) private final var checks: UInt8 = 0

    /// Rules that still edit what they read after so many checks are taken to do so forever.
    private static let mostChecks: UInt8 = 100

    /// The part of something else that it edits, if there is one. What edits the field, and is held by that, does not have it.
    @exclusivity(unchecked) @usableFromInline final var part: EditedFieldPart?
    /// The field, as what edits it knows it.
    @usableFromInline final nonisolated let edited = EditedField()

    @usableFromInline
    init(name: @escaping @MainActor () -> String?) {
        makeName = name
        super.init()
        edited.begin(self)
    }

    // Nobody will.
    deinit { edited.isWaiting = false }

    // MARK: What it says

    /// What the field is called where its messages stand apart from it, as in ``Form/problems``: what it has been given
    /// (`@Validated(name: "E-mail") var address`), which is asked for each time so that it can be in the current
    /// language; else its ``FormPart/key``, such as the name of its property; else `nil`.
    public final var name: String? { makeName() ?? key }

    /// All current messages, errors before hints, whether or not the user has visited the field.
    public final var messages: Driver<[ValidationMessage]> { sentReport.asDriver { $0.messages } }

    /// The state and all messages together, for what depends on both.
    public final var reports: Driver<FieldReport> {
        sentReport.asDriver { FieldReport(state: $0.state, messages: $0.messages) }
    }

    /// All current messages, as a plain value.
    public final var currentMessages: [ValidationMessage] {
        noteRead()
        return report.messages
    }

    // MARK: What can be done with it

    /// Marks the field as touched, for the end of editing: `nameField.rx.editingDidEnd => viewModel.$name.touch`.
    public final func touch() {
        bringUpToDate()
        guard !hasBeenTouched else { return }
        hasBeenTouched = true
        update()
    }

    final override func countingChanged() {
        catchUp()
        inputsChanged()
    }

    public final override func touchAll() { touch() }

    public final override func markUntouched() {
        guard hasBeenTouched else { return }
        hasBeenTouched = false
        update()
    }

    override func becomeRejected() { hasBeenTouched = true }

    public final override func reset() {
        FormUpdate.perform {
            hasBeenTouched = false
            resetContent()
            // Unless its observers are still being called with an earlier one.
            catchUp()
            putTogether()
            // What controls hold back would otherwise stay in them, and be delivered later.
            for binding in holding { binding.show() }
        }
    }

    public final override func markPristine() {
        catchUp()
        makeInitial(token())
    }

    /// Makes an earlier value its initial value.
    final func makeInitial(_ token: AnyObject) {
        FormUpdate.perform {
            setInitialValue(ofToken: token)
            compareWithInitial()
        }
    }

    /// Takes in that its initial value may be another one.
    final func compareWithInitial() {
        if isContentChanged == isContentDirty { return }
        isContentChanged.toggle()
        update()
    }

    public final override func validate() {
        catchUp()
        FormUpdate.perform {
            readAgain()
            inputsChanged(again: true)
        }
    }

    public final override var fields: [FormField] { [self] }

    final override var firstInvalidField: FormField? { report.state.status == .invalid ? self : nil }

    final override func addFields(to fields: inout [FormField], in walk: FormWalk) {
        if isFirstVisit(of: walk) { fields.append(self) }
    }

    // MARK: What depends on the types

    /// Identifies the relay of what it holds.
    var contentID: ObjectIdentifier? { nil }
    /// Whether what the user typed can be read.
    var isReadable: Bool { true }
    /// Whether it holds something other than its initial value.
    var isContentDirty: Bool { false }
    /// The messages of its own rules; if it cannot be read, that message.
    func contentMessages() -> [ValidationMessage] { [] }
    /// Restores the initial value, to be taken in as an edit even if it is there already.
    func resetContent() {}
    /// Reads what the user typed again, if it could not be read: the language may be another one.
    func readAgain() {}
    /// Takes in what it edits, unless it shows its value as the converter would.
    func followUnlessFormatted() {}
    /// The type of its value.
    var valueType: Any.Type { Never.self }
    /// Whether a value is of its type.
    func accepts(_ value: any Sendable) -> Bool { false }
    /// Sets the value, or what a reset restores, to one of its type.
    func setAnyValue(_ value: any Sendable, isInitial: Bool) {}
    /// Makes an earlier value the initial one, also for forms that edit the same.
    func setInitialValue(ofToken token: AnyObject) {}
    /// The value, to be compared with later ones.
    func token() -> AnyObject { self }
    func isValue(ofToken token: AnyObject) -> Bool { true }

    // MARK: In the library

    /// Called when the user, or the program, has changed what it holds.
    ///
    /// - Parameter judge: Returns the messages of its own rules, and whether it holds something other than its initial
    ///   value: ``contentMessages()`` and ``isContentDirty``.
    @usableFromInline
    final func contentChanged(_ judge: () -> (messages: [ValidationMessage], isDirty: Bool)) {
        FormUpdate.begin()
        let wasRejected = endRejection()
        RejectedForms.edited(self)
        let hasChanged = check(again: false, judge)
        checkReaders(again: false)
        if hasChanged || wasRejected { putTogether() }
        FormUpdate.end()
    }

    /// Has all rules check what it holds.
    ///
    /// - Parameter again: Whether asynchronous rules check again what they have answered already.
    private func inputsChanged(again: Bool = false) {
        FormUpdate.perform {
            check(again: again) { (contentMessages(), isContentDirty) }
            checkReaders(again: again)
            putTogether()
        }
    }

    /// Has its own rules check what it holds. A check that changes that is repeated, because what a rule says about an
    /// old value no longer counts. The repetitions run one after the other, as what observers send waits for its turn, so
    /// that the stack does not grow.
    ///
    /// - Parameters:
    ///   - again: Whether to check although nothing has changed. Within a check, such a call does nothing.
    ///   - judge: Returns the messages of its own rules, and whether it holds something other than its initial value.
    /// - Returns: Whether one of these is another than before.
    @discardableResult
    private func check(again: Bool, _ judge: () -> (messages: [ValidationMessage], isDirty: Bool)) -> Bool {
        guard checks == 0 else {
            if !again { isOutdated = true }
            return false
        }
        var hasChanged = false
        repeat {
            checks += 1
            isOutdated = false
            let (messages, isDirty) = judge()
            if isDirty != isContentChanged {
                isContentChanged = isDirty
                hasChanged = true
            }
            if messages != ownMessages {
                ownMessages = messages
                hasChanged = true
            }
        } while isOutdated && checks < Self.mostChecks
        checks = 0
        if isOutdated { BindingDiagnostics.warn(.unsettledRule) }
        return hasChanged
    }

    /// Has the rules across fields check that read it.
    private func checkReaders(again: Bool) {
        for rule in FormRule.living(readers) { FormUpdate.check(rule, again: again) }
    }

    override func putTogether() {
        var new = Report()
        new.state.isDirty = isContentChanged
        new.state.isTouched = hasBeenTouched
        var holds = false
        if counts {
            let verdict = verdict(with: ownMessages)
            holds = verdict.holdsSynchronousRules
            new.messages = verdict.messages
            new.hasMessages = !verdict.messages.isEmpty
            new.isWaiting = verdict.isPending
            new.state.status = verdict.isInvalid ? .invalid : verdict.isPending ? .pending : .valid
        } else {
            new.state.status = .disabled
        }
        note(new)
        guard holds != holdsSynchronousRules else { return }
        holdsSynchronousRules = holds
        for rule in FormRule.living(readers) where rule.isAsynchronous { FormUpdate.check(rule) }
    }

    /// Whether rules across fields may read it.
    final var canBeRead: Bool { counts && isReadable }

    final func addReader(_ rule: FormRule) {
        readers.removeAll { $0.object == nil }
        if !readers.contains(where: { $0.object === rule }) { readers.append(WeakReference(rule)) }
    }

    public final override func commit() {
        if !holding.isEmpty { HeldBack.send(heldBack) }
        catchUp()
    }

    /// What controls hold back for it.
    final var heldBack: [(target: ObjectIdentifier, edits: HeldBack)] {
        holding.map { (ObjectIdentifier(self), $0.heldBack) }
    }

    @usableFromInline
    final func add(_ binding: FieldBinding) {
        holding.append(binding)
        if holding.count == 1 { HoldingFields.add(self) }
    }

    @usableFromInline
    final func remove(_ binding: FieldBinding) { holding.removeAll { $0 === binding } }
}

/// A binding of a field whose control may hold back what was typed.
@usableFromInline
final class FieldBinding: Sendable {
    /// What it holds back.
    let heldBack: HeldBack
    /// Has the control show what the field holds instead.
    let show: @MainActor () -> Void

    @usableFromInline
    init(_ heldBack: HeldBack, _ show: @escaping @MainActor () -> Void) {
        self.heldBack = heldBack
        self.show = show
    }
}

/// The state and the messages of a field at one moment.
public struct FieldReport: Equatable, Sendable {
    /// The state.
    public let state: FormState
    /// All messages, errors before hints.
    public let messages: [ValidationMessage]
}

extension FieldReport: InspectableValue {
    package var inspected: Any { messages.isEmpty ? state.status : (state.status, messages.map(\.text)) }
}
