import Binding

/// A ``Field`` or a ``Form``: what a form consists of.
///
/// Each part of its state is available as a driver, and all of it as a plain value, ``state``. If one edit changes
/// several, all are up to date before the first is sent.
@MainActor
public class FormPart {
    /// What observers learn about a part.
    struct Report: Equatable, Sendable {
        var state = FormState()
        /// For a field, all its messages.
        var messages: [ValidationMessage] = []
        /// For a form, how often the messages of its fields have changed.
        var revision = 0
    }

    /// The latest report, which may not have been sent yet.
    private(set) final var report = Report()
    /// The report that was sent last.
    final let sentReport = CompactRelay(value: Report())
    private final var parents: [WeakReference<Form>] = []
    @usableFromInline final let bag = DisposeBag()

    @usableFromInline
    init() {}

    // MARK: What is known of it

    /// The current state.
    public final var state: FormState {
        catchUp()
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

    // MARK: What can be done with it

    /// Whether this part itself is enabled; a part of a form that is not enabled does not count either.
    public var isEnabled: Bool {
        get { true }
        set {}
    }

    /// Enables it while a condition holds.
    ///
    /// - Returns: The same part.
    @discardableResult
    public final func enabled(by condition: some SharedSequenceConvertibleType<Bool>) -> Self {
        bag.insert(condition.asSharedSequence().runCompactly { [weak self] in self?.isEnabled = $0 })
        return self
    }

    /// Has its controls deliver at once what they hold back, such as by `committed(on:)`.
    ///
    /// Call it before asking whether the part is dirty. A submission does so by itself.
    public func commit() {}

    /// Marks all of its fields as touched, so that they show what is wrong.
    public func touchAll() {}

    /// Restores the initial state of all of it: values, text, and untouched fields.
    public func reset() {}

    /// Makes what it holds its initial state: it is not dirty any more.
    public func markPristine() {}

    /// Has all rules check again, for rules that read something other than their fields.
    public func validate() {}

    /// Takes in changes that have not been noticed yet, because their observers are still being called.
    func catchUp() {}

    /// All fields, in order.
    public var fields: [FormField] { [] }

    // MARK: In the library

    /// Whether it is in a part, at whatever depth, or is that part itself.
    final func isWithin(_ part: FormPart) -> Bool {
        self === part || parents.contains { $0.object?.isWithin(part) == true }
    }

    final func addParent(_ form: Form) {
        parents.append(WeakReference(form))
        if !form.counts { enablingChanged() }
    }

    final func removeParent(_ form: Form) {
        parents.removeAll { $0.object == nil || $0.object === form }
        if !form.counts { enablingChanged() }
    }

    /// Whether all forms that it is in count.
    final var isInFormsThatCount: Bool { parents.allSatisfy { $0.object?.counts != false } }

    /// Whether a form that it is in is being submitted.
    final var isInSubmission: Bool { parents.contains { $0.object?.isBeingSubmitted == true } }

    /// Determines anew whether it counts.
    func enablingChanged() {}

    /// Makes a report the latest one, to be sent when everything is up to date. Called within a ``FormUpdate``.
    final func note(_ new: Report) {
        guard new != report else { return }
        let old = report
        report = new
        FormUpdate.sendLater(self)
        for parent in parents { parent.object?.partChanged(from: old, to: new) }
    }

    /// Sends the latest report, if it has not been sent.
    final func send() {
        if sentReport.value != report { sentReport.accept(report) }
    }

    /// Reports that a rule has thrown an error.
    ///
    /// - Returns: Whether there is an observer.
    func reportError(_ error: any Error) -> Bool {
        parents.contains { $0.object?.reportError(error) == true }
    }
}

/// A part is equal only to itself.
extension FormPart: Hashable {
    public nonisolated static func == (left: FormPart, right: FormPart) -> Bool { left === right }

    public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Changes of fields and forms that belong together: what follows from them is sent when all of them are made.
@MainActor @usableFromInline
enum FormUpdate {
    private static var depth = 0
    private static var changed: [FormPart] = []
    /// The asynchronous rules that are to check what has changed, after all synchronous ones.
    private static var checks: [(rule: FormRule, again: Bool)] = []

    @usableFromInline
    static func perform(_ body: () -> Void) {
        begin()
        body()
        end()
    }

    /// What ``perform(_:)`` does, in two functions, where a closure would take too much time.
    static func begin() { depth += 1 }

    static func end() {
        if depth == 1 {
            while let (rule, again) = checks.popLast() { rule.check(again: again) }
        }
        depth -= 1
        guard depth == 0, !changed.isEmpty else { return }
        // Observers may change something else, which is sent from in here.
        let parts = changed
        changed = []
        for part in parts { part.send() }
    }

    /// Has a part send its latest report at the end.
    static func sendLater(_ part: FormPart) {
        // Fields usually change one by one.
        if changed.last !== part { changed.append(part) }
    }

    /// Has a rule check its fields at the end.
    static func checkLater(_ rule: FormRule, again: Bool) {
        if let index = checks.firstIndex(where: { $0.rule === rule }) {
            checks[index].again = checks[index].again || again
        } else {
            checks.append((rule, again))
        }
    }
}
