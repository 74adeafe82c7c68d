// Properties of objects and structures that an object holds: `view.rx.layer.title`, `view.rx.margins.left`. By itself,
// `view.rx.margins` is a binder of the object's own property.

extension Reactive where Base: AnyObject {
    /// The bindable properties of an object that this one holds: `view.rx.layer.title`.
    @_disfavoredOverload
    public subscript<Object: AnyObject>(
        dynamicMember keyPath: KeyPath<Base, Object> & Sendable
    ) -> NestedObject<Base, Object> {
        NestedObject(base: base) { $0[keyPath: keyPath] }
    }

    /// The bindable properties of a structure that this object holds: `view.rx.margins.left`.
    @_disfavoredOverload
    public subscript<Value>(
        dynamicMember keyPath: ReferenceWritableKeyPath<Base, Value> & Sendable
    ) -> NestedValue<Base, Value> {
        NestedValue(base: base) { base, change in change(&base[keyPath: keyPath]) }
    }
}

/// The bindable properties of an object that a view holds.
///
/// Each writable property is a ``Binder``, which sets it on the object that the view holds when the value arrives. The
/// view is held weakly, and the object not at all.
@MainActor @dynamicMemberLookup
public struct NestedObject<Base: AnyObject, Object: AnyObject> {
    let base: Base
    let object: @MainActor (Base) -> Object

    /// A binder that sets a property of the object.
    public subscript<Property: Sendable>(
        dynamicMember keyPath: ReferenceWritableKeyPath<Object, Property> & Sendable
    ) -> Binder<Property> {
        Binder(base, property: Inspection.nameIfInspecting(of: keyPath)) { [object] base, value in
            object(base)[keyPath: keyPath] = value
        }
    }

    /// The bindable properties of an object that this one holds.
    @_disfavoredOverload
    public subscript<Inner: AnyObject>(
        dynamicMember keyPath: KeyPath<Object, Inner> & Sendable
    ) -> NestedObject<Base, Inner> {
        NestedObject<Base, Inner>(base: base) { [object] base in object(base)[keyPath: keyPath] }
    }

    /// The bindable properties of a structure that this object holds.
    @_disfavoredOverload
    public subscript<Inner>(
        dynamicMember keyPath: ReferenceWritableKeyPath<Object, Inner> & Sendable
    ) -> NestedValue<Base, Inner> {
        NestedValue<Base, Inner>(base: base) { [object] base, change in change(&object(base)[keyPath: keyPath]) }
    }
}

/// The bindable properties of a structure that a view holds.
///
/// Each writable property is a ``Binder``, which sets that part of the structure and leaves the rest as it is when the
/// value arrives. The view is held weakly.
@MainActor @dynamicMemberLookup
public struct NestedValue<Base: AnyObject, Value> {
    let base: Base
    let change: @MainActor (Base, @MainActor (inout Value) -> Void) -> Void

    /// A binder that sets a property of the structure.
    public subscript<Property: Sendable>(
        dynamicMember keyPath: WritableKeyPath<Value, Property> & Sendable
    ) -> Binder<Property> {
        Binder(base, property: Inspection.nameIfInspecting(of: keyPath)) { [change] base, value in
            change(base) { $0[keyPath: keyPath] = value }
        }
    }

    /// The bindable properties of a structure that is a part of this one.
    @_disfavoredOverload
    public subscript<Inner>(
        dynamicMember keyPath: WritableKeyPath<Value, Inner> & Sendable
    ) -> NestedValue<Base, Inner> {
        NestedValue<Base, Inner>(base: base) { [change] base, body in change(base) { body(&$0[keyPath: keyPath]) } }
    }
}
