import CGTK

/// A Swift type for the values of settings: a Boolean, a number, a text, and arrays of these; an optional for a type
/// that may be nothing, such as `ms`. An enumeration whose raw values are texts is one for a key with choices:
///
/// ```swift
/// enum Theme: String, SettingsValue { case light, dark }
/// viewModel.$theme <=> settings["theme"]
/// ```
public protocol SettingsValue: Equatable, Sendable {
    /// Whether values of a type of GVariant, such as `i` or `as`, can be read as values of this type, and written.
    static func stands(for type: String) -> Bool

    /// Reads a value of such a type; `nil` if this type has no such value.
    init?(variant: OpaquePointer)

    /// Makes a `GVariant` of such a type, with a floating reference.
    func variant(of type: String) -> OpaquePointer
}

extension Bool: SettingsValue {
    public static func stands(for type: String) -> Bool { type == "b" }
    public init?(variant: OpaquePointer) { self = g_variant_get_boolean(variant) != 0 }
    public func variant(of type: String) -> OpaquePointer { g_variant_new_boolean(self ? 1 : 0) }
}

extension String: SettingsValue {
    public static func stands(for type: String) -> Bool { type == "s" }
    public init?(variant: OpaquePointer) { self = String(cString: g_variant_get_string(variant, nil)) }
    public func variant(of type: String) -> OpaquePointer { g_variant_new_string(self) }
}

extension Double: SettingsValue {
    public static func stands(for type: String) -> Bool { type == "d" }
    public init?(variant: OpaquePointer) { self = g_variant_get_double(variant) }
    public func variant(of type: String) -> OpaquePointer { g_variant_new_double(self) }
}

extension Int: SettingsValue {
    public static func stands(for type: String) -> Bool { ["y", "n", "q", "i", "u", "x", "t"].contains(type) }

    public init?(variant: OpaquePointer) {
        switch String(cString: g_variant_get_type_string(variant)) {
        case "y": self = Int(g_variant_get_byte(variant))
        case "n": self = Int(g_variant_get_int16(variant))
        case "q": self = Int(g_variant_get_uint16(variant))
        case "i": self = Int(g_variant_get_int32(variant))
        case "u": self = Int(g_variant_get_uint32(variant))
        case "x": self = Int(g_variant_get_int64(variant))
        default: self.init(exactly: g_variant_get_uint64(variant))
        }
    }

    public func variant(of type: String) -> OpaquePointer {
        switch type {
        case "y": g_variant_new_byte(UInt8(clamping: self))
        case "n": g_variant_new_int16(Int16(clamping: self))
        case "q": g_variant_new_uint16(UInt16(clamping: self))
        case "i": g_variant_new_int32(Int32(clamping: self))
        case "u": g_variant_new_uint32(UInt32(clamping: self))
        case "x": g_variant_new_int64(gint64(self))
        default: g_variant_new_uint64(guint64(clamping: self))
        }
    }
}

extension Array: SettingsValue where Element: SettingsValue {
    public static func stands(for type: String) -> Bool {
        type.first == "a" && Element.stands(for: String(type.dropFirst()))
    }

    public init?(variant: OpaquePointer) {
        self = []
        for index in 0..<g_variant_n_children(variant) {
            let child = g_variant_get_child_value(variant, index)!
            defer { g_variant_unref(child) }
            guard let element = Element(variant: child) else { return nil }
            append(element)
        }
    }

    public func variant(of type: String) -> OpaquePointer {
        let elementType = String(type.dropFirst())
        let children = map { Optional($0.variant(of: elementType)) }
        return withVariantType(elementType) { g_variant_new_array($0, children, gsize(count)) }
    }
}

extension Optional: SettingsValue where Wrapped: SettingsValue {
    public static func stands(for type: String) -> Bool {
        type.first == "m" && Wrapped.stands(for: String(type.dropFirst()))
    }

    public init?(variant: OpaquePointer) {
        guard let content = g_variant_get_maybe(variant) else {
            self = .none
            return
        }
        defer { g_variant_unref(content) }
        guard let value = Wrapped(variant: content) else { return nil }
        self = value
    }

    public func variant(of type: String) -> OpaquePointer {
        let contentType = String(type.dropFirst())
        return withVariantType(contentType) { g_variant_new_maybe($0, self?.variant(of: contentType)) }
    }
}

extension SettingsValue where Self: RawRepresentable, RawValue: SettingsValue {
    public static func stands(for type: String) -> Bool { RawValue.stands(for: type) }

    public init?(variant: OpaquePointer) {
        guard let raw = RawValue(variant: variant) else { return nil }
        self.init(rawValue: raw)
    }

    public func variant(of type: String) -> OpaquePointer { rawValue.variant(of: type) }
}

private func withVariantType(_ type: String, _ make: (OpaquePointer) -> OpaquePointer) -> OpaquePointer {
    let type = g_variant_type_new(type)!
    defer { g_variant_type_free(type) }
    return make(type)
}
