import CBindingGTK
import CGTK

/// The Swift types of members, and the enumerations that are generated for them.
struct SwiftTypes {
    var classes: [Class]
    /// The enumerations and option sets that members use.
    private(set) var enumerations: [GType] = []

    init(_ classes: [Class]) { self.classes = classes }

    /// The Swift type for values of a type; `nil` if they cannot be bound.
    mutating func name(of type: GType) -> String? {
        switch g_type_fundamental(type) {
        case binding_type_boolean(): return "Bool"
        case binding_type_int(), binding_type_uint(), binding_type_int64(),
            g_type_fundamental(g_type_from_name("glong")):
            return "Int"
        case binding_type_uint64(), g_type_fundamental(g_type_from_name("gulong")): return "UInt"
        case binding_type_double(), g_type_fundamental(g_type_from_name("gfloat")): return "Double"
        case binding_type_string(): return "String?"
        case g_type_fundamental(g_type_from_name("GEnum")), g_type_fundamental(g_type_from_name("GFlags")):
            if !enumerations.contains(type) { enumerations.append(type) }
            return typeName(String(cString: g_type_name(type)))
        case binding_type_object():
            // Exactly the member's class: a superclass would need a cast.
            return classes.first { $0.type == type && $0.isWrapped }.map { $0.qualifiedName + "?" }
        default: return type == gdk_rgba_get_type() ? "RGBA?" : nil
        }
    }

    /// The Swift type for a property. A text property with a default that is not missing is not optional.
    mutating func name(of property: UnsafeMutablePointer<GParamSpec>) -> String? {
        guard let name = name(of: binding_param_type(property)) else { return nil }
        guard name == "String?" else { return name }
        return g_value_get_string(g_param_spec_get_default_value(property)) == nil ? name : "String"
    }

    /// The declarations of the enumerations.
    ///
    /// - Parameter known: Those that another module declares.
    func declarations(but known: [GType]) -> String {
        enumerations.filter { !known.contains($0) }.map { type in
            binding_is_flags(type) != 0 ? optionSet(type) : enumeration(type)
        }.joined(separator: "\n")
    }

    private func enumeration(_ type: GType) -> String {
        let values = g_type_class_ref(type).assumingMemoryBound(to: GEnumClass.self).pointee
        let name = String(cString: g_type_name(type))
        var seen: Set<Int32> = []
        var text = "/// `\(name)`.\n"
        text += "public enum \(typeName(name)): Int32, GEnumeration, CaseIterable {\n"
        for index in 0..<Int(values.n_values) where seen.insert(values.values[index].value).inserted {
            let value = values.values[index]
            text += "    case \(memberName(String(cString: value.value_nick))) = \(value.value)\n"
        }
        return text + "}\n"
    }

    private func optionSet(_ type: GType) -> String {
        let values = g_type_class_ref(type).assumingMemoryBound(to: GFlagsClass.self).pointee
        let name = typeName(String(cString: g_type_name(type)))
        var text = "/// `\(String(cString: g_type_name(type)))`.\n"
        text += "public struct \(name): GOptionSet {\n    public let rawValue: UInt32\n"
        text += "    public init(rawValue: UInt32) { self.rawValue = rawValue }\n"
        for index in 0..<Int(values.n_values) where values.values[index].value != 0 {
            let value = values.values[index]
            text += "    public static let \(memberName(String(cString: value.value_nick))) = "
            text += "\(name)(rawValue: \(value.value))\n"
        }
        return text + "}\n"
    }
}
