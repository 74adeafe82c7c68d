/// A two-way binding of a relay, or of a part of one, and a control.
@usableFromInline
final class ControlBinding<Left: TwoWayRelayEnd>: ControlEnd<Left.Value>, TwoWayBinding {
    @usableFromInline let left: Left
    @usableFromInline let lifetime: Lifetime

    @inlinable
    nonisolated init(
        _ left: Left, _ lifetime: Lifetime, _ control: ControlProperty<Left.Value>,
        _ equality: PartEquality<Left.Value>?
    ) {
        self.left = left
        self.lifetime = lifetime
        super.init(control, equality)
    }

    /// Begins to observe the control. If it ends, so does the binding.
    @inlinable
    func observe(_ control: ControlProperty<Left.Value>, _ subscription: Subscription) {
        let sink = Sink<Left.Value>(
            isMainActor: true, next: MainActorDispatcher.unchecked(controlReports),
            stop: { [lifetime] termination in
                termination.reportErrorInBinding(to: ControlProperty<Left.Value>.self)
                lifetime.end()
            })
        observe(control, sink, subscription)
        if editsHeldBack != nil { HoldingBindings.add(self) }
    }

    @inlinable
    func controlReports(_ value: Left.Value) {
        report(value) { rightChanged(to: $0, $1) }
    }

    @inlinable
    var currentOfRight: (value: Left.Value?, version: ValueVersion) { (known, version) }

    @inlinable
    func takeOnRight(_ value: Left.Value, _ version: ValueVersion, isNotice: Bool) -> Taken<Left.Value> {
        take(value, version, isNotice: isNotice)
    }

    @usableFromInline
    override func tell() {
        if let known { rightChanged(to: known, version) }
    }
}

extension ControlBinding: HoldingBinding {
    @usableFromInline
    var target: ObjectIdentifier? { lifetime.isEnded ? nil : left.source.map { ObjectIdentifier($0) } }

    @usableFromInline
    var place: ObjectIdentifier? { left.place }

    @usableFromInline
    var heldBack: HeldBack? { lifetime.isEnded ? nil : editsHeldBack }
}
