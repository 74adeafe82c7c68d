import Binding
import CBindingGTK
import CGTK

/// The properties of an object by name, for reading and setting: `label.properties.xalign = 0`.
///
/// For properties to bind, see `rx`.
@MainActor
public struct Properties<Base: GObject> {
    /// The object.
    public let base: Base

    /// Reads a property by its name, for properties that have no Swift member.
    public func get<Value: GValueConvertible>(_ name: String) -> Value {
        var value = GValue()
        // The value takes on the property's own type.
        g_object_get_property(base.typed(), name, &value)
        require(value.g_type != 0, "\(Base.self) has no property '\(name)'")
        defer { g_value_unset(&value) }
        require(
            binding_type_stands_for(value.g_type, Value.gType) != 0,
            "\(Base.self): the property '\(name)' is of type \(String(cString: g_type_name(value.g_type))), not \(Value.self)"
        )
        return Value(gValue: &value)
    }

    /// Sets a property by its name, for properties that have no Swift member. A number outside the property's range
    /// becomes the nearest one in it; one that is not finite leaves the property unchanged.
    public func set<Value: GValueConvertible>(_ name: String, _ newValue: Value) {
        let property = binding_object_find_property(base.raw, name)
        guard let property else { fatalError("\(Base.self) has no property '\(name)'") }
        let type = binding_param_type(property)
        require(
            g_value_type_transformable(Value.gType, type) != 0,
            "\(Base.self): the property '\(name)' is of type \(String(cString: g_type_name(type))), not \(Value.self)")
        var value = GValue()
        g_value_init(&value, Value.gType)
        defer { g_value_unset(&value) }
        newValue.store(in: &value)
        if let number = newValue as? Double {
            // Notify anyway, so that a binding that set it sees the actual value.
            guard number.isFinite else { return g_object_notify(base.typed(), name) }
            return set(number: &value, property)
        }
        g_object_set_property(base.typed(), name, &value)
    }

    private func set(number: UnsafePointer<GValue>, _ property: UnsafeMutablePointer<GParamSpec>) {
        var value = GValue()
        g_value_init(&value, binding_param_type(property))
        defer { g_value_unset(&value) }
        g_value_transform(number, &value)
        let isOutOfRange = g_param_value_validate(property, &value) != 0
        let name = g_param_spec_get_name(property)
        g_object_set_property(base.typed(), name, &value)
        if isOutOfRange { g_object_notify(base.typed(), name) }
    }
}

/// An object whose properties can be accessed by name.
///
/// It is a protocol so that `Self` is the object's own class.
@MainActor
public protocol GObjectProtocol: GObject {}

extension GObject: GObjectProtocol {}

extension GObjectProtocol {
    /// The properties by name, for reading and setting.
    public var properties: Properties<Self> { Properties(base: self) }

    /// Sets a property and returns the object, for use in an expression:
    /// `Label("Name").with(\.xalign, 0).with(\.hexpand, true)`.
    @discardableResult
    public func with<Value>(_ property: ReferenceWritableKeyPath<Properties<Self>, Value>, _ value: Value) -> Self {
        properties[keyPath: property] = value
        return self
    }
}
