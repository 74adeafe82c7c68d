import CBindingGTK
import CGTK

/// The Swift classes that are generated, with their initializers and the functions that are no properties.
struct Wrappers {
    let classes: [Class]
    let introspection: Introspection
    /// Functions that could not be generated: `Class.function`, and why.
    private(set) var leftOut: [String] = []
    /// The methods of each class, by the class's name.
    private(set) var functions: [String: [(signature: String, function: String)]] = [:]
    var count: Int { functions.values.reduce(0) { $0 + $1.count } }
    /// The parameters of each class's initializer.
    private var initializers: [String: String]

    init(_ classes: [Class], _ introspection: Introspection, after other: Wrappers? = nil) {
        initializers = other?.initializers ?? [:]
        self.classes = classes
        self.introspection = introspection
    }

    /// The declaration of a class.
    mutating func declaration(of owner: Class, _ description: IntrospectedClass, _ types: inout SwiftTypes) -> String {
        var lines: [String] = []
        let isController = g_type_is_a(owner.type, gtk_event_controller_get_type()) != 0
        let isWidget = g_type_is_a(owner.type, gtk_widget_get_type()) != 0
        if !description.isAbstract, let line = initializer(of: owner, description, &types, isController, isWidget) {
            lines.append(line)
        }
        if isController {
            lines.append(
                "    override init(_ controller: OpaquePointer, on widget: Widget) { super.init(controller, on: widget) }"
            )
        }
        if !isController, !isWidget {
            lines.append("    public override init(taking raw: UnsafeMutableRawPointer) { super.init(taking: raw) }")
        }
        lines.append("    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }")
        for method in description.methods where !method.isLeftOut {
            guard let line = function(method, of: owner, &types) else { continue }
            lines.append("    /// `\(method.function)`\n" + line)
        }
        let superclass = classes.first { $0.name == owner.parent }!
        return """

            /// \(summary(of: description))
            open class \(owner.name): \(superclass.qualifiedName) {
            \(lines.joined(separator: "\n\n"))
            }

            """
    }

    private mutating func initializer(
        of owner: Class, _ description: IntrospectedClass, _ types: inout SwiftTypes, _ isController: Bool,
        _ isWidget: Bool
    ) -> String? {
        guard let constructor = description.constructor else {
            leave("init", of: owner, because: "no function makes one")
            return nil
        }
        guard let arguments = arguments(constructor, named: "init", of: owner, &types) else { return nil }
        let parameters = arguments.map { "\($0.name): \($0.type)" + ($0.type.hasSuffix("?") ? " = nil" : "") }
        let call = "\(constructor.function)(\(arguments.map(\.expression).joined(separator: ", ")))"
        let note = "    /// `\(constructor.function)`\n"
        if isController {
            let list = (["on widget: Widget"] + parameters).joined(separator: ", ")
            return note + "    public init(\(list)) { super.init(\(call), on: widget) }"
        }
        let list = parameters.joined(separator: ", ")
        let isInherited = superclasses(of: owner).contains { initializers[$0] == list }
        initializers[owner.name] = list
        return note
            + "    public \(isInherited ? "override " : "")init(\(list)) { super.init(\(isWidget ? "wrapping" : "taking"): made(\(call))) }"
    }

    private func superclasses(of owner: Class) -> [String] {
        Array(
            sequence(first: owner.parent) { name in classes.first { $0.name == name }?.parent }
                .prefix { $0 != nil }.compactMap { $0 })
    }

    private mutating func function(
        _ method: IntrospectedClass.Method, of owner: Class, _ types: inout SwiftTypes
    ) -> String? {
        guard let arguments = arguments(method, named: method.name, of: owner, &types) else { return nil }
        let parameters = arguments.enumerated().map { ($0 == 0 ? "_ " : "") + "\($1.name): \($1.type)" }
        guard let (type, read) = result(method.result, &types) else {
            leave(method.name, of: owner, because: "a result of type \(method.result.cType)")
            return nil
        }
        let call = "\(method.function)(\((["pointer(self)"] + arguments.map(\.expression)).joined(separator: ", ")))"
        let head = "func \(memberName(method.name))(\(parameters.joined(separator: ", ")))"
        let signature = String(head.dropFirst("func ".count)) + (type.map { " -> \($0)" } ?? "")
        functions[owner.name, default: []].append((signature, method.function))
        guard let type else { return "    public final \(head) { \(call) }" }
        return "    @discardableResult\n    public final \(head) -> \(type) { \(read(call)) }"
    }

