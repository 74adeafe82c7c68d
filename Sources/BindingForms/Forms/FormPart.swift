import Binding

/// A ``Field`` or a ``Form``: what a form is made of.
///
/// Each thing that can be known of it is there as a driver, and all of them as a plain value, ``state``. Where several change
/// by one edit, all are up to date before the first is told.
@MainActor
public class FormPart {
    /// What is told of a part.
    struct Report: Equatable, Sendable {
        var state = FormState()
        /// Of a field, all that it says.
        var messages: [ValidationMessage] = []
        /// Of a form, how often what its fields say has changed.
        var revision = 0
    }

    /// The latest report, which may still be to be told.
    private(set) final var report = Report()
    final let told = CompactRelay(value: Report())
    private final var parents: [WeakReference<Form>] = []
    @usableFromInline final let bag = DisposeBag()

    @usableFromInline
    init() {}

    // MARK: What is known of it

    /// What is known of it now.
    public final var state: FormState {
        catchUp()
        return report.state
    }

    /// How it stands.
    public final var status: Driver<FormStatus> { told.asDriver { $0.state.status } }

    /// Whether nothing is wrong and nothing is being found out; see ``FormState/isValid``.
    public final var isValid: Driver<Bool> { told.asDriver { $0.state.isValid } }

    /// Whether an asynchronous rule has not said yet.
    public final var isPending: Driver<Bool> { told.asDriver { $0.state.isPending } }

    /// Whether it was changed; see ``FormState/isDirty``.
    public final var isDirty: Driver<Bool> { told.asDriver { $0.state.isDirty } }

    /// Whether the user has been there; see ``FormState/isTouched``.
    public final var isTouched: Driver<Bool> { told.asDriver { $0.state.isTouched } }

    // MARK: What can be done with it

    /// Whether it counts, as far as it is up to this part: what is in a form that is not enabled does not count either.
    public var isEnabled: Bool {
        get { true }
        set {}
    }

    /// Has it count while a condition holds.
    ///
    /// - Returns: The same part.
    @discardableResult
    public final func enabled(by condition: some SharedSequenceConvertibleType<Bool>) -> Self {
        bag.insert(condition.asSharedSequence().runCompactly { [weak self] in self?.isEnabled = $0 })
        return self
    }

    /// Has what its controls hold back told at once, such as by `committed(on:)`: before somebody asks whether it is dirty. A
    /// submission does so by itself.
    public func commit() {}

    /// Has all of its fields count as left by the user, so that they say what is wrong.
    public func touchAll() {}

    /// Puts all of it back to what it was at first: values, text, and that nobody has been there.
    public func reset() {}

    /// Takes what it holds for what it was at first: it is not dirty any more.
    public func markPristine() {}

    /// Has all rules look again, for rules that read what is no field of theirs.
    public func validate() {}

    /// Takes in what has happened and was not noticed yet, because those who are told of it are at work.
    func catchUp() {}

    /// All fields, in their order.
    public var fields: [FormField] { [] }

    // MARK: In the library

    /// Whether it is a part, or is that part itself, at whatever depth.
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

    /// Whether all forms count that it is in.
    final var isInFormsThatCount: Bool { parents.allSatisfy { $0.object?.counts != false } }

    /// Whether a form that it is in is being submitted.
    final var isInSubmission: Bool { parents.contains { $0.object?.isBeingSubmitted == true } }

    /// Looks anew whether it counts.
    func enablingChanged() {}

    /// Takes a report for the latest one, and has it told when everything is up to date. Within a ``FormUpdate``.
    final func note(_ new: Report) {
        guard new != report else { return }
        let old = report
        report = new
        FormUpdate.tell(self)
        for parent in parents { parent.object?.partChanged(from: old, to: new) }
    }

    /// Tells the latest report, if it has not been told.
    final func tell() {
        if told.value != report { told.accept(report) }
    }

    /// Says that a rule has thrown an error.
    ///
    /// - Returns: Whether anybody listens.
    func hear(_ error: any Error) -> Bool {
        parents.contains { $0.object?.hear(error) == true }
    }
}

/// A part is equal to itself alone.
extension FormPart: Hashable {
    public nonisolated static func == (left: FormPart, right: FormPart) -> Bool { left === right }

    public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Changes of fields and forms that belong together: what follows from them is told when all of them are made.
@MainActor @usableFromInline
enum FormUpdate {
    private static var depth = 0
    private static var changed: [FormPart] = []
    /// Rules that take time and are to look at what has changed, when all rules have that take none.
    private static var looks: [(rule: FormRule, again: Bool)] = []

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
            while let (rule, again) = looks.popLast() { rule.look(again: again) }
        }
        depth -= 1
        guard depth == 0, !changed.isEmpty else { return }
        // Observers may change something else, which is told from in here.
        let parts = changed
        changed = []
        for part in parts { part.tell() }
    }

    static func tell(_ part: FormPart) {
        // Fields change one by one as a rule.
        if changed.last !== part { changed.append(part) }
    }

    static func look(_ rule: FormRule, again: Bool) {
        if let index = looks.firstIndex(where: { $0.rule === rule }) {
            looks[index].again = looks[index].again || again
        } else {
            looks.append((rule, again))
        }
    }
}
