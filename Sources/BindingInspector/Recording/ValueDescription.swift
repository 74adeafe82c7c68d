import Binding

/// Texts of values, within bounds: a list of 100,000 rows must not cost what describing all of them does.
enum ValueDescription {
    private static let most = 100

    static func text(of value: Any, depth: Int = 0) -> String {
        if let text = value as? String { return quoted(text) }
        if let value = value as? any InspectableValue { return text(of: value.inspected, depth: depth) }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional:
            return mirror.children.first.map { text(of: $0.value, depth: depth) } ?? "nil"
        case .collection, .set:
            return list(mirror, of: value, depth) { text(of: $0.value, depth: depth + 1) }
        case .dictionary:
            return list(mirror, of: value, depth) { entry in
                let pair = Mirror(reflecting: entry.value).children.map { text(of: $0.value, depth: depth + 1) }
                return pair.joined(separator: ": ")
            }
        case .struct where !(value is any CustomStringConvertible):
            return name(of: value) + parts(mirror, depth)
        case .tuple:
            return parts(mirror, depth)
        case .enum where !(value is any CustomStringConvertible):
            guard let payload = mirror.children.first, depth < 3 else { return cut("\(value)") }
            let inner = text(of: payload.value, depth: depth + 1)
            return (payload.label ?? "\(type(of: value))") + (inner.hasPrefix("(") ? inner : "(\(inner))")
        case .class where !(value is any CustomStringConvertible):
            return "\(type(of: value))"
        default:
            return cut(String(describing: value))
        }
    }

    static func quoted(_ text: String) -> String { "\"\(cut(text))\"" }

    private static func cut(_ text: String) -> String {
        // By bytes: counting the characters of a long text takes long.
        text.utf8.count <= most ? text : String(text.prefix(most)) + "…"
    }

    private static func list(
        _ mirror: Mirror, of value: Any, _ depth: Int, _ element: (Mirror.Child) -> String
    ) -> String {
        let count = (value as? any Collection).map { $0.count } ?? mirror.children.count
        if count > 6 || depth > 2 { return "\(count) elements" }
        return "[" + mirror.children.map(element).joined(separator: ", ") + "]"
    }

    /// The name of a value's type, without the types that it is generic in.
    private static func name(of value: Any) -> Substring { "\(type(of: value))".prefix { $0 != "<" } }

    private static func parts(_ mirror: Mirror, _ depth: Int) -> String {
        if depth > 2 { return "(…)" }
        let texts = mirror.children.prefix(6).map { child in
            let text = text(of: child.value, depth: depth + 1)
            guard let label = child.label, !label.hasPrefix(".") else { return text }
            return "\(label): \(text)"
        }
        return "(" + texts.joined(separator: ", ") + (mirror.children.count > 6 ? ", …" : "") + ")"
    }
}

extension InspectedValue {
    /// The value as a text, strings in quotation marks; `nil` if there is none, or it is not known.
    var text: String? {
        switch self {
        case .unknown: nil
        case .text(let text): ValueDescription.quoted(text)
        case .integer(let number): "\(number)"
        case .bool(let isOn): "\(isOn)"
        case .real(let number): "\(number)"
        case .description(let text): text.isEmpty ? nil : text
        }
    }

    /// Whether it may hold what nobody is to read.
    var isText: Bool {
        switch self {
        case .text, .description: true
        case .unknown, .integer, .bool, .real: false
        }
    }
}
