/// The controls that are being written to, or are in the midst of an edit. What their properties have to tell meanwhile
/// waits until that is done, and is told once: a text that is being replaced may be empty for a moment.
@MainActor @usableFromInline
enum ControlHolds {
    private struct Hold {
        let number: UInt64
        let identity: ObjectIdentifier
        /// Whose it is, where it is being edited: it may die in the midst of that, and another object may come to stand
        /// where it stood. A write keeps it alive.
        var edited: WeakReference<AnyObject>?
        /// How many writes and edits of the control are under way, one within another.
        var depth = 0
        /// How many of them are edits.
        var edits = 0
        var waiting: [Waiting] = []

        /// Whether it is of an object that is gone.
        var isOfTheDead: Bool { depth == edits && edited?.object == nil }
    }

    /// A subscription that has something to tell. It is kept by whoever calls it.
    private struct Waiting {
        weak let observation: PropertyObservation?
    }

    private static var holds: [Hold] = []
    /// Whether a control tells what it has made of a value that it was given.
    @usableFromInline private(set) static var isTellingOfWrite = false
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

    static func beginEdit(of base: AnyObject) {
        removeThoseOfTheDead()
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

    /// Has a subscription wait, if the control is being written to or edited.
    ///
    /// - Returns: Whether it waits; it is called again then.
    static func hold(_ observation: PropertyObservation, of base: AnyObject) -> Bool {
        guard let index = index(of: base) else { return false }
        let number = holds[index].number
        if observation.held?.number != number { holds[index].waiting.append(Waiting(observation: observation)) }
        // What the control says last is what counts, and so does what that followed from.
        observation.held = (number, MainActorDispatcher.change)
        return true
    }

    private static func index(of base: AnyObject) -> Int? {
        let identity = ObjectIdentifier(base)
        // No closure: one that is isolated asks at each call whether it runs on the main actor.
        for index in holds.indices where holds[index].identity == identity && !holds[index].isOfTheDead { return index }
        return nil
    }

    private static func indexBeginning(_ base: AnyObject) -> Int {
        if let index = index(of: base) { return index }
        lastNumber += 1
        holds.append(Hold(number: lastNumber, identity: ObjectIdentifier(base)))
        return holds.count - 1
    }

    /// Ends a write or an edit, and after the outermost one has those told that wait.
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
                // It may have been told by a later write already, or wait for a later edit.
                guard let observation = waiting.observation, let held = observation.held, held.number == hold.number
                else { continue }
                observation.held = nil
                MainActorDispatcher.during(held.change, on: thread) { observation.changed() }
            }
            MainActorDispatcher.endDelivery(outer)
        }
    }

    /// Forgets the edits that nobody can end any more.
    private static func removeThoseOfTheDead() {
        // Of a copy: an object may die of being looked at, when another thread lets go of it.
        let dead = Set(Array(holds).filter(\.isOfTheDead).map(\.number))
        if !dead.isEmpty { holds.removeAll { dead.contains($0.number) } }
    }
}

extension Reactive where Base: AnyObject {
    /// Changes the control as one edit of its user, for authors of controls: what its control properties tell while the
    /// closure runs is held, and each tells its last value when the closure has returned.
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
    /// Edits may be nested; the outermost one counts. A write to the control is one by itself.
    ///
    /// - Parameter edit: Called at once.
    /// - Returns: What the closure returns.
    public func performEdit<Result, Failure: Error>(_ edit: () throws(Failure) -> Result) throws(Failure) -> Result {
        beginEdit()
        defer { endEdit() }
        return try edit()
    }

    /// Begins an edit of the control's user that the control tells by several signals, for authors of controls: what
    /// the control properties of this object tell is held until ``endEdit()``.
    ///
    /// For toolkits that tell themselves where an edit begins and ends. Each call needs one of ``endEdit()``: until
    /// then nobody is told of any change. See ``performEdit(_:)``, which calls both.
    public func beginEdit() {
        ControlHolds.beginEdit(of: base)
    }

    /// Ends what ``beginEdit()`` has begun. After the outermost edit, each control property that was changed tells its
    /// value, before this returns.
    ///
    /// Where no edit was begun, nothing happens, and ``BindingDiagnostics`` is told.
    public func endEdit() {
        if !ControlHolds.endEdit(of: base) { BindingDiagnostics.warn(.editNotBegun(control: Base.self)) }
    }
}
