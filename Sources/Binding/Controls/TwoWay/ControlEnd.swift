/// A control's property, for one binding, which is a subclass.
///
/// What the control reports while it is being written to is no edit, but what it makes of the value.
@usableFromInline
class ControlEnd<Value: Sendable>: AnyControlEnd {
    // Variables are accessed for a moment at a time, on the main actor, and need no check for exclusive access.

    @usableFromInline final let content: @MainActor () -> ControlContent<Value>
    @usableFromInline final let set: @Sendable (Value) -> Void
    @usableFromInline final let equality: PartEquality<Value>?
    /// The edits that are held back: they are none yet when other bindings of the property tell of them.
    @usableFromInline final let editsHeldBack: HeldBack?
    /// The last value that the control has reported or received.
    @exclusivity(unchecked) @usableFromInline final var known: Value?
    /// The last value that the control has reported while it was being written to.
    @exclusivity(unchecked) @usableFromInline final var reported: Value?

    @inlinable
    nonisolated init(_ control: ControlProperty<Value>, _ equality: PartEquality<Value>?) {
        self.equality = equality
        content = control.content
        editsHeldBack = control.heldBack
        set = control.valueSink.next
        super.init(control.identity)
    }

    /// Begins to observe the control. Values that it reports in the meantime are no edits.
    ///
    /// - Parameters:
    ///   - sink: Passes what the control reports on to ``report(_:to:)``.
    ///   - subscription: Lasts as long as the binding does.
    @inlinable
    final func observe(_ control: ControlProperty<Value>, _ sink: Sink<Value>, _ subscription: Subscription) {
        let changes = control.changes(after: .displaced)
        isInitialDue = changes == nil
        join()
        (changes ?? control.values).attach(sink, subscription)
        hasBegun = true
    }

    /// Tells the binding, and then others of the property, of what the control reports, if that is an edit.
    @inlinable
    final func report(_ value: Value, to tell: (Value, ValueVersion) -> Void) {
        guard isEdit(value) else { return }
        if !hasOthers { return tell(value, version) }
        let others = others(seeing: version, isEdit: true)
        tell(value, version)
        for other in others { other.tell() }
    }

    /// Handles a value that the control reports.
    ///
    /// - Returns: Whether it is an edit.
    @inlinable
    final func isEdit(_ value: Value) -> Bool {
        let isInitial = isInitialDue
        isInitialDue = false
        guard hasBegun, !isInitial else { return false }
        if writes > 0 {
            reported = value
            hasReported = true
            return false
        }
        // A control may report what it was given after it has been written to.
        let hasSeen = deliveryOfEdit != 0 && deliveryOfEdit == MainActorDispatcher.delivery
        if MainActorDispatcher.bindings != nil || hasSeen, let known, isSame(known, value) { return false }
        // Without equality, the same edit may be read as another object.
        if hasSeen, equality == nil { return false }
        known = value
        version = .original()
        return true
    }

    /// Takes a value; see ``TwoWayRelayEnd/take(_:_:isNotice:from:by:)``.
    @inlinable
    final func take(_ value: Value, _ version: ValueVersion, isNotice: Bool) -> Taken<Value> {
        guard self.version < version else { return .overtaken }
        // What the user has typed since, and the control has not reported, is not overwritten by what is no change.
        let isHeld = isNotice && known.map { isSame($0, value) } ?? false || holds(value, version)
        self.version = version
        // Before it is written, because the control may report another value at once.
        known = value
        if !isHeld { write { set(value) } }
        var taken = Taken<Value>.taken
        if !isHeld, writes == 0, let made = made(), let known, !isSame(known, made) {
            self.known = made
            self.version = self.version.answer()
            taken = .changed(made, self.version)
        }
        if hasOthers { for other in others(seeing: self.version, isEdit: false) { other.tell() } }
        return taken
    }

    @usableFromInline
    override func sees(_ version: ValueVersion, isEdit: Bool) -> Bool {
        if isEdit, editsHeldBack != nil { return false }
        guard self.version < version, case .value(let held) = content() else { return false }
        let isNotice = known.map { isSame($0, held) } ?? false
        known = held
        self.version = version
        if isNotice { return equality != nil }
        if isEdit { deliveryOfEdit = MainActorDispatcher.delivery }
        return true
    }

    /// What the control has made of what it was given, if that is known.
    @inlinable
    final func made() -> Value? {
        var last: Value?
        if hasReported {
            hasReported = false
            last = reported.take()
        }
        // Without equality, a value that is read need not be recognizable as the one that was written.
        if equality != nil, case .value(let held) = content() { return held }
        return last
    }

    @inlinable
    final func holds(_ value: Value, _ version: ValueVersion) -> Bool {
        guard let equality else { return !version.isOriginal && known.map { areIdentical($0, value) } ?? false }
        switch content() {
        case .value(let held): return equality.areEqual(held, value)
        case .nothing: return false
        case .unknown: return known.map { equality.areEqual($0, value) } ?? false
        }
    }

    @inlinable
    final func isSame(_ left: Value, _ right: Value) -> Bool { areSame(left, right, by: equality) }
}
