import Binding
import CBindingGTK
import CGTK
import Glibc

/// The properties of an object by name, for reading and setting: `label.properties.xalign = 0`.
///
/// For properties to bind, see `rx`.
@MainActor
public struct Properties<Base: GObject> {
    /// The object.
    public let base: Base

    /// Reads a property by its name, for properties that have no Swift member.
    public func get<Value: GValueConvertible>(_ name: String) -> Value { base.property(name) }

    /// Sets a property by its name, for properties that have no Swift member.
    ///
    /// A control may hold another number or text than it is given: the nearest number in a range, a part of a text that is
    /// too long. Then it reports what it holds, so that a binding that has set it sees that, and
    /// `BindingDiagnostics.handler` is given a warning. A number that is not finite leaves the property unchanged.
    public func set<Value: GValueConvertible>(_ name: String, _ newValue: Value) { base.setProperty(name, newValue) }
}

// Not generic in the class, so that the compiler makes a version for texts, which know what they are.
extension GObject {
    /// Reads a property.
    final func property<Value: GValueConvertible>(_ name: String) -> Value {
        if name == "text", let currentText, let text = currentText as? Value { return text }
        var value = GValue()
        // The value takes on the property's own type.
        g_object_get_property(typed(), name, &value)
        require(value.g_type != 0, "\(Self.self) has no property '\(name)'")
        defer { g_value_unset(&value) }
        require(
            binding_type_stands_for(value.g_type, Value.gType) != 0,
            "\(Self.self): the property '\(name)' is of type \(String(cString: g_type_name(value.g_type))), not \(Value.self)"
        )
        return Value(gValue: &value)
    }

    /// Sets a property; see ``Properties/set(_:_:)``.
    final func setProperty<Value: GValueConvertible>(_ name: String, _ newValue: Value) {
        let property = binding_object_find_property(raw, name)
        guard let property else { fatalError("\(Self.self) has no property '\(name)'") }
        // Once, instead of each time that GObject needs it meanwhile: each would tell the Swift object.
        g_object_ref(raw)
        defer { g_object_unref(raw) }
        let type = binding_param_type(property)
        require(
            type == Value.gType || g_value_type_transformable(Value.gType, type) != 0,
            "\(Self.self): the property '\(name)' is of type \(String(cString: g_type_name(type))), not \(Value.self)")
        if let number = newValue as? Double, !number.isFinite { return reportRefusal(of: newValue, by: property) }
        let isText = Value.self == String.self || Value.self == String?.self
        let isNumber = Value.self == Double.self || Value.self == Int.self
        let isOvertaken = PropertyWrites.perform(on: self, property) {
            if isText, name == "text", replaceText(by: newValue as? String ?? "") { return }
            var value = GValue()
            g_value_init(&value, Value.gType)
            defer { g_value_unset(&value) }
            newValue.store(in: &value)
            if isNumber { setNearest(to: &value, property) } else { g_object_set_property(typed(), name, &value) }
        }
        // Others, such as whether a window is maximized, may follow later.
        guard isText || isNumber, !isOvertaken, !holds(newValue, property) else { return }
        reportRefusal(of: newValue, by: property)
    }

    /// Sets a property to the nearest number that it can have.
    private func setNearest(to number: UnsafePointer<GValue>, _ property: UnsafeMutablePointer<GParamSpec>) {
        var value = GValue()
        g_value_init(&value, binding_param_type(property))
        defer { g_value_unset(&value) }
        g_value_transform(number, &value)
        g_param_value_validate(property, &value)
        g_object_set_property(typed(), g_param_spec_get_name(property), &value)
    }

    /// Whether a property has taken a value as it is.
    private func holds<Value: GValueConvertible>(_ value: Value, _ property: UnsafeMutablePointer<GParamSpec>) -> Bool {
        if Value.self == String.self || Value.self == String?.self,
            strcmp(g_param_spec_get_name(property), "text") == 0,
            let line
        {
            return TextReplacement(of: line, by: value as? String ?? "") == nil
        }
        var held = GValue()
        g_object_get_property(typed(), g_param_spec_get_name(property), &held)
        defer { g_value_unset(&held) }
        switch value {
        case let text as String?:
            // GTK does not tell none from an empty one.
            return g_value_get_string(&held).map { String(cString: $0) } ?? "" == text ?? ""
        case let number as Double
        where g_type_fundamental(held.g_type) == g_type_fundamental(g_type_from_name("gfloat")):
            return Float(number) == g_value_get_float(&held)
        // A control may leave the number that it has for one that looks the same.
        case let number as Double: return abs(number - Double(gValue: &held)) <= 1e-10 * max(1, abs(number))
        case let number as Int: return number == Int(gValue: &held)
        default: return true
        }
    }

    /// Reports that a property holds another value than it was given.
    private func reportRefusal<Value: GValueConvertible>(of value: Value, by property: UnsafeMutablePointer<GParamSpec>)
    {
        let name = String(cString: g_param_spec_get_name(property))
        let held: Value = self.property(name)
        BindingDiagnostics.handler(
            .valueNotTaken(control: Self.self, property: name, given: describe(value), held: describe(held)))
        Refusal.report(self, name)
    }

    private func describe<Value: GValueConvertible>(_ value: Value) -> String {
        guard let text = value as? String? else { return "\(value)" }
        guard let text else { return "none" }
        return text.utf8.count <= 40 ? text.debugDescription : "a text of \(text.unicodeScalars.count) characters"
    }
}

/// The properties that are being set.
@MainActor
private enum PropertyWrites {
    // Accessed for a moment at a time, on the main actor: no check for exclusive access is needed.
    @exclusivity(unchecked)
    private static var underWay: [(object: UnsafeMutableRawPointer, property: OpaquePointer, isOvertaken: Bool)] = []

    /// Sets a property.
    ///
    /// - Returns: Whether somebody, whom it was reported to, has set it to something else meanwhile.
    static func perform(on object: GObject, _ property: UnsafeMutablePointer<GParamSpec>, _ set: () -> Void) -> Bool {
        for (place, write) in underWay.enumerated()
        where write.object == object.raw && write.property == OpaquePointer(property) {
            underWay[place].isOvertaken = true
        }
        underWay.append((object.raw, OpaquePointer(property), false))
        set()
        return underWay.removeLast().isOvertaken
    }
}

/// A report of a property's value, though it has not changed, because it is not the one that was set.
@MainActor
enum Refusal {
    private static var object: GObject?

    /// Whether an object is making such a report.
    static func isReported(by object: GObject) -> Bool { self.object === object }

    fileprivate static func report(_ object: GObject, _ property: String) {
        let former = self.object
        self.object = object
        g_object_notify(object.typed(), property)
        self.object = former
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
