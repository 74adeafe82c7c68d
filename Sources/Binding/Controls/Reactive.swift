/// A class that has bindable properties under `rx`.
///
/// ```swift
/// final class Label: ReactiveCompatible { var text = "" }
/// viewModel.$name.drive(label.rx.text)
/// ```
public protocol ReactiveCompatible: AnyObject {}

extension ReactiveCompatible {
    /// What can be bound of this object.
    @inlinable @MainActor
    public var rx: Reactive<Self> { Reactive(self) }
}

/// What can be bound of an object.
///
/// Each of its writable properties is a ``Binder`` by itself. The author of a control adds control properties and
/// events:
///
/// ```swift
/// extension Reactive where Base: TextField {
///     var text: ControlProperty<String> {
///         controlProperty(changes: base.edits, getter: { $0.text }, setter: { $0.text = $1 })
///     }
/// }
/// ```
@MainActor @dynamicMemberLookup
public struct Reactive<Base> {
    /// The object.
    public let base: Base

    /// What can be bound of an object.
    @inlinable
    public init(_ base: Base) {
        self.base = base
    }
}

extension Reactive where Base: AnyObject {
    /// A binder that sets a property of the object, which it holds weakly.
    @inlinable
    public subscript<Property: Sendable>(
        dynamicMember keyPath: ReferenceWritableKeyPath<Base, Property> & Sendable
    ) -> Binder<Property> {
        Binder(base) { base, value in base[keyPath: keyPath] = value }
    }

    /// A property that the control's user changes, for authors of controls.
    ///
    /// The object is held weakly. A new observer is handed what the getter says, then what it says after each change.
    ///
    /// - Parameters:
    ///   - changes: Sends whenever the user has changed the value. The control need not, but may, send also where it
    ///     has made something else of a value that it was given.
    ///   - getter: Reads the value, on the main actor.
    ///   - setter: Sets the value, on the main actor.
    public func controlProperty<Value: Sendable>(
        changes: some ObservableType<Void>,
        getter: @escaping @MainActor (Base) -> Value,
        setter: @escaping @MainActor (Base, Value) -> Void
    ) -> ControlProperty<Value> {
        let weakBase = WeakReference(base)
        let getter = MainActorDispatcher.unchecked(getter)
        let read: @Sendable () -> Value? = { weakBase.object.map(getter) }
        let changes = changes.asObservable().onMainActor
        let values = Observable<Value>(servesMainActor: true) { down, subscription in
            let lifetime = subscription.lifetime
            let output = Observable<Value>.serializedOutput(to: down.onMainActor, subscription)
            let input = lifetime.child()
            MainActorDispatcher.run {
                guard !lifetime.isEnded, let value = read() else { return }
                output.send(value)
                let sink = Sink<Void>(
                    isMainActor: true,
                    next: { if let value = read() { output.send(value) } },
                    stop: { output.stop($0) })
                changes.attach(sink, input)
            }
        }
        return ControlProperty(
            values: values,
            valueSink: Binder(base, binding: setter).sink,
            content: { read().map { .value($0) } ?? .unknown })
    }

    /// Something that the control's user does, for authors of controls.
    ///
    /// - Parameter source: Sends whenever it happens.
    public func controlEvent<Value: Sendable>(_ source: some ObservableType<Value>) -> ControlEvent<Value> {
        ControlEvent(events: source)
    }
}
