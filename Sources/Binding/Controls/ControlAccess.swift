/// A property of a control, which is held weakly, as its author's closures read and set it. Used on the main actor only.
@usableFromInline
final class ControlAccess<Base: AnyObject, Value: Sendable>: @unchecked Sendable {
    // Sound: nothing changes, and the control and the closures are used on the main actor only.

    @usableFromInline let weakBase: WeakReference<Base>
    @usableFromInline let getter: @Sendable (Base) -> Value
    @usableFromInline let setter: @Sendable (Base, Value) -> Void

    @inlinable
    init(
        _ base: Base, getter: @escaping @MainActor (Base) -> Value,
        setter: @escaping @MainActor (Base, Value) -> Void = { _, _ in }
    ) {
        weakBase = WeakReference(base)
        self.getter = MainActorDispatcher.unchecked(getter)
        self.setter = MainActorDispatcher.unchecked(setter)
    }

    @inlinable
    var base: Base? { weakBase.object }

    /// Reads the property, as long as the control lives.
    @inlinable
    func read() -> Value? { if let base { getter(base) } else { nil } }

    /// Sets the property, and holds the changes of the control's properties meanwhile.
    @inlinable
    func write(_ value: Value) {
        guard let base else { return }
        let begin: @Sendable (AnyObject) -> Void = MainActorDispatcher.unchecked(ControlHolds.beginWrite)
        let end: @Sendable (AnyObject) -> Void = MainActorDispatcher.unchecked(ControlHolds.endWrite)
        begin(base)
        setter(base, value)
        end(base)
    }

    /// The property's content, which is not known while the control is being written to or edited: what it shows then
    /// may be a step towards something else.
    @MainActor @inlinable
    var content: ControlContent<Value> {
        guard let base, !ControlHolds.isHolding(base) else { return .unknown }
        return .value(getter(base))
    }

    /// The property, whose user's changes a source of values tells of.
    @MainActor @inlinable
    func property(_ values: Observable<Value>) -> ControlProperty<Value> {
        let sink = Sink<Value>(
            isMainActor: true, next: { self.write($0) },
            stop: { $0.reportErrorInBinding(to: ControlProperty<Value>.self) })
        return ControlProperty(
            values: values, valueSink: sink, content: { self.content },
            identity: base.map { ControlIdentity($0, Value.self) })
    }
}
