/// The controls that are being written to or edited. Changes of their properties are held until that is done, and then
/// reported once: a text that is being replaced may be empty for a moment.
@MainActor @usableFromInline
enum ControlHolds {
    private struct Hold {
        let number: UInt64
        let identity: ObjectIdentifier
        /// The control, if it is being edited: it may be released in the meantime, and another object may get its
        /// address. A write keeps the control alive.
        var edited: WeakReference<AnyObject>?
        /// The number of writes and edits of the control under way, nested in one another.
        var depth = 0
        /// The number of edits among them.
        var edits = 0
        /// The subscriptions that have a change to report. They are kept alive by their callers.
        var waiting: [WeakReference<PropertyObservation>] = []

        /// Whether its control has been released.
        var isAbandoned: Bool { depth == edits && edited?.object == nil }
    }

    // Variables are accessed for a moment at a time, on the main actor, and need no check for exclusive access.
    @exclusivity(unchecked) private static var holds: [Hold] = []
    /// Whether a control is reporting what it has made of a value written to it.
    @exclusivity(unchecked) @usableFromInline private(set) static var isTellingOfWrite = false
    /// Whether any control is being written to, or edited.
    static var isHolding: Bool { !holds.isEmpty }
    private static var lastNumber: UInt64 = 0

    @usableFromInline
    static func beginWrite(of base: AnyObject) {
        let index = indexBeginning(base)
        holds[index].depth += 1
    }

    @usableFromInline
    static func endWrite(of base: AnyObject) {
        if let index = index(of: base) { leave(index) }
    }

    /// Whether a control is being written to or edited, so that what it shows may be a step towards something else.
    @usableFromInline
    static func isHolding(_ base: AnyObject) -> Bool { isHolding && index(of: base) != nil }

    static func beginEdit(of base: AnyObject) {
        removeAbandoned()
        let index = indexBeginning(base)
        holds[index].depth += 1
        holds[index].edits += 1
        if holds[index].edited == nil { holds[index].edited = WeakReference(base) }
    }

    /// - Returns: Whether there was an edit to end.
    static func endEdit(of base: AnyObject) -> Bool {
        guard let index = index(of: base), holds[index].edits > 0 else { return false }
        holds[index].edits -= 1
        leave(index)
        return true
    }

    /// Makes a subscription wait, if the control is being written to or edited.
    ///
    /// - Returns: Whether it waits; if so, it is called again later.
    static func hold(_ observation: PropertyObservation, of base: AnyObject) -> Bool {
        guard let index = index(of: base) else { return false }
        let number = holds[index].number
        if observation.held.number != number { holds[index].waiting.append(WeakReference(observation)) }
        // The last change that the control reports counts, with the bindings that have led to it.
        observation.held = (number, MainActorDispatcher.bindings)
        return true
    }

    private static func index(of base: AnyObject) -> Int? {
        let identity = ObjectIdentifier(base)
        // No closure: an isolated one checks at each call whether it runs on the main actor.
        for index in holds.indices where holds[index].identity == identity && !holds[index].isAbandoned { return index }
        return nil
    }

    private static func indexBeginning(_ base: AnyObject) -> Int {
        if let index = index(of: base) { return index }
        lastNumber += 1
        holds.append(Hold(number: lastNumber, identity: ObjectIdentifier(base)))
        return holds.count - 1
    }

    /// Ends a write or an edit, and after the outermost one calls the subscriptions that wait.
    private static func leave(_ index: Int) {
        holds[index].depth -= 1
        guard holds[index].depth == 0 else { return }
        // First, because observers may write to the control again.
        let hold = holds.remove(at: index)
        if hold.waiting.isEmpty { return }
        let thread = currentThread()
        let isOutsideTelling = isTellingOfWrite
        isTellingOfWrite = hold.edited == nil
        defer { isTellingOfWrite = isOutsideTelling }
        MainActorDispatcher.whileKnownCurrent(thread) {
            let outer = MainActorDispatcher.beginDelivery()
            for waiting in hold.waiting {
                // A later write may have called it already, or it may wait for a later edit.
                guard let observation = waiting.object, observation.held.number == hold.number else { continue }
                var bindings = observation.held.bindings
                observation.held = (0, nil)
                MainActorDispatcher.following(&bindings) { observation.changed() }
            }
            MainActorDispatcher.endDelivery(outer)
        }
    }

    /// Removes the edits that can no longer be ended.
    private static func removeAbandoned() {
        // On a copy: checking an object may release it, if another thread drops its reference meanwhile.
        let dead = Set(Array(holds).filter(\.isAbandoned).map(\.number))
        if !dead.isEmpty { holds.removeAll { dead.contains($0.number) } }
    }
}

extension Reactive where Base: AnyObject {
    /// Changes the control as one edit of its user, for authors of controls: changes of its control properties are held
    /// while the closure runs, and each reports its last value when the closure has returned.
    ///
    /// ```swift
    /// func type(over selection: Range<Int>, _ text: String) {
    ///     rx.performEdit {
    ///         delete(selection)  // each of these tells of a change
    ///         insert(text, at: selection.lowerBound)
    ///     }
    /// }
    /// ```
    ///
    /// Edits may be nested; the outermost one counts. A write to the control counts as an edit by itself.
    ///
    /// - Parameter edit: Changes the control. Called at once.
    /// - Returns: What the closure returns.
    public func performEdit<Result, Failure: Error>(_ edit: () throws(Failure) -> Result) throws(Failure) -> Result {
        beginEdit()
        defer { endEdit() }
        return try edit()
    }

    /// Begins an edit of the control's user that the control reports by several signals, for authors of controls:
    /// changes of its control properties are held until ``endEdit()``.
    ///
    /// For toolkits that signal where an edit begins and ends. Each call must be balanced by one of ``endEdit()``:
    /// until then no change is reported. ``performEdit(_:)`` calls both.
    public func beginEdit() {
        ControlHolds.beginEdit(of: base)
    }

    /// Ends an edit that ``beginEdit()`` began. After the outermost edit, each control property that was changed
    /// reports its value before this returns.
    ///
    /// If no edit was begun, nothing happens but a warning to ``BindingDiagnostics``.
    public func endEdit() {
        if !ControlHolds.endEdit(of: base) { BindingDiagnostics.warn(.editNotBegun(control: Base.self)) }
    }
}
