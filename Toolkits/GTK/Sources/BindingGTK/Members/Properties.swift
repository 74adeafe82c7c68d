import Binding
import CGTK

/// The properties of an object by their names, to be read and set: `label.properties.xalign = 0`.
///
/// What can be bound of them is `rx`.
@MainActor
public struct Properties<Base: GObject> {
    /// The object.
    public let base: Base

    /// Reads a property by its name, for those that have none of their own here.
    public func get<Value: GValueConvertible>(_ name: String) -> Value {
        var value = GValue()
        // The value takes on the property's own type.
        g_object_get_property(base.typed(), name, &value)
        require(value.g_type != 0, "\(Base.self) has no property '\(name)'")
        defer { g_value_unset(&value) }
        return Value(gValue: &value)
    }

    /// Sets a property by its name, for those that have none of their own here.
    public func set<Value: GValueConvertible>(_ name: String, _ newValue: Value) {
        var value = GValue()
        g_value_init(&value, Value.gType)
        defer { g_value_unset(&value) }
        newValue.store(in: &value)
        g_object_set_property(base.typed(), name, &value)
    }
}

/// An object with properties by their names.
///
/// A protocol, so that these have the type of the object's own class.
@MainActor
public protocol GObjectProtocol: GObject {}

extension GObject: GObjectProtocol {}

extension GObjectProtocol {
    /// The properties by their names, to be read and set.
    public var properties: Properties<Self> { Properties(base: self) }

    /// Sets a property and returns the object, for use where it is made:
    /// `Label("Name").with(\.xalign, 0).with(\.hexpand, true)`.
    @discardableResult
    public func with<Value>(_ property: ReferenceWritableKeyPath<Properties<Self>, Value>, _ value: Value) -> Self {
        properties[keyPath: property] = value
        return self
    }
}