    /// The names and Swift types of a function's arguments, and the expressions that pass them.
    ///
    /// - Parameter name: What the function is called in Swift, to say so if it has to be left out.
    private mutating func arguments(
        _ method: IntrospectedClass.Method, named name: String, of owner: Class, _ types: inout SwiftTypes
    ) -> [(name: String, type: String, expression: String)]? {
        let insertsWidgets = Self.insertions.contains { method.name.hasPrefix($0) }
        var all: [(name: String, type: String, expression: String)] = []
        for parameter in method.parameters {
            guard let (type, expression) = argument(parameter, &types, isInserted: insertsWidgets) else {
                leave(name, of: owner, because: "an argument of type \(parameter.cType)")
                return nil
            }
            all.append((memberName(parameter.name), type, expression))
        }
        return all
    }

    /// The types of integers in C.
    private static let integers: Set = [
        "int", "gint", "guint", "unsigned int", "gsize", "gssize", "gint64", "guint64", "glong", "gulong",
    ]

    /// What the names of functions begin with that put widgets into another one.
    private static let insertions = ["add", "append", "attach", "insert", "pack", "prepend", "put"]

    /// The Swift type of an argument, and the expression that passes it.
    private func argument(
        _ value: IntrospectedClass.Value, _ types: inout SwiftTypes, isInserted: Bool
    ) -> (type: String, expression: String)? {
        if value.isOutput { return nil }
        let name = memberName(value.name)
        switch value.cType {
        case "gboolean": return ("Bool", "\(name) ? 1 : 0")
        case let type where Self.integers.contains(type): return ("Int", ".init(clamping: \(name))")
        case "double", "gdouble": return ("Double", name)
        case "float", "gfloat": return ("Double", "Float(\(name))")
        case "const char*", "const gchar*": return (value.isNullable ? "String?" : "String", name)
        case _ where value.isTransferred && classOfPointer(value.cType) == nil: return nil
        default: break
        }
        if let type = enumeration(value.cType) {
            guard let swift = types.name(of: type) else { return nil }
            return (swift, ".init(rawValue: numericCast(\(name).rawValue))")
        }
        guard let swift = classOfPointer(value.cType) else { return nil }
        if value.isTransferred { return value.isNullable ? nil : (swift, "pointer(retained(\(name)))") }
        if isInserted, swift == "Widget" {
            return value.isNullable ? ("Widget?", "\(name)?.moved(into: self)") : (swift, "\(name).moved(into: self)")
        }
        return value.isNullable ? ("\(swift)?", "\(name).flatMap { pointer($0) }") : (swift, "pointer(\(name))")
    }

    /// The Swift type of a result, `nil` for none, and what reads it.
    private func result(
        _ value: IntrospectedClass.Value, _ types: inout SwiftTypes
    ) -> (type: String?, read: (String) -> String)? {
        switch value.cType {
        case "void", "": return (nil, { $0 })
        case "gboolean": return ("Bool", { "\($0) != 0" })
        case let type where Self.integers.contains(type): return ("Int", { "Int(\($0))" })
        case "double", "gdouble", "float", "gfloat": return ("Double", { "Double(\($0))" })
        case "const char*", "const gchar*": return ("String?", { "text(\($0))" })
        case "char*", "gchar*": return value.isTransferred ? ("String?", { "takenText(\($0))" }) : nil
        default: break
        }
        if let type = enumeration(value.cType) {
            guard let swift = types.name(of: type) else { return nil }
            return (swift, { "\(swift)(number: \($0).rawValue)" })
        }
        guard let swift = classOfPointer(value.cType), !value.isTransferred else { return nil }
        return ("\(swift)?", { "\(swift).from(\($0))" })
    }

    private func enumeration(_ cType: String) -> GType? {
        introspection.enumerations[cType].flatMap { type(from: $0) }
    }

    /// The Swift class for a pointer to an object in C; for an interface that only widgets have, that of all widgets.
    private func classOfPointer(_ cType: String) -> String? {
        guard cType.hasSuffix("*") else { return nil }
        let name = String(cType.dropLast())
        if introspection.interfacesOfWidgets.contains(name) { return "Widget" }
        return classes.first { $0.isWrapped && String(cString: g_type_name($0.type)) == name }?.qualifiedName
    }

    private mutating func leave(_ name: String, of owner: Class, because reason: String) {
        leftOut.append("\(owner.name).\(name): \(reason)")
    }

    /// The first paragraph of the library's documentation, without its links.
    func summary(of description: IntrospectedClass) -> String {
        var paragraph = ""
        for line in description.summary.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.allSatisfy(\.isWhitespace) {
                if paragraph.isEmpty { continue }
                break
            }
            paragraph += paragraph.isEmpty ? line : " " + line
        }
        // `[class@Gtk.ListBoxRow]` is the name of a class.
        let parts = paragraph.split(separator: "[", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(String(parts.first ?? "`\(description.cName)`.")) { text, part in
            guard let at = part.firstIndex(of: "@"), let end = part.firstIndex(of: "]"), at < end else {
                return text + "[" + part
            }
            let name = part[part.index(after: at)..<end].filter { $0 != "." }
            return text + "`\(name)`" + part[part.index(after: end)...]
        }
    }
}
