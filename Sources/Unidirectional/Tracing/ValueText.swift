/// Values as texts: as `String(describing:)` makes them, but with short names of types throughout, without
/// `Optional(…)`, and within bounds.
///
/// A value that is too deep or has too many parts is cut short, so that no state, however large, needs a deep stack or
/// much memory to be described.
enum ValueText {
    private static let depthLimit = 8
    private static let countLimit = 100

    /// The text of a value.
    static func of(_ value: Any) -> String { text(value, isPart: false, depth: 0) }

    /// The text of a value as a part of a larger one: strings in quotation marks.
    static func quoted(_ value: Any) -> String { text(value, isPart: true, depth: 0) }

    /// The text of a value beside which there may be none: strings in quotation marks, so that they are not taken for
    /// `nil`.
    static func distinct(_ value: Any) -> String {
        // The most frequent types, for which no mirror is needed.
        let type = type(of: value)
        if type == Int.self, let number = value as? Int { return String(number) }
        if type == String.self, let text = value as? String { return String(reflecting: text) }
        if type == Bool.self, let flag = value as? Bool { return flag ? "true" : "false" }
        // The casts look into optionals, too.
        let isText = value is any StringProtocol || value is Character || value is Unicode.Scalar
        return isText ? quoted(value) : of(value)
    }

    private static func text(_ value: Any, isPart: Bool, depth: Int) -> String {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional:
            guard let wrapped = mirror.children.first?.value else { return "nil" }
            return depth < depthLimit ? text(wrapped, isPart: isPart, depth: depth + 1) : "…"
        case .tuple:
            return "(" + parts(mirror, depth) { labelled($0, $1, depth) } + ")"
        case .collection, .set:
            return "["
                + parts(mirror, depth, isSorted: mirror.displayStyle == .set) { child, _ in part(child.value, depth) }
                + "]"
        case .dictionary:
            let entries = parts(mirror, depth, isSorted: true) { child, _ in
                let pair = Mirror(reflecting: child.value).children.map(\.value)
                return pair.count == 2 ? "\(part(pair[0], depth)): \(part(pair[1], depth))" : part(child.value, depth)
            }
            return entries.isEmpty ? "[:]" : "[\(entries)]"
        case .struct where !describesItself(value):
            return "\(type(of: value))(" + parts(mirror, depth) { labelled($0, $1, depth) } + ")"
        case .enum where !describesItself(value):
            guard let payload = mirror.children.first else { return "\(value)" }
            let name = payload.label ?? "\(type(of: value))"
            if depth >= depthLimit { return "\(name)(…)" }
            if Mirror(reflecting: payload.value).displayStyle == .tuple {
                return name + text(payload.value, isPart: true, depth: depth + 1)
            }
            return "\(name)(\(part(payload.value, depth)))"
        case .class where !describesItself(value):
            return "\(type(of: value))"
        default:
            return isPart ? String(reflecting: value) : String(describing: value)
        }
    }

    private static func describesItself(_ value: Any) -> Bool {
        value is any CustomStringConvertible || value is any CustomDebugStringConvertible
    }

    private static func part(_ value: Any, _ depth: Int) -> String { text(value, isPart: true, depth: depth + 1) }

    private static func labelled(_ child: Mirror.Child, _ index: Int, _ depth: Int) -> String {
        guard let label = child.label, label.first != "." else { return part(child.value, depth) }
        return "\(label): \(part(child.value, depth))"
    }

    private static func parts(
        _ mirror: Mirror, _ depth: Int, isSorted: Bool = false, _ text: (Mirror.Child, Int) -> String
    ) -> String {
        if depth >= depthLimit { return mirror.children.isEmpty ? "" : "…" }
        var texts: [String] = []
        for (index, child) in mirror.children.prefix(countLimit).enumerated() { texts.append(text(child, index)) }
        if isSorted { texts.sort() }
        let rest = mirror.children.count - texts.count
        if rest > 0 { texts.append("… \(rest) more") }
        return texts.joined(separator: ", ")
    }
}
