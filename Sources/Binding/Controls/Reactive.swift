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
/// Each of its writable properties is a ``Binder`` by itself, and so is each of an object or a structure that it holds:
/// `view.rx.title`, `view.rx.layer.title`. The author of a control adds control properties and
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
    /// What the control says while it is being written to counts once, when that is done.
    ///
    /// - Parameters:
    ///   - changes: Sends whenever the user has changed the value. The control need not, but may, send also where it
    ///     has made something else of a value that it was given.
    ///   - getter: Reads the value, on the main actor.
    ///   - setter: Sets the value, on the main actor.
    @inlinable
    public func controlProperty<Value: Sendable>(
        changes: some ObservableType<Void>,
        getter: @escaping @MainActor (Base) -> Value,
        setter: @escaping @MainActor (Base, Value) -> Void
    ) -> ControlProperty<Value> {
        let weakBase = WeakReference(base)
        let read = reader(weakBase, getter)
        let changes = changes.asObservable()
        let values = Observable<Value>(servesMainActor: true) { down, subscription in
            let lifetime = subscription.lifetime
            let output = PropertyObservation.output(of: read, to: down, subscription)
            let input = lifetime.child()
            MainActorDispatcher.run {
                guard !lifetime.isEnded, let base = weakBase.object else { return }
                let observation = PropertyObservation(base, lifetime, output)
                observation.begin()
                observation.follow(changes, input)
            }
        }
        return ControlProperty(
            values: values,
            valueSink: writer(weakBase, setter),
            content: { if let value = read() { .value(value) } else { .unknown } })
    }

    /// Reads a property of the object, on the main actor, for as long as that lives.
    @inlinable
    func reader<Value: Sendable>(
        _ weakBase: WeakReference<Base>, _ getter: @escaping @MainActor (Base) -> Value
    ) -> @Sendable () -> Value? {
        let getter = MainActorDispatcher.unchecked(getter)
        return { if let base = weakBase.object { getter(base) } else { nil } }
    }

    /// Sets a property of the object, while what its properties tell is held.
    @inlinable
    func writer<Value: Sendable>(
        _ weakBase: WeakReference<Base>, _ setter: @escaping @MainActor (Base, Value) -> Void
    ) -> Sink<Value> {
        let setter = MainActorDispatcher.unchecked(setter)
        let next: @Sendable (Value) -> Void = { value in
            guard let base = weakBase.object else { return }
            let begin: @Sendable (AnyObject) -> Void = MainActorDispatcher.unchecked(ControlHolds.beginWrite)
            let end: @Sendable (AnyObject) -> Void = MainActorDispatcher.unchecked(ControlHolds.endWrite)
            begin(base)
            setter(base, value)
            end(base)
        }
        return Sink(
            isMainActor: true, next: next, stop: { $0.reportErrorInBinding(to: ControlProperty<Value>.self) })
    }

    /// Something that the control's user does, for authors of controls.
    ///
    /// - Parameter source: Sends whenever it happens.
    public func controlEvent<Value: Sendable>(_ source: some ObservableType<Value>) -> ControlEvent<Value> {
        ControlEvent(events: source)
    }
}
