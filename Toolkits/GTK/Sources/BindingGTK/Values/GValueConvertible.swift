import CBindingGTK
import CGTK

/// A Swift type that GObject's values can be read as and written from.
public protocol GValueConvertible: Sendable {
    /// The GObject type that this one is written as. GObject converts it to a property's own type, such as an integer
    /// of another size.
    nonisolated static var gType: GType { get }

    /// Reads a value of any type that this one can represent.
    @MainActor init(gValue: UnsafePointer<GValue>)

    /// Writes a value of the type ``gType``.
    @MainActor func store(in gValue: UnsafeMutablePointer<GValue>)
}

extension String: GValueConvertible {
    public static var gType: GType { binding_type_string() }
    public init(gValue: UnsafePointer<GValue>) { self = g_value_get_string(gValue).map { String(cString: $0) } ?? "" }
    public func store(in gValue: UnsafeMutablePointer<GValue>) { g_value_set_string(gValue, self) }
}

extension Bool: GValueConvertible {
    public static var gType: GType { binding_type_boolean() }
    public init(gValue: UnsafePointer<GValue>) { self = g_value_get_boolean(gValue) != 0 }
    public func store(in gValue: UnsafeMutablePointer<GValue>) { g_value_set_boolean(gValue, self ? 1 : 0) }
}

extension Int: GValueConvertible {
    public static var gType: GType { binding_type_int64() }
    public init(gValue: UnsafePointer<GValue>) { self = Int(binding_value_get_integer(gValue)) }
    public func store(in gValue: UnsafeMutablePointer<GValue>) { g_value_set_int64(gValue, gint64(self)) }
}

extension UInt: GValueConvertible {
    public static var gType: GType { binding_type_uint64() }
    public init(gValue: UnsafePointer<GValue>) { self = UInt(bitPattern: Int(binding_value_get_integer(gValue))) }
    public func store(in gValue: UnsafeMutablePointer<GValue>) { g_value_set_uint64(gValue, guint64(self)) }
}

extension Double: GValueConvertible {
    public static var gType: GType { binding_type_double() }
    public init(gValue: UnsafePointer<GValue>) { self = binding_value_get_real(gValue) }
    public func store(in gValue: UnsafeMutablePointer<GValue>) { g_value_set_double(gValue, self) }
}

/// A C enumeration.
public protocol GEnumeration: GValueConvertible, RawRepresentable<Int32>, Hashable {}

extension GEnumeration {
    public static var gType: GType { binding_type_int() }

    public init(gValue: UnsafePointer<GValue>) { self.init(number: binding_value_get_integer(gValue)) }

    /// The case for a number in C.
    package init(number: some BinaryInteger) {
        guard let value = Self(rawValue: Int32(truncatingIfNeeded: number)) else {
            fatalError(
                "\(Self.self) has no case for \(number): this GTK is newer than the one that the program was built with."
            )
        }
        self = value
    }

    public func store(in gValue: UnsafeMutablePointer<GValue>) { g_value_set_int(gValue, rawValue) }
}

/// A C flags type.
public protocol GOptionSet: GValueConvertible, OptionSet where RawValue == UInt32 {}

extension GOptionSet {
    public static var gType: GType { binding_type_uint() }
    public init(gValue: UnsafePointer<GValue>) {
        self.init(number: binding_value_get_integer(gValue))
    }
    /// The options for a number in C.
    package init(number: some BinaryInteger) { self.init(rawValue: UInt32(truncatingIfNeeded: number)) }
    public func store(in gValue: UnsafeMutablePointer<GValue>) { g_value_set_uint(gValue, rawValue) }
}

/// A type whose values may be missing: text, or an object.
public protocol GOptionalConvertible: Sendable {
    nonisolated static var gType: GType { get }
    @MainActor static func read(_ gValue: UnsafePointer<GValue>) -> Self?
    @MainActor static func store(_ value: Self?, in gValue: UnsafeMutablePointer<GValue>)
}

extension Optional: GValueConvertible where Wrapped: GOptionalConvertible {
    public static var gType: GType { Wrapped.gType }
    public init(gValue: UnsafePointer<GValue>) { self = Wrapped.read(gValue) }
    public func store(in gValue: UnsafeMutablePointer<GValue>) { Wrapped.store(self, in: gValue) }
}

extension String: GOptionalConvertible {
    public static func read(_ gValue: UnsafePointer<GValue>) -> String? {
        g_value_get_string(gValue).map { String(cString: $0) }
    }
    public static func store(_ value: String?, in gValue: UnsafeMutablePointer<GValue>) {
        g_value_set_string(gValue, value)
    }
}

extension GObject: GOptionalConvertible {
    public nonisolated static var gType: GType { binding_type_object() }
    public static func read(_ gValue: UnsafePointer<GValue>) -> Self? {
        g_value_get_object(gValue).flatMap { GObject.of($0) as? Self }
    }
    public static func store(_ value: GObject?, in gValue: UnsafeMutablePointer<GValue>) {
        g_value_set_object(gValue, value?.raw)
    }
}
