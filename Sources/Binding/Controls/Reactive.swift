public import CBindingPlatform

/// A class whose properties can be bound under `rx`.
///
/// ```swift
/// final class Label: ReactiveCompatible { var text = "" }
/// viewModel.$name.drive(label.rx.text)
/// ```
public protocol ReactiveCompatible: AnyObject {}

extension ReactiveCompatible {
    /// The bindable properties of this object.
    @inlinable @MainActor
    public var rx: Reactive<Self> { Reactive(self) }
}

/// The bindable properties of an object.
///
/// Each writable property is available as a ``Binder``, and so is each one of an object or a structure that it holds:
/// `view.rx.title`, `view.rx.layer.title`. The author of a control adds control properties and events:
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

    /// The bindable properties of an object.
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
        #if DEBUG
            let name: String? = Inspection.nameIfInspecting(of: keyPath)
        #else
            // Another use of the key path keeps the compiler from setting the property without it, six times as fast.
            let name: String? = nil
        #endif
        return Binder(WeakReference(base), name) { base, value in base[keyPath: keyPath] = value }
    }

    /// Makes a property that the control's user changes, for authors of controls.
    ///
    /// The object is held weakly. A new observer receives what the getter returns, then what it returns after each
    /// change. Changes that the control reports while it is being written to count as one, once that is done.
    ///
    /// - Parameters:
    ///   - changes: Sends whenever the user has changed the value. The control may, but need not, also send when it has
    ///     made something else of a value written to it.
    ///   - getter: Reads the value, on the main actor.
    ///   - setter: Sets the value, on the main actor.
    ///   - property: The name of the property, for an inspector: by default that of the property whose getter calls this.
    @inlinable
    public func controlProperty<Value: Sendable>(
        changes: some ObservableType<Void>,
        getter: @escaping @MainActor (Base) -> Value,
        setter: @escaping @MainActor (Base, Value) -> Void,
        property: String = #function
    ) -> ControlProperty<Value> {
        let access = ControlAccess(base, getter: getter, setter: setter)
        let changes = changes.asObservable()
        let values = Observable<Value>(servesMainActor: true) { down, subscription in
            PropertyObservation.observe(access, by: changes, to: down, subscription) {
                observation, _, changes, subscription in
                observation.begin()
                observation.follow(changes, subscription)
            }
        }
        let control = access.property(values)
        return binding_inspects() ? control.inspected(base, property) : control
    }

    /// Makes an event that the control's user triggers, for authors of controls.
    ///
    /// - Parameter source: Sends whenever it happens.
    public func controlEvent<Value: Sendable>(_ source: some ObservableType<Value>) -> ControlEvent<Value> {
        ControlEvent(events: source)
    }
}
