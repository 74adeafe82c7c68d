import CGTK

/// A page of all classes with their members, in Markdown.
struct Reference {
    private let classes: [Class]
    private let members: Members
    private let wrappers: Wrappers
    private let declarations: Declarations

    /// - Parameter declarations: What is written by hand.
    init(_ classes: [Class], _ members: Members, _ wrappers: Wrappers, _ declarations: Declarations) {
        self.declarations = declarations
        self.classes = classes.sorted { $0.name < $1.name }
        self.members = members
        self.wrappers = wrappers
    }

    /// The classes, one section each, and then the other types.
    ///
    /// - Parameter descriptions: What the library says of each class.
    func text(_ descriptions: [IntrospectedClass]) -> String {
        let sections = classes.map { owner in
            let cName = String(cString: g_type_name(owner.type))
            let description = descriptions.first { $0.cName == cName }
            var lines = ["## \(owner.name)", ""]
            if let description { lines += [wrappers.summary(of: description), ""] }
            let origin = owner.introspected == nil ? "written by hand" : "generated"
            lines += ["`\(cName)`, \(origin)" + (owner.parent.map { ", a subclass of `\($0)`." } ?? "."), ""]
            lines += written(in: owner.name)
            if let own = members.members[owner.name], !own.isEmpty {
                lines += ["| `rx.` | type | in GTK |", "| --- | --- | --- |"]
                lines += own.map { "| `\($0.name)` | `\($0.declaredType)` | `\($0.original)` |" }
                lines.append("")
            }
            if let functions = wrappers.functions[owner.name] {
                lines += ["| method | in GTK |", "| --- | --- |"]
                lines += functions.map { "| `\($0.signature)` | `\($0.function)` |" }
                lines.append("")
            }
            return lines.joined(separator: "\n")
        }
        return (sections + otherTypes).joined(separator: "\n")
    }

    /// The types that are no classes of GObject's, with what belongs to them.
    private var otherTypes: [String] {
        let names = Set(classes.map(\.name))
        let types = declarations.types.filter { !names.contains($0.key) }.sorted { $0.key < $1.key }
        return types.map { name, type in
            (["## \(name)", "", type.summary, "", "`\(type.text)`", ""] + written(in: name)).joined(separator: "\n")
        }
    }

    /// A list of what is written by hand in a type.
    private func written(in type: String) -> [String] {
        let members = (declarations.members[type] ?? []).map { ($0.text, $0.summary) }
        let reactive = (declarations.reactive[type] ?? []).map { ("rx: \($0.text)", $0.summary) }
        let lines = (members + reactive).map { text, summary in
            "- `\(text)`" + (summary.isEmpty ? "" : ": \(summary)")
        }
        return lines.isEmpty ? [] : lines + [""]
    }
}

extension Members.Member {
    /// Its type under `rx`.
    fileprivate var declaredType: String {
        switch kind {
        case .property: "ControlProperty<\(type)>"
        case .driver: "Driver<\(type)>"
        case .event: "ControlEvent<\(type)>"
        case .request: "ControlRequest<\(type), Bool>"
        }
    }
}
